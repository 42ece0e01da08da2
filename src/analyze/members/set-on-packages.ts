import { isTestFile } from '../../model/test-files.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { isCarried } from '../values/carried.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { findOwnerNode } from './owned-assignments.ts';

/** `axios.voice = client`, `bot.voice = client` of `new Client()`, `Component.prototype.$voice = client`: what a program puts on what a package gives it. */

/** What a package has by such a name is the package's. */
const OWN = /^(?:defaults|interceptors|prototype|default|exports?|on\w*)$/;

/** The same of the same package, or what the same call gave. */
function isSame(owner: Value, { module, made }: ExternalValue, path: string): boolean {
  if (owner.type !== 'external' || owner.module !== module || owner.path.join('.') !== path) return false;
  return made === null ? owner.made === null : owner.made?.call === made.call;
}

/** What was put there under a name; null where nothing was. `isInstance`: on the prototype of what is extended. */
export function readSetOnPackage(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  module: Module,
  isInstance = false,
): Value | null {
  if (external.module === 'global' || OWN.test(name) || external.path.some((step) => OWN.test(step))) return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), module);
  const path = [...external.path, ...(isInstance ? ['prototype'] : [])].join('.');
  const values = assigned.flatMap(({ object, value, module: other, operator }) => {
    if (operator !== '=' || isTestFile(other.path)) return [];
    const owner = evaluator.evaluate(findOwnerNode(object, other), other, evaluator.anyCaller);
    return listOptions(owner).some((option) => isSame(option, external, path))
      ? [evaluateAssigned(evaluator, value, other)]
      : [];
  });
  return values.length > 0 && values.every(isCarried) ? unite(values) : null;
}
