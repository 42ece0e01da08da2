import { unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listExposed } from '../frameworks/electron-bridge.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findBindingOf } from './modules.ts';

/** `window.CONFIG = { … }` in one file, `CONFIG` or `window.CONFIG` in another. */

/** Libraries that a page names in a script tag are there under their own names. */
export const PAGE_LIBRARIES: ReadonlySet<string> = new Set(['axios']);

/**
 * The values that files of the project give a member of the global object; null when none does. What the platform has
 * anyway is left out: a test that replaces `fetch` does not change what the code sends.
 */
export function evaluateGlobalMember(evaluator: Evaluator, name: string): Value | null {
  if (name in globalThis) return null;
  const values = evaluator.index.listMemberAssignments(name).flatMap(({ object: target, value, module, operator }) => {
    const object = unwrap(target);
    if (object.type !== 'Identifier' || operator === '+=') return [];
    const owner = evaluator.evaluate(object, module, null);
    const isGlobal = owner.type === 'external' && owner.module === 'global' && owner.path.length === 0;
    return isGlobal && owner.made === null ? [evaluateAssigned(evaluator, value, module)] : [];
  });
  values.push(...listExposed(evaluator, name));
  return values.length === 0 ? null : unite(values);
}

/** Each file has its own. */
const OF_MODULE = /^(?:module|exports|require)$/;

/** `wx.apiRequest = (options) => …` in one file, `wx.apiRequest({ url })` in another: what the project gives an object of its host. */
export function evaluateHostMember(evaluator: Evaluator, host: string, name: string): Value | null {
  if (host in globalThis || OF_MODULE.test(host)) return null;
  const values = evaluator.index.listMemberAssignments(name).flatMap(({ object, value, module, operator }) => {
    const owner = unwrap(object);
    if (operator === '+=' || owner.type !== 'Identifier' || owner.name !== host) return [];
    return findBindingOf(module, owner) === undefined ? [evaluateAssigned(evaluator, value, module)] : [];
  });
  return values.length === 0 ? null : unite(values);
}
