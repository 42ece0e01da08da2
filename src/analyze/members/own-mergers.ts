import type * as t from '@babel/types';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, getStart, isFunctionNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode, walk } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `for (key in source) target[key] = source[key]`: functions of the project that do what `Object.assign` does. */

/** One of the parameters, or all arguments from one on. */
export type Source = { readonly index: number } | { readonly from: number };

interface Merger {
  /** The parameter that is added to, or what the function begins with. */
  readonly target: number | SyntaxNode;
  readonly sources: readonly Source[];
  /** Does the merger only add what is missing? */
  readonly isDefault: boolean;
  /** Does the merger call itself for a member that both have: `target[key] = merge(target[key], source[key])`? */
  readonly isDeep: boolean;
}

const mergers = new WeakMap<FunctionNode, Merger | null>();

/** `given || {}`, `Object(given)`: what was given, if it was. */
export function peel(given: SyntaxNode): SyntaxNode {
  const node = unwrap(given);
  if (node.type === 'LogicalExpression' && node.operator !== '&&') return peel(node.left);
  const [first] = node.type === 'CallExpression' && nameCallee(node.callee) === 'Object' ? node.arguments : [];
  return first === undefined ? node : peel(first);
}

function findName(node: SyntaxNode, module: Module): Binding | undefined {
  const name = peel(node);
  return findBindingOf(module, name);
}

/** `Object.keys(source)`, `Object.entries(source)` */
function findListed(node: SyntaxNode, method: 'keys' | 'entries'): SyntaxNode | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee) || nameCallee(call.callee) !== method) return null;
  const owner = unwrap(call.callee.object);
  return owner.type === 'Identifier' && owner.name === 'Object' ? (call.arguments[0] ?? null) : null;
}

/** The list whose elements a name stands for: in `for (const name of list)`, and in `list.forEach((name) => …)`. */
export function findLoop({ source }: Binding): { readonly list: SyntaxNode; readonly index: number | null } | null {
  const isLoop = source.kind === 'element' || source.kind === 'param';
  const [step, ...others] = isLoop ? source.steps : [];
  if (!isLoop || others.length > 0 || (step !== undefined && step.kind !== 'index')) return null;
  const index = step?.kind === 'index' ? step.index : null;
  if (source.kind === 'element') return { list: source.of, index };
  const call = source.index === 0 ? getParent(source.fn) : undefined;
  if (call?.type !== 'CallExpression' || call.arguments[0] !== source.fn || !isMemberNode(call.callee)) return null;
  return nameCallee(call.callee) === 'forEach' ? { list: call.callee.object, index } : null;
}

/** The object of which a name stands for each key; null where it stands for anything else. */
export function findKeyed(key: Binding): SyntaxNode | null {
  if (key.source.kind === 'key') return key.source.of;
  const loop = findLoop(key);
  if (loop === null) return null;
  return loop.index === null
    ? findListed(loop.list, 'keys')
    : loop.index === 0
      ? findListed(loop.list, 'entries')
      : null;
}

function isArguments(node: SyntaxNode): boolean {
  return node.type === 'Identifier' && node.name === 'arguments';
}

class Finder {
  readonly #fn: FunctionNode;
  readonly #module: Module;

  constructor(fn: FunctionNode, module: Module) {
    this.#fn = fn;
    this.#module = module;
  }

  #findParam(node: SyntaxNode): Extract<Binding['source'], { kind: 'param' }> | null {
    const source = findName(node, this.#module)?.source;
    return source?.kind === 'param' && source.fn === this.#fn && source.steps.length === 0 ? source : null;
  }

