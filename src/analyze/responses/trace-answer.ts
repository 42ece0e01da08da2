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
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { stepCall, stepMember } from './answer-kinds.ts';
import { listEnded, listStarts } from './answer-starts.ts';
import { isArrayTest, isKnownList } from './array-guards.ts';
import { BodyReads } from './body-reads.ts';
import { findTaker, type Taker } from './body-takers.ts';
import { listAssigned, listNamed } from './bound-names.ts';
import { type Carried, type Found, isBody, MAX_ENTERED, MAX_PATH, type Place } from './carried.ts';
import { listBehind, listObserved } from './observed-answers.ts';
import { givesOnly } from './other-values.ts';
import { changesBodies, findSettled, isPassedOn } from './passed-on.ts';
import { listStored } from './stored-answers.ts';
import { isStreamRead, listHeard, listLooped } from './streamed-bodies.ts';
import { findHookAround, findRunner, isQueryHook, listTakers } from './ways-out.ts';

/** Follows the answer of one request through names, `await`, `.then`, helpers and returns, as far as that is certain. */

const MAX_PLACES = 200;

const CHAINED = /^super(?:agent|test)$/;
const GIVES_ITSELF = /^(?:catch|finally|toPromise|fail|always)$/;

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
    const starts = listStarts(this.#evaluator, this.#emission);
    const isParsed = starts?.some(({ kind }) => kind !== 'response') === true;
    if (starts === null || (isParsed && changesBodies(this.#evaluator))) return { reads: [], isOpen: true };
    for (const start of starts) this.#take([start], start);
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

  #push(node: SyntaxNode, module: Module, { kind, path, entered, part }: Carried): void {
    const { site } = this.#emission;
    if (node === site.node && module === site.module && this.#reads.isShared) {
      this.#reads.isShared = false;
      this.#later.length = 0;
    }
    this.#queue.push({ node, module, kind, path, entered, part });
  }

  #step(place: Place): void {
    const { node, module } = place;
    const parent = getParent(node);
    if (parent === undefined || (isBody(place) && isKnownList(node, module))) return;
    if (isPassedOn(parent, node)) this.#push(parent, module, place);
    else if (isMemberNode(parent) && parent.object === node) this.#stepMember(parent, place);
    else if (isFunctionNode(parent) && parent.body === node) this.#leave(parent, place);
    else if (parent.type === 'VariableDeclarator' && parent.init === node) this.#bind(parent.id, place);
    else if (parent.type === 'AssignmentExpression' && parent.right === node)
      for (const reading of listAssigned(parent.left, place, this.#reads)) this.#follow(reading);
    else if (parent.type === 'ReturnStatement') this.#leaveByReturn(parent, place);
    else if (parent.type === 'ObjectProperty' && parent.value === node) this.#box(nameKey(parent), parent, place);
    else if (parent.type === 'ArrayExpression') this.#stepElement(parent, place);
    else if (isCallNode(parent) && parent.type !== 'TaggedTemplateExpression') this.#handTo(parent, place);
    else if (isStreamRead(parent, place)) this.#take(listLooped(parent, place), place);
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
    const stored = index === 0 ? listStored(this.#evaluator, call, place) : null;
    const taker = stored === null ? findTaker(this.#evaluator, call, index, module) : null;
    if (stored !== null) this.#take(stored, place);
    else if (taker === null) this.#reads.lose(place);
    else this.#give(taker, call, place);
  }

  #give(taker: Taker, call: ArgumentCall, place: Place): void {
    const { node, module, kind, entered } = place;
    if (taker.as === 'parsed') {
      if (kind === 'text') this.#push(call, module, { ...place, kind: 'body' });
    } else if (taker.as === 'joined') {
      if (kind === 'chunks') this.#push(call, module, { ...place, kind: 'text' });
    } else if (taker.as === 'same') this.#push(taker.node, module, place);
    else if (taker.as === 'list') {
      if (isBody(place)) this.#reads.read('[]', place, node);
    } else if (taker.as === 'state') this.#bind(taker.name, place);
    else if (taker.as === 'param') {
      if (entered.length >= MAX_ENTERED) this.#reads.lose(place);
      else {
        const inside = [{ fn: taker.fn, call, module }, ...entered];
        this.#bind(taker.param, { ...place, entered: inside, module: taker.module });
      }
    }
  }

  #stepMember(member: MemberNode, place: Place): void {
    const { module, kind, path } = place;
    const name = nameMember(member);
    const parent = getParent(member);
    const isCalled = parent !== undefined && parent.type === 'CallExpression' && parent.callee === member;
    if (isCalled && name !== null && this.#stepCall(parent, name, place)) return;
    if (path.length > 0) {
      if (name === path[0]) this.#push(member, module, { ...place, path: path.slice(1) });
      else if (name === null) this.#reads.lose(place);
      return;
    }
    if (kind === 'part') this.#reads.readOfPart(name ?? '[]', member, place);
    else if (kind === 'body') {
      const part = this.#reads.readMember(member, place);
      if (part !== null) this.#push(member, module, { ...place, ...part });
    } else {
      const next = name === null ? null : stepMember(kind, name);
      if (next !== null) this.#push(member, module, { ...place, kind: next });
    }
  }

  /** Does the call give the answer, or its body? */
  #stepCall(call: CallNode, name: string, place: Place): boolean {
    const { module, kind, path } = place;
    const { client } = this.#emission.request;
    const isWhole = path.length === 0;
    const args = 'arguments' in call ? call.arguments : [];
    // wretch's `.json((body) => body.agents)`: what is made of it, nobody follows.
    const isPlain = isWhole && (args.length === 0 || kind === 'text' || kind === 'chunks' || name === 'getContentText');
    const called = isPlain ? stepCall(kind, name) : null;
    const observed = listObserved(call, name, place);
    if (name === 'then' || (name === 'done' && client === 'jquery')) this.#stepThen(call, place);
    else if (called !== null) this.#push(call, module, { ...place, kind: called });
    else if (observed !== undefined) this.#take(observed, place);
    else if (kind === 'stream' && isWhole) this.#take(listHeard(call, place), place);
    else if (isWhole && kind === 'with-body' && CHAINED.test(client)) {
      // superagent's `.set(…)` gives back the request itself, `.end` hands the response over.
      if (name === 'end') this.#take(listEnded(call, place), place);
      this.#push(call, module, place);
    } else if (GIVES_ITSELF.test(name)) this.#push(call, module, place);
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

  #bind(pattern: SyntaxNode, place: Place): void {
    for (const reading of listNamed(pattern, place, this.#reads)) this.#follow(reading);
  }

  #follow(place: Place): void {
    this.#push(place.node, place.module, place);
  }

  #take(found: readonly Found[] | null, place: Place): void {
    if (found === null) this.#reads.lose(place);
    for (const each of found ?? []) {
      if (each.isPattern) this.#bind(each.node, each);
      else this.#follow(each);
    }
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
    const behind = parent === undefined ? undefined : listBehind(parent, place);
    if (behind !== undefined) this.#take(behind, place);
    else if (hook !== null) this.#pushHook(hook, module, place);
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
