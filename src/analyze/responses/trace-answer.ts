import type { BodyRead } from '../../model/response.ts';
import {
  type CallNode,
  type FunctionNode,
  getEnd,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameKey,
  nameMember,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { findKind, type Kind, stepCall, stepMember } from './answer-kinds.ts';

/** Follows the answer of one request through names, `await`, `.then` and returns, as far as that is certain. */

/** `transformResponse: (body) => body.agents`, `response._data = …`: what a client is told to make of bodies. */
const CHANGES_BODY = /\btransformResponse\b|\b_data\s*=[^=]|\bresponse\.(?:data|body)\s*=[^=]/;

const changing = new WeakMap<Evaluator, boolean>();

/** Of a client that does so the answer is not the platform's any more. */
function changesBodies(evaluator: Evaluator): boolean {
  const known = changing.get(evaluator) ?? evaluator.graph.loaded.some(({ text }) => CHANGES_BODY.test(text));
  changing.set(evaluator, known);
  return known;
}

interface Place {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly kind: Kind;
}

const MAX_PLACES = 200;

const TRANSPARENT = new Set([
  'AwaitExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TypeCastExpression',
]);

export class AnswerTracer {
  readonly #evaluator: Evaluator;
  readonly #emission: Emission;
  readonly #queue: Place[] = [];
  readonly #seen = new Set<SyntaxNode>();
  readonly #reads: BodyRead[] = [];
  /** A wrapper's own reads serve other requests, too: only what is read behind the site counts. */
  #isBehindSite: boolean;
  /** The code is prepared for several envelopes, or the body goes where it cannot be followed. */
  #isTolerant = false;

  constructor(evaluator: Evaluator, emission: Emission) {
    this.#evaluator = evaluator;
    this.#emission = emission;
    this.#isBehindSite = emission.sink.node === emission.site.node;
  }

  /** What of the answer is read; empty where nothing is, or not in a way that can be followed. */
  trace(): readonly BodyRead[] {
    const { sink, request } = this.#emission;
    const kind = findKind(request.client);
    if (kind === null || (kind !== 'response' && changesBodies(this.#evaluator))) return [];
    this.#push(sink.node, sink.module, kind);
    for (let place = this.#queue.pop(); place !== undefined; place = this.#queue.pop()) {
      if (this.#seen.has(place.node) || this.#seen.size > MAX_PLACES) continue;
      this.#seen.add(place.node);
      this.#step(place);
    }
    return this.#isTolerant ? [] : this.#reads;
  }

  #push(node: SyntaxNode, module: Module, kind: Kind): void {
    const { site } = this.#emission;
    if (node === site.node && module === site.module && !this.#isBehindSite) {
      this.#isBehindSite = true;
      this.#queue.length = 0;
    }
    this.#queue.push({ node, module, kind });
  }

  #read(name: string, module: Module, node: SyntaxNode, isGuard = false): void {
    if (!this.#isBehindSite) return;
    this.#reads.push({ name, isGuard, place: { file: module.path, start: getStart(node), end: getEnd(node) } });
  }

  #step({ node, module, kind }: Place): void {
    const parent = getParent(node);
    if (parent === undefined) return;
    if (TRANSPARENT.has(parent.type)) this.#push(parent, module, kind);
    else if (isMemberNode(parent) && parent.object === node) this.#stepMember(parent, module, kind);
    else if (isFunctionNode(parent) && parent.body === node) this.#leave(parent, module, kind);
    else if (parent.type === 'VariableDeclarator' && parent.init === node) this.#bind(parent.id, module, kind);
    else if (parent.type === 'ReturnStatement') this.#leaveByReturn(parent, module, kind);
    else if (kind === 'body') this.#judgeBody(parent, node, module);
  }

  #leaveByReturn(statement: SyntaxNode, module: Module, kind: Kind): void {
    let fn: SyntaxNode | undefined = statement;
    while (fn !== undefined && !isFunctionNode(fn)) fn = getParent(fn);
    if (fn !== undefined && findOnlyReturn(fn) !== null) this.#leave(fn, module, kind);
  }

  /** What is done with the body as a whole. */
  #judgeBody(parent: SyntaxNode, node: SyntaxNode, module: Module): void {
    const isSpread = parent.type === 'SpreadElement' && getParent(parent)?.type === 'ArrayExpression';
    if (isSpread || (parent.type === 'ForOfStatement' && parent.right === node)) this.#read('[]', module, node);
    const isTest =
      (parent.type === 'UnaryExpression' && parent.operator === 'typeof') ||
      (parent.type === 'BinaryExpression' && (parent.operator === 'in' || parent.operator === 'instanceof')) ||
      (isCallNode(parent) && isArrayTest(parent));
    if (isTest) this.#isTolerant = true;
  }

  #stepMember(member: MemberNode, module: Module, kind: Kind): void {
    const { client } = this.#emission.request;
    const name = nameMember(member);
    const parent = getParent(member);
    const isCalled = parent !== undefined && parent.type === 'CallExpression' && parent.callee === member;
    if (isCalled && name !== null && this.#stepCall(parent, name, module, kind)) return;
    if (kind !== 'body') {
      const next = name === null ? null : stepMember(kind, name, client);
      if (next !== null) this.#push(member, module, next);
      return;
    }
    if (name === null && this.#isNamedByText(member.property, module)) return;
    const isElement = name === null || /^\d+$/.test(name);
    this.#read(isElement ? '[]' : name, module, member.property, isGuarded(member));
  }

  /** `body[KEYS[path]]`: which member that is, the key says; an element has a number. */
  #isNamedByText(key: SyntaxNode, module: Module): boolean {
    const keys = listOptions(this.#evaluator.evaluate(key, module, this.#evaluator.anyCaller));
    return keys.some(({ type }) => type === 'text' || type === 'param');
  }

  /** Does the call give the answer, or its body? */
  #stepCall(call: CallNode, name: string, module: Module, kind: Kind): boolean {
    // wretch's `.json((body) => body.agents)`: what is made of it, nobody follows.
    const called = 'arguments' in call && call.arguments.length > 0 ? null : stepCall(kind, name);
    // superagent's `.set(…)` gives back the request itself.
    const isChained = this.#emission.request.client === 'superagent' && kind === 'wrapped';
    if (name === 'then') this.#stepThen(call, module, kind);
    else if (called !== null) this.#push(call, module, called);
    else if (name === 'catch' || name === 'finally' || isChained) this.#push(call, module, kind);
    else return false;
    return true;
  }

  #stepThen(call: CallNode, module: Module, kind: Kind): void {
    if (call.type === 'TaggedTemplateExpression') return;
    const [callback] = call.arguments;
    if (callback === undefined || !isFunctionNode(callback)) return;
    const [param] = callback.params;
    if (param !== undefined) this.#bind(param, module, kind);
  }

  /** The value gets a name, or is taken apart. */
  #bind(pattern: SyntaxNode, module: Module, kind: Kind): void {
    if (pattern.type === 'Identifier') {
      const binding = findBindingOf(module, pattern);
      if (binding === undefined || binding.assignments.length > 0) return;
      for (const name of findScript(module, pattern).identifiers.get(binding.name)) {
        if (name === binding.declaration || !isRead(name) || findBindingOf(module, name) !== binding) continue;
        this.#push(name, module, kind);
      }
      return;
    }
    if (pattern.type === 'ArrayPattern') {
      if (kind === 'body') this.#read('[]', module, pattern);
      return;
    }
    if (pattern.type !== 'ObjectPattern') return;
    for (const property of pattern.properties) {
      if (property.type !== 'ObjectProperty') continue;
      const name = nameKey(property);
      if (name === null) continue;
      if (kind === 'body') {
        // A default is there for bodies that lack the member.
        this.#read(name, module, property.key, property.value.type === 'AssignmentPattern');
        continue;
      }
      const next = stepMember(kind, name, this.#emission.request.client);
      if (next !== null) this.#bind(property.value, module, next);
    }
  }

  /** A function gives the value back: to `.then`, or to its callers. */
  #leave(fn: FunctionNode, module: Module, kind: Kind): void {
    const parent = getParent(fn);
    if (parent !== undefined && isCallNode(parent) && parent.type !== 'TaggedTemplateExpression') {
      const { callee } = parent;
      const isThen = nameMember(callee) === 'then';
      if (isThen && parent.arguments[0] === fn) this.#push(parent, module, kind);
      return;
    }
    const { site } = this.#emission;
    const callers = this.#evaluator.index.listCallers(fn);
    const own = this.#isBehindSite ? [] : callers.filter((caller) => caller.node === site.node);
    for (const caller of own.length > 0 ? own : callers) {
      if (caller.outer.length > 0 || !callsDirectly(this.#evaluator, caller.node, fn)) continue;
      this.#push(caller.node, caller.module, kind);
    }
  }
}

/** Hooks like `useQuery` call a function and give back something of their own. */
function callsDirectly(evaluator: Evaluator, call: SyntaxNode, fn: FunctionNode): boolean {
  if (!isCallNode(call)) return false;
  const callee = evaluator.index.getCallee(call);
  return callee?.type === 'function' && callee.fn === fn;
}

/** `Array.isArray(body)` and its likes: the code looks first. */
function isArrayTest(call: SyntaxNode): boolean {
  if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.type === 'NewExpression') return false;
  const { callee } = call;
  return nameMember(callee) === 'isArray';
}

/** `body.data ?? body`, `body.items ? … : …`, `if (body.agents)`: the member may be missing, and the code knows. */
function isGuarded(member: SyntaxNode): boolean {
  let at = member;
  for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    switch (parent.type) {
      case 'LogicalExpression':
        return true;
      case 'ConditionalExpression':
      case 'IfStatement':
      case 'WhileStatement':
        return parent.test === at;
      case 'UnaryExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
        continue;
      case 'OptionalMemberExpression':
        if (parent.object !== at || parent.optional) return true;
        continue;
      default:
        return parent.type === 'CallExpression' && isArrayTest(parent);
    }
  }
  return false;
}