  /** `sources`, `arguments`, `[].slice.call(arguments, 1)`: from which argument on. */
  #findRest(list: SyntaxNode, first: number): number | null {
    const node = unwrap(list);
    if (isArguments(node)) return first;
    const param = this.#findParam(node);
    if (param !== null) return param.rest ? param.index : null;
    if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'call') return null;
    const [given, start] = node.arguments;
    const isSliced = given !== undefined && isArguments(given);
    return isSliced ? (start?.type === 'NumericLiteral' ? start.value : 0) : null;
  }

  #findSource(node: SyntaxNode, first: number): Source | null {
    const param = this.#findParam(node);
    if (param !== null) return param.rest ? null : { index: param.index };
    const name = findName(node, this.#module);
    const loop = name === undefined ? null : findLoop(name);
    if (loop !== null && loop.index === null) return this.#toRest(loop.list, first);
    const value = name?.source.kind === 'value' && name.source.node !== null ? peel(name.source.node) : peel(node);
    return isMemberNode(value) && value.computed ? this.#toRest(value.object, first) : null;
  }

  #toRest(list: SyntaxNode, first: number): Source | null {
    const from = this.#findRest(list, first);
    return from === null ? null : { from };
  }

  /** `source[key]`, or the value that comes with the key. */
  #isCopy(value: SyntaxNode, key: Binding, keyed: SyntaxNode): boolean {
    const node = unwrap(value);
    if (node.type === 'Identifier') {
      const loop = findLoop(findBindingOf(this.#module, node) ?? key);
      return loop?.index === 1 && findListed(loop.list, 'entries') === keyed;
    }
    if (!isMemberNode(node) || !node.computed) return false;
    const isSame = (first: SyntaxNode, second: SyntaxNode) => {
      const [one, other] = [peel(first), peel(second)];
      if (one.type === 'Identifier' && other.type === 'Identifier')
        return findBindingOf(this.#module, one) === findBindingOf(this.#module, other);
      return (
        this.#module.text.slice(one.start ?? 0, one.end ?? 0) ===
        this.#module.text.slice(other.start ?? 0, other.end ?? 0)
      );
    };
    return findName(node.property, this.#module) === key && isSame(node.object, keyed);
  }

  /** What is asked before it copies: whether the key is the source's own, whether its value is there; not which key it is. */
  #readGuard(test: SyntaxNode, isMet: boolean, target: Binding): 'any' | 'missing' | null {
    const node = unwrap(test);
    if (node.type === 'LogicalExpression' && node.operator === '&&' && isMet) {
      const both = [this.#readGuard(node.left, true, target), this.#readGuard(node.right, true, target)];
      return both.includes(null) ? null : both.includes('missing') ? 'missing' : 'any';
    }
    let asksTarget = false;
    let isPlain = true;
    walk(node, true, (inner) => {
      if (inner.type === 'Identifier' && findBindingOf(this.#module, inner) === target) asksTarget = true;
      if (inner.type === 'StringLiteral' && !/^(?:undefined|object|function)$/.test(inner.value)) isPlain = false;
      if (inner.type === 'RegExpLiteral' || inner.type === 'NumericLiteral') isPlain = false;
      return true;
    });
    // `skipped.includes(key)`: some keys are left out.
    if (!isPlain || (!asksTarget && !this.#asksOwn(node))) return null;
    if (!asksTarget) return 'any';
    if (!isMet) return 'any';
    const isNegated = node.type === 'UnaryExpression' && node.operator === '!';
    const isCompared = node.type === 'BinaryExpression' && /^===?$/.test(node.operator);
    return isNegated || isCompared ? 'missing' : null;
  }

  #asksOwn(test: SyntaxNode): boolean {
    return !someNode(
      test,
      (inner) =>
        inner.type === 'CallExpression' &&
        !/^(?:hasOwn|hasOwnProperty|call|isArray|is(?:Plain)?Obj(?:ect)?)$/.test(nameCallee(inner.callee) ?? ''),
    );
  }

  #readGuards(node: SyntaxNode, target: Binding): 'any' | 'missing' | null {
    let result: 'any' | 'missing' = 'any';
    for (
      let at = node, parent = getParent(at);
      parent !== undefined && at !== this.#fn;
      at = parent, parent = getParent(at)
    ) {
      if (parent.type !== 'IfStatement' || parent.test === at) continue;
      const guard = this.#isLoopGuard(parent) ? 'any' : this.#readGuard(parent.test, parent.consequent === at, target);
      if (guard === null) return null;
      if (guard === 'missing') result = 'missing';
    }
    return result;
  }

  /** `if (source) for (key in source) …` */
  #isLoopGuard({ test }: t.IfStatement): boolean {
    const name = findName(test, this.#module);
    return name !== undefined && findKeyed(name) === null;
  }

  find(): Merger | null {
    const { body } = this.#fn;
    const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
    if (last?.type !== 'ReturnStatement' || !last.argument || this.#fn.async === true || this.#fn.generator === true)
      return null;
    const target = findName(last.argument, this.#module);
    if (target === undefined) return null;
    const given = target.source.kind === 'param' && target.source.fn === this.#fn ? target.source.index : null;
    const made = target.source.kind === 'value' && target.source.steps.length === 0 ? target.source.node : null;
    const taken = made === null ? null : this.#findParam(made);
    const start = given ?? taken?.index ?? made;
    if (start === null || (target.source.kind === 'param' && (target.source.rest || target.source.steps.length > 0)))
      return null;
    const assigned: t.AssignmentExpression[] = [];
    const returnsElsewhere = someNode(body, (node) => {
      if (node.type === 'AssignmentExpression' && isMemberNode(unwrap(node.left))) assigned.push(node);
      return node.type === 'ReturnStatement' && node !== last && !this.#isInCallback(node);
    });
    return returnsElsewhere ? null : this.#read(assigned, target, start);
  }

  #isInCallback(node: SyntaxNode): boolean {
    for (let at = getParent(node); at !== undefined && at !== this.#fn; at = getParent(at))
      if (isFunctionNode(at)) return true;
    return false;
  }

  #read(assigned: readonly t.AssignmentExpression[], target: Binding, start: number | SyntaxNode): Merger | null {
    const found = new Map<string, Source>();
    let isDefault = false;
    let isDeep = false;
    for (const node of assigned) {
      const left = unwrap(node.left);
      if (!isMemberNode(left) || !left.computed || findName(left.object, this.#module) !== target) return null;
      const key = findName(left.property, this.#module);
      const keyed = key === undefined ? null : findKeyed(key);
      const source = keyed === null ? null : this.#findSource(keyed, typeof start === 'number' ? start + 1 : 0);
      const guard = this.#readGuards(node, target);
      if (key === undefined || keyed === null || source === null) return null;
      const plain = this.#dropOwnCall(node.right);
      isDeep ||= plain !== node.right;
      // `target[key] = merge(target[key], source[key])`: beside a plain copy.
      if (plain === null || unwrap(plain).type === 'CallExpression') continue;
      if (guard === null || !this.#isCopy(plain, key, keyed)) return null;
      isDefault ||= guard === 'missing';
      found.set(JSON.stringify(source), source);
    }
    return found.size === 0 ? null : { target: start, sources: [...found.values()], isDefault, isDeep };
  }

  /** What is assigned where the function does not call itself: `isObject(value) ? merge(target[key], value) : value`. */
  #dropOwnCall(right: SyntaxNode): SyntaxNode | null {
    const node = unwrap(right);
    if (this.#isOwnCall(node)) return null;
    if (node.type !== 'ConditionalExpression') return right;
    if (this.#isOwnCall(unwrap(node.consequent))) return node.alternate;
    return this.#isOwnCall(unwrap(node.alternate)) ? node.consequent : right;
  }

  #isOwnCall(node: SyntaxNode): boolean {
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
    const source = findBindingOf(this.#module, callee)?.source;
    if (source?.kind === 'function') return source.fn === this.#fn;
    return source?.kind === 'value' && source.node !== null && unwrap(source.node) === this.#fn;
  }
}

export function findMerger(fn: FunctionNode, module: Module): Merger | null {
  const known = mergers.get(fn);
  if (known !== undefined) return known;
  const isCandidate = /\[[^[\]]+\]\s*=[^=]/.test(module.text.slice(getStart(fn), fn.end ?? 0));
  const merger = isCandidate ? new Finder(fn, module).find() : null;
  mergers.set(fn, merger);
  return merger;
}

/** `target[key] = source[key]` in such a function: the function and the source; null for every other assignment. */
export function findCopied(
  target: SyntaxNode,
  module: Module,
): { readonly fn: FunctionNode; readonly source: SyntaxNode } | null {
  const key = isMemberNode(target) && target.computed ? findName(target.property, module) : undefined;
  const source = key === undefined ? null : findKeyed(key);
  const fn =
    source === null ? undefined : listFunctionsAround(target).find((around) => findMerger(around, module) !== null);
  return fn === undefined || source === null ? null : { fn, source };
}
