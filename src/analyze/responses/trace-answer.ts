import type { BodyReading } from '../../model/response.ts';
import {
  type ArgumentCall,
  type CallNode,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameKey,
  nameMember,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import { findKind, stepCall, stepMember } from './answer-kinds.ts';
import { isArrayTest, isKnownList } from './array-guards.ts';
import { BodyReads } from './body-reads.ts';
import { findTaker, type Taker } from './body-takers.ts';
import { type Carried, isBody, MAX_ENTERED, MAX_PATH, type Place } from './carried.ts';
import { givesOnly, holdsOnly } from './other-values.ts';
import { changesBodies, findSettled, isPassedOn } from './passed-on.ts';
import { findHookAround, findRunner, isQueryHook, listTakers } from './ways-out.ts';

/** Follows the answer of one request through names, `await`, `.then`, helpers and returns, as far as that is certain. */

const MAX_PLACES = 200;

export class AnswerTracer {
  readonly #evaluator: Evaluator;
  readonly #emission: Emission;
  readonly #queue: Place[] = [];
  readonly #later: (() => void)[] = [];
  readonly #seen = new Set<SyntaxNode>();
  readonly #reads: BodyReads;

  constructor(evaluator: Evaluator, emission: Emission) {
    this.#evaluator = evaluator;
    this.#emission = emission;
    this.#reads = new BodyReads(evaluator, emission);
  }

  /** What of the answer is read; empty where nothing is, or not in a way that can be followed. */
  trace(): BodyReading {
    const { sink, request } = this.#emission;
    const kind = findKind(request.client);
    if (kind === null || (kind !== 'response' && changesBodies(this.#evaluator))) return { reads: [], isOpen: true };
    this.#push(sink.node, sink.module, { kind, path: [], entered: [] });
    for (let place = this.#next(); place !== undefined; place = this.#next()) {
      if (this.#seen.has(place.node)) continue;
      if (this.#seen.size > MAX_PLACES) return { ...this.#reads.finish(), isOpen: true };
      this.#seen.add(place.node);
      this.#step(place);
    }
    return this.#reads.finish();
  }

  /** What is done in one function comes before what its callers do. */
  #next(): Place | undefined {
    while (this.#queue.length === 0) {
      const leave = this.#later.shift();
      if (leave === undefined) return undefined;
      leave();
    }
    return this.#queue.pop();
  }

  #push(node: SyntaxNode, module: Module, { kind, path, entered }: Carried): void {
    const { site } = this.#emission;
    if (node === site.node && module === site.module && this.#reads.isShared) {
      this.#reads.isShared = false;
      this.#later.length = 0;
    }
    this.#queue.push({ node, module, kind, path, entered });
  }

  #step(place: Place): void {
    const { node, module } = place;
    const parent = getParent(node);
    if (parent === undefined || (isBody(place) && isKnownList(node, module))) return;
    if (isPassedOn(parent, node)) this.#push(parent, module, place);
    else if (isMemberNode(parent) && parent.object === node) this.#stepMember(parent, place);
    else if (isFunctionNode(parent) && parent.body === node) this.#leave(parent, place);
    else if (parent.type === 'VariableDeclarator' && parent.init === node) this.#bind(parent.id, place);
    else if (parent.type === 'AssignmentExpression' && parent.right === node) this.#assign(parent.left, place);
    else if (parent.type === 'ReturnStatement') this.#leaveByReturn(parent, place);
    else if (parent.type === 'ObjectProperty' && parent.value === node) this.#box(nameKey(parent), parent, place);
    else if (parent.type === 'ArrayExpression') this.#stepElement(parent, place);
    else if (isCallNode(parent) && parent.type !== 'TaggedTemplateExpression') this.#handTo(parent, place);
    else if (isBody(place)) this.#reads.judge(parent, place);
    else this.#reads.judgeAround(parent, place);
  }

  #leaveByReturn(statement: SyntaxNode, place: Place): void {
    let fn: SyntaxNode | undefined = statement;
    while (fn !== undefined && !isFunctionNode(fn)) fn = getParent(fn);
    if (fn !== undefined && givesOnly(fn, place.node, place.module)) this.#leave(fn, place);
    else this.#reads.lose(place);
  }

  /** `{ ok: response.ok, data }`: the object has the answer as a member. */
  #box(name: string | null, property: SyntaxNode, place: Place): void {
    const object = getParent(property);
    if (name === null || object?.type !== 'ObjectExpression' || place.path.length >= MAX_PATH) this.#reads.lose(place);
    else this.#push(object, place.module, { ...place, path: [name, ...place.path] });
  }

  #stepElement(list: SyntaxNode & { readonly type: 'ArrayExpression' }, place: Place): void {
    const settled = findSettled(list, place.node);
    // `Array.isArray(body) ? body : [body]` gives an object as the only record.
    if (settled !== null) this.#push(settled.call, place.module, { ...place, path: [...settled.path, ...place.path] });
    else if (getParent(list)?.type !== 'ConditionalExpression') this.#reads.lose(place);
  }

  /** The value is an argument of a call. */
  #handTo(call: ArgumentCall, place: Place): void {
    const { node, module } = place;
    const index = call.arguments.findIndex((argument) => argument === node);
    if (index < 0) {
      this.#reads.lose(place);
      return;
    }
    if (isBody(place) && isArrayTest(call)) {
      this.#reads.read('[]', place, node, true);
      return;
    }
    const taker = findTaker(this.#evaluator, call, index, module);
    if (taker === null) this.#reads.lose(place);
    else this.#give(taker, call, place);
  }

  #give(taker: Taker, call: ArgumentCall, place: Place): void {
    const { node, module, kind, path, entered } = place;
    if (taker.as === 'parsed') {
      if (kind === 'text') this.#push(call, module, { ...place, kind: 'body' });
    } else if (taker.as === 'list') {
      if (isBody(place)) this.#reads.read('[]', place, node);
    } else if (taker.as === 'state') this.#bind(taker.name, place);
    else if (taker.as === 'param') {
      if (entered.length >= MAX_ENTERED) this.#reads.lose(place);
      else {
        const inside = { kind, path, entered: [{ fn: taker.fn, call, module }, ...entered] };
        this.#bind(taker.param, { ...inside, node, module: taker.module });
      }
    }
  }

  #stepMember(member: MemberNode, place: Place): void {
    const { module, kind, path } = place;
    const { client } = this.#emission.request;
    const name = nameMember(member);
    const parent = getParent(member);
    const isCalled = parent !== undefined && parent.type === 'CallExpression' && parent.callee === member;
    if (isCalled && name !== null && this.#stepCall(parent, name, place)) return;
    if (path.length > 0) {
      if (name === path[0]) this.#push(member, module, { ...place, path: path.slice(1) });
      else if (name === null) this.#reads.lose(place);
      return;
    }
    if (kind !== 'body') {
      const next = name === null ? null : stepMember(kind, name, client);
      if (next !== null) this.#push(member, module, { ...place, kind: next });
      return;
    }
    this.#reads.readMember(member, place);
  }

  /** Does the call give the answer, or its body? */
  #stepCall(call: CallNode, name: string, place: Place): boolean {
    const { module, kind, path } = place;
    // wretch's `.json((body) => body.agents)`: what is made of it, nobody follows.
    const isPlain = path.length === 0 && !('arguments' in call && call.arguments.length > 0);
    const called = isPlain ? stepCall(kind, name) : null;
    // superagent's `.set(…)` gives back the request itself.
    const isChained = this.#emission.request.client === 'superagent' && kind === 'wrapped' && path.length === 0;
    if (name === 'then') this.#stepThen(call, place);
    else if (called !== null) this.#push(call, module, { ...place, kind: called });
    else if (name === 'catch' || name === 'finally' || isChained) this.#push(call, module, place);
    else return false;
    return true;
  }

  #stepThen(call: CallNode, place: Place): void {
    if (call.type === 'TaggedTemplateExpression') return;
    const [callback] = call.arguments;
    if (callback === undefined) return;
    if (isFunctionNode(callback)) {
      const [param] = callback.params;
      if (param !== undefined) this.#bind(param, place);
      return;
    }
    const taker = findTaker(this.#evaluator, { ...call, callee: callback } as ArgumentCall, 0, place.module);
    if (taker === null) this.#reads.lose(place);
    else this.#give(taker, call, place);
  }

  /** `data = await response.json()`, where the name is given nothing else that is like an answer. */
  #assign(target: SyntaxNode, place: Place): void {
    const binding = target.type === 'Identifier' ? findBindingOf(place.module, target) : undefined;
    if (binding !== undefined && holdsOnly(binding, place.node, place.module)) this.#bindReads(binding, place);
    else this.#reads.lose(place);
  }

  #bindReads(binding: Binding, place: Place): void {
    const { module } = place;
    for (const name of findScript(module, binding.declaration).identifiers.get(binding.name)) {
      if (name === binding.declaration || !isRead(name) || findBindingOf(module, name) !== binding) continue;
      this.#push(name, module, place);
    }
  }

  /** The value gets a name, or is taken apart. */
  #bind(pattern: SyntaxNode, place: Place): void {
    const { module, path } = place;
    if (pattern.type === 'AssignmentPattern') {
      this.#bind(pattern.left, place);
      return;
    }
    if (pattern.type === 'Identifier') {
      const binding = findBindingOf(module, pattern);
      if (binding === undefined || binding.assignments.length > 0) this.#reads.lose(place);
      else this.#bindReads(binding, place);
    } else if (pattern.type === 'ArrayPattern') {
      const [index, ...rest] = path;
      const element = index === undefined ? null : pattern.elements[Number(index)];
      if (element) this.#bind(element, { ...place, path: rest });
      else if (isBody(place)) this.#reads.read('[]', place, pattern);
    } else if (pattern.type !== 'ObjectPattern') this.#reads.lose(place);
    else for (const property of pattern.properties) this.#bindProperty(property, place);
  }

  #bindProperty(property: SyntaxNode, place: Place): void {
    const { kind, path } = place;
    const name = property.type === 'ObjectProperty' ? nameKey(property) : null;
    if (property.type !== 'ObjectProperty' || name === null) {
      this.#reads.lose(place);
      return;
    }
    if (path.length > 0) {
      if (name === path[0]) this.#bind(property.value, { ...place, path: path.slice(1) });
      return;
    }
    // A default is there for bodies that lack the member.
    if (kind === 'body') {
      this.#reads.read(name, place, property.key, property.value.type === 'AssignmentPattern');
      return;
    }
    const next = stepMember(kind, name, this.#emission.request.client);
    if (next !== null) this.#bind(property.value, { ...place, kind: next });
  }

  /** A function gives the value back: to `.then`, to a hook, or to its callers. */
  #leave(fn: FunctionNode, place: Place): void {
    const { module, entered } = place;
    const [helper, ...outer] = entered;
    if (helper?.fn === fn) {
      this.#push(helper.call, helper.module, { ...place, entered: outer });
      return;
    }
    const parent = getParent(fn);
    const hook = findHookAround(fn);
    if (hook !== null) this.#pushHook(hook, module, place);
    else if (parent === undefined || !isCallNode(parent) || parent.type === 'TaggedTemplateExpression')
      this.#leaveToCallers(fn, place);
    else if (nameMember(parent.callee) !== 'then') this.#leaveToRunner(fn, parent, place);
    else if (parent.arguments[0] === fn) this.#push(parent, module, place);
    else this.#reads.lose(place);
  }

  #leaveToCallers(fn: FunctionNode, place: Place): void {
    const takers = listTakers(this.#evaluator, fn, this.#reads.isShared ? this.#emission.site.node : null);
    if (takers.length === 0) this.#reads.lose(place);
    for (const { node, module } of takers)
      this.#later.push(() => {
        if (isQueryHook(node)) this.#pushHook(node, module, place);
        else this.#push(node, module, place);
      });
  }

  #leaveToRunner(fn: FunctionNode, call: CallNode, place: Place): void {
    const runner = findRunner(this.#evaluator, fn, call, place.module);
    if (runner === null || runner.runs.length === 0 || place.entered.length >= MAX_ENTERED) {
      this.#reads.lose(place);
      return;
    }
    const entered = [{ fn: runner.fn, call, module: place.module }, ...place.entered];
    for (const { node } of runner.runs) this.#push(node, runner.module, { ...place, entered });
  }

  #pushHook(hook: CallNode, module: Module, place: Place): void {
    this.#push(hook, module, { ...place, path: ['data', ...place.path] });
  }
}
