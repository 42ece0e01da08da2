import { type ClassNode, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { describeOwnGiven } from '../callers/alike-calls.ts';
import { evaluateSuperclass, findConstructor, MAX_ANCESTORS } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import type { ClassValue, InstanceValue } from '../values/values.ts';

/**
 * `class Agents extends Resource { list() { … } }` beside fifty of the same kind, all made as `new Agents(this.options)`: a method of
 * `Resource` that reads nothing which they add is the same on each of them, and is looked at on one.
 */

interface OwnUses {
  /** The members that are read of `this` by name. */
  readonly names: ReadonlySet<string>;
  /** Is `this` handed on, taken apart, or asked for a member whose name is not written? */
  readonly isWhole: boolean;
}

const uses = new WeakMap<ClassNode, OwnUses>();

/** `this` of `this.name`, `this.#name`, and null for any other. */
function readOwnName(self: SyntaxNode): string | null {
  const member = getParent(self);
  if (member?.type !== 'MemberExpression' && member?.type !== 'OptionalMemberExpression') return null;
  return member.object === self ? nameMember(member) : null;
}

function listOwnUses(node: ClassNode): OwnUses {
  const known = uses.get(node);
  if (known !== undefined) return known;
  const names = new Set<string>();
  let isWhole = false;
  someNode(node.body, (inner) => {
    if (inner.type !== 'ThisExpression') return false;
    const name = readOwnName(inner);
    if (name === null || name === 'constructor') isWhole = true;
    else names.add(name);
    return isWhole;
  });
  const found = { names, isWhole };
  uses.set(node, found);
  return found;
}

/** The class of the method and those above it, which is all that reads `this` on behalf of the method. */
function listReaders(evaluator: Evaluator, own: ClassValue): readonly ClassValue[] {
  const readers: ClassValue[] = [own];
  for (let of = evaluateSuperclass(evaluator, own); of?.type === 'class'; of = evaluateSuperclass(evaluator, of)) {
    if (readers.length > MAX_ANCESTORS) break;
    readers.push(of);
  }
  return readers;
}

/** Is there nothing in the class that its superclass could see? */
function addsNothing({ node }: ClassValue, readers: readonly ClassValue[]): boolean {
  if (findConstructor(node) !== undefined) return false;
  return node.body.body.every((member) => {
    if (member.type === 'TSIndexSignature') return true;
    const name = nameKey(member);
    return name !== null && readers.every((reader) => !listOwnUses(reader.node).names.has(name));
  });
}

function describeMaking({ construction, any }: InstanceValue): string | null {
  return construction === null ? `any ${any}` : describeOwnGiven(construction.call, construction.module);
}

/** Of instances that are the same to the methods of `own`, the first. */
export function listDistinct(
  evaluator: Evaluator,
  own: ClassValue,
  instances: readonly InstanceValue[],
): readonly InstanceValue[] {
  const readers = listReaders(evaluator, own);
  if (readers.some(({ node }) => listOwnUses(node).isWhole)) return instances;
  const seen = new Set<string>();
  return instances.filter((instance) => {
    const { of } = instance;
    const above = evaluateSuperclass(evaluator, of);
    if (above?.type !== 'class' || above.node !== own.node || of.env !== null || !addsNothing(of, readers)) return true;
    const making = describeMaking(instance);
    return making === null || seen.size !== seen.add(making).size;
  });
}
