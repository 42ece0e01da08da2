import { append } from '../../model/append.ts';
import { type ClassNode, isClassNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv } from '../expressions/assignments.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { ClassValue, InstanceValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { findCopiedFrom } from './copied-methods.ts';
import { findPrototypeName } from './prototype-owners.ts';

/** `class Client {}` and `Client.prototype[verb] = function (path) { … }` for each verb of a list. */

interface Given {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The class of the file that `Client.prototype` belongs to. */
function findPrototypeClass(node: SyntaxNode, module: Module): ClassNode | null {
  const name = findPrototypeName(node, module);
  const source = name === null ? undefined : findBindingOf(module, unwrap(name))?.source;
  if (source?.kind === 'class') return source.node;
  const value = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return value !== null && isClassNode(value) ? value : null;
}

type Prototypes = ReadonlyMap<ClassNode, readonly Given[]>;

const prototypes = new WeakMap<Module, Prototypes>();

function collectGiven(module: Module): Prototypes {
  const found = new Map<ClassNode, Given[]>();
  for (const { left, right, operator } of module.scripts.flatMap(({ computedAssignments }) => computedAssignments)) {
    if (!isMemberNode(left) || operator !== '=' || findCopiedFrom(left, right, module) !== null) continue;
    const owner = findPrototypeClass(left.object, module);
    if (owner === null) continue;
    const given = { key: left.property, value: unwrap(right) };
    append(found, owner, given);
  }
  return found;
}

/** What a prototype was given under a computed name that is this one; null where it was given nothing. */
export function evaluateGivenToPrototype(
  evaluator: Evaluator,
  of: ClassValue,
  name: string,
  self: InstanceValue,
): Value | null {
  const { module } = of;
  const known = prototypes.get(module) ?? collectGiven(module);
  prototypes.set(module, known);
  const given = known.get(of.node)?.find((entry) => {
    const env = chooseAssignedEnv(evaluator, entry.key, null);
    const names = listTexts(evaluator.evaluate(entry.key, module, env), entry.key, module);
    return names.some((text) => findKnownText(text) === name);
  });
  if (given === undefined) return null;
  const { value } = given;
  if (!isFunctionNode(value)) return evaluator.evaluate(value, module, chooseAssignedEnv(evaluator, value, null));
  return { type: 'function', fn: value, module, env: of.env, self, bound: [], ...NO_PROVENANCE };
}
