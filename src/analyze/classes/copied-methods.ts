import { findClassAround, findMethodAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findKeyed, peel } from '../members/own-mergers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findPrototypeName, findPrototypeOwner, readOwner } from './prototype-owners.ts';

/**
 * `for (const name in methods) Client.prototype[name] = methods[name];`, also in a helper that is handed either of them, or is
 * called on the class: what `Object.assign(Client.prototype, methods)` says.
 */

interface Place {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** What stands for the class or the constructor, and what its prototype has all members of. */
export interface CopiedMethods {
  readonly owner: Place;
  readonly mixin: Place;
}

/** One of the two, as the loop has it: an expression, or what each caller of a function hands over. */
type Side = { readonly node: SyntaxNode } | { readonly fn: FunctionNode; readonly index: number | 'this' };

interface Loop {
  readonly module: Module;
  readonly owner: Side;
  /** The caller hands over `Client.prototype`, and not `Client`. */
  readonly isPrototype: boolean;
  readonly mixin: Side;
}

/** A parameter as a whole; null where it is given something else as well. */
function findParam(node: SyntaxNode, module: Module): Extract<Side, { readonly index: number | 'this' }> | null {
  const binding = findBindingOf(module, peel(node));
  const source = binding?.source;
  if (source?.kind !== 'param' || source.rest || source.steps.length > 0) return null;
  const isKept = binding?.assignments.every(({ node: { operator } }) => operator !== '=') === true;
  return isKept ? { fn: source.fn, index: source.index } : null;
}

/** `this` in a function by itself and in a static method: what they are called on. */
function findReceiver(node: SyntaxNode): Side | null {
  const fn = findMethodAround(node);
  if (fn !== null) return fn.type === 'ClassMethod' && !fn.static ? null : { fn, index: 'this' };
  const around = findClassAround(node);
  return around === null ? null : { node: around };
}

function readSide(node: SyntaxNode, module: Module): Side | null {
  if (node.type === 'ThisExpression') return findReceiver(node);
  return findParam(node, module) ?? { node };
}

/** `source` of `target[name] = source[name]` where `name` stands for each key of it; null for any other assignment. */
export function findCopiedFrom(target: SyntaxNode, value: SyntaxNode, module: Module): SyntaxNode | null {
  if (!isMemberNode(target) || !target.computed) return null;
  const name = findBindingOf(module, unwrap(target.property));
  const keyed = name === undefined ? null : findKeyed(name);
  const read = unwrap(value);
  if (keyed === null || !isMemberNode(read) || !read.computed) return null;
  const [one, other] = [peel(keyed), peel(read.object)];
  const isSame = one.type === 'Identifier' && findBindingOf(module, one) === findBindingOf(module, other);
  return isSame && findBindingOf(module, unwrap(read.property)) === name ? one : null;
}

/** Is that what the constructor's own surroundings say? Then it is one of its mixins, as `Object.assign` would make it. */
function isKnownAround(maker: FunctionNode | null, mixin: Side): boolean {
  return maker !== null && (!('fn' in mixin) || contains(mixin.fn, maker));
}

function collectLoops(module: Module): readonly Loop[] {
  return module.scripts.flatMap(({ computedAssignments }) =>
    computedAssignments.flatMap(({ left, right, operator }): readonly Loop[] => {
      const source = operator === '=' ? findCopiedFrom(left, right, module) : null;
      if (source === null || !isMemberNode(left)) return [];
      const mixin = readSide(source, module);
      if (mixin === null || isKnownAround(findPrototypeOwner(left.object, module), mixin)) return [];
      const name = findPrototypeName(left.object, module);
      const owner = name === null ? findParam(left.object, module) : readSide(name, module);
      return owner === null ? [] : [{ module, owner, isPrototype: name === null, mixin }];
    }),
  );
}

interface Collected {
  readonly loops: Loop[];
  /** How many modules were looked at: their list grows. */
  seen: number;
}

const collected = new WeakMap<ModuleGraph, Collected>();

function listLoops(graph: ModuleGraph): readonly Loop[] {
  const known = collected.get(graph) ?? { loops: [], seen: 0 };
  collected.set(graph, known);
  for (; known.seen < graph.loaded.length; known.seen += 1) {
    const module = graph.loaded[known.seen];
    if (module !== undefined) known.loops.push(...collectLoops(module));
  }
  return known.loops;
}

/** What each call of a function hands over for one side, in the order of the calls. */
function listHandedOver(evaluator: Evaluator, { fn, index }: Extract<Side, { readonly fn: FunctionNode }>) {
  // Its callers may not be known yet.
  evaluator.noteQuestionOfAnyCaller();
  return evaluator.index.listCallers(fn).map(({ node, module }): Place | null => {
    if (index !== 'this') {
      const given = evaluator.index.listCallArguments(node, module, null)[index];
      return given?.kind === 'expression' ? { node: unwrap(given.node), module: given.module } : null;
    }
    const callee = 'callee' in node ? unwrap(node.callee) : null;
    return callee !== null && isMemberNode(callee) ? { node: unwrap(callee.object), module } : null;
  });
}

function pair(evaluator: Evaluator, { module, owner, mixin, isPrototype }: Loop): readonly CopiedMethods[] {
  const owners = 'fn' in owner ? listHandedOver(evaluator, owner) : [{ node: owner.node, module }];
  const mixins = 'fn' in mixin ? listHandedOver(evaluator, mixin) : [{ node: mixin.node, module }];
  const areOfOneCall = 'fn' in owner && 'fn' in mixin && owner.fn === mixin.fn;
  return owners.flatMap((handed, index): readonly CopiedMethods[] => {
    const named = handed === null || !isPrototype ? handed : readPrototype(handed);
    if (named === null) return [];
    const given = areOfOneCall ? mixins.slice(index, index + 1) : mixins;
    return given.flatMap((one) => (one === null ? [] : [{ owner: named, mixin: one }]));
  });
}

function readPrototype({ node, module }: Place): Place | null {
  const owner = readOwner(node);
  return owner === null ? null : { node: owner, module };
}

/** All such copies of the project. */
export function listCopiedMethods(evaluator: Evaluator): readonly CopiedMethods[] {
  return listLoops(evaluator.graph).flatMap((loop) => pair(evaluator, loop));
}
