import { findPathStart } from '../model/url-value.ts';
import { isElementCall } from '../syntax/element-calls.ts';
import { listFunctionsAround } from '../syntax/enclosing.ts';
import { contains, type FunctionNode, getStart } from '../syntax/nodes.ts';
import { resolveApplication } from './application.ts';
import { findAssertion } from './asserted-calls.ts';
import { evaluateCallee } from './calls.ts';
import { bindChain, type Chain, extendChain } from './chains.ts';
import { Circles, listInner, listOuter } from './circles.ts';
import type { SentRequest } from './clients/client.ts';
import { describeDeclaredRequest } from './clients/declared.ts';
import { describeRequests } from './clients/registry.ts';
import { describeUnknownClient } from './clients/unknown.ts';
import { RequestCollector } from './collect-requests.ts';
import { isConstructorFunction } from './constructor-functions.ts';
import type { Evaluator } from './evaluator.ts';
import { getLocation } from './modules.ts';
import { type CallSite, listCalledFunctions } from './project-index.ts';
import { isReachable } from './reachable.ts';
import { Senders } from './senders.ts';
import { getKnownText, getTextHead, listTexts, makeText } from './texts.ts';
import { listOptions } from './unions.ts';
import { mergeChoices } from './value-marks.ts';
import type { Atom, Env, OpenParam, TextValue, Value } from './values.ts';
import { nameWays } from './ways.ts';

/** Finds every HTTP request and follows its URL back through the callers. */

/** Ways from one request outwards; more are not followed and reported. */
const MAX_CHAINS_PER_SINK = 20_000;
/** Functions that call each other in circles are followed round this often. */
const MAX_ROUNDS = 1;
/** A base's own path and a version are at most so many segments. */
const MAX_PREFIX = 3;
const MAX_OPEN_ROUNDS = 4;
const MAX_STEPS_OF_OPEN_CALL = 3000;
/** Ways looked at to find what one call of a parameter calls. */
const MAX_OPEN_CHAINS = 64;

function isInside(param: OpenParam, other: OpenParam): boolean {
  return param.fn !== other.fn && param.module === other.module && contains(other.fn, param.fn);
}

/** The parameters on which the base or the beginning of the path depends. */
function listOpenParams(atoms: readonly Atom[], words: ReadonlySet<string>): readonly OpenParam[] {
  const start = findPathStart(atoms);
  const open: OpenParam[] = [];
  let path = '';
  for (const [index, atom] of atoms.entries()) {
    if (atom.kind === 'text') {
      if (index >= start.part) path += index === start.part ? atom.text.slice(start.index) : atom.text;
      if (/[?#]/.test(path)) return open;
      continue;
    }
    if (atom.kind === 'hole' && atom.open !== null) {
      const inPath = index >= start.part;
      // Behind a family's name comes an id; behind anything else, the base's own path or a version, the name itself.
      const segments = path.split('/').filter((segment) => segment !== '');
      const isDecided = segments.length > MAX_PREFIX || segments.some((segment) => words.has(segment));
      if (!inPath || !path.endsWith('/') || !isDecided) open.push(atom.open);
    }
    if (index >= start.part) path += '\0';
  }
  return open;
}

function findOpenMethod(request: SentRequest, sink: CallSite): readonly OpenParam[] {
  if (request.method === null) return [];
  const texts = listTexts(request.method, sink.node, sink.module);
  return texts.flatMap((text) =>
    text.atoms.flatMap((atom) => (atom.kind === 'hole' && atom.open !== null ? [atom.open] : [])),
  );
}

/** The methods that can go with one URL: a method of another branch cannot. */
function readMethods(request: SentRequest, sink: CallSite, url: TextValue): readonly string[] | null {
  if (request.method === null) return ['GET'];
  const options = listOptions(request.method).flatMap((value) => {
    if (value.type === 'primitive' && (value.value === undefined || value.value === null)) return [makeText('GET')];
    return listTexts(value, sink.node, sink.module);
  });
  const possible = options.filter((text) => mergeChoices(url.choices, text.choices) !== null);
  const methods = (possible.length === 0 ? options : possible).map(getKnownText);
  if (methods.some((method) => method === null || !/^[A-Za-z]+$/.test(method))) return null;
  return [...new Set(methods.map((method) => (method ?? '').toUpperCase()))].sort();
}

/** What the innermost call of a chain sends in one context. */
function describeSent(evaluator: Evaluator, sink: CallSite, env: Env): readonly SentRequest[] {
  if (env !== null && !isReachable(evaluator, sink.node, sink.module, env)) return [];
  if (isElementCall(sink.node)) return [];
  const callee = evaluateCallee(evaluator, sink.node, sink.module, env);
  const args = evaluator.index.listCallArguments(sink.node, sink.module, env);
  const sent = listOptions(callee).flatMap((target) => {
    if (target.type !== 'external' && target.type !== 'client') return [];
    const call = { evaluator, node: sink.node, module: sink.module, args, target };
    const known = describeRequests(call);
    return known.length > 0 ? known : (describeDeclaredRequest(call) ?? []);
  });
  return sent.length > 0 ? sent : describeUnknownClient(evaluator, sink, env, callee);
}

export class RequestFinder {
  readonly collector: RequestCollector;
  readonly notices = new Set<string>();
  /** Files with a parameter that no known caller gives a value: files that import them may hold the callers. */
  readonly openModules = new Set<string>();
  readonly evaluator: Evaluator;
  readonly #rounds = new WeakMap<Chain, number>();
  readonly #senders: Senders;
  readonly #words: ReadonlySet<string>;
  readonly #open: CallSite[] = [];
  readonly #direct: CallSite[] = [];
  readonly #sinks = new Map<string, Chain>();
  readonly #asked = new Map<CallSite, ReadonlyMap<FunctionNode, number>>();
  /** Where calls go round, … */
  #circles: Circles;
  /** … and where ways do, which know by whom each callback was handed over. */
  #wayCircles: Circles;
  #taken = 0;
  #ways = 0;

  /** `words`: the first segments of the paths that matter. */
  constructor(evaluator: Evaluator, words: readonly string[]) {
    this.evaluator = evaluator;
    this.#words = new Set(words);
    this.collector = new RequestCollector(this.#words);
    this.#circles = new Circles(evaluator.index, listInner);
    this.#wayCircles = new Circles(evaluator.index, listOuter);
    this.#senders = new Senders(evaluator.index, evaluator.graph.loaded);
  }

  /**
   * Runs to the end: resolves callees, then follows every request outwards. False when a module was loaded on the way,
   * of which the calls were not known at the start: the answer may lack what they say.
   */
  run(): boolean {
    const { graph } = this.evaluator;
    this.#resolveOpenCalls();
    const known = graph.loaded.length;
    for (const site of this.#direct) this.#follow([site]);
    for (const chain of this.#sinks.values()) {
      const [site, ...outer] = chain;
      if (site === undefined || this.#isBestKnown({ ...site, outer })) this.#follow(chain);
    }
    if (this.evaluator.isExhausted)
      this.notices.add(
        'The code takes too many steps to follow in full: some requests may be missing. Give fewer paths at a time.',
      );
    return graph.loaded.length === known;
  }

  /** Takes in the calls of modules that were loaded since, and those among them that send something as they stand. */
  #takeCalls(senders: Senders): void {
    const evaluator = this.evaluator;
    evaluator.index.resolveCalls(evaluator);
    for (const site of evaluator.index.calls.slice(this.#taken)) {
      if (evaluator.index.builtins.has(site)) continue;
      if (isOpen(evaluator.index.getCallee(site.node))) this.#open.push(site);
      evaluator.ask();
      if (describeSent(evaluator, site, null).length === 0) continue;
      this.#direct.push(site);
      senders.add(site);
    }
    this.#taken = evaluator.index.calls.length;
  }

  /** Calls of a parameter (`fn(...args)`, `http.get(path)`): which function or client is it on each way? */
  #resolveOpenCalls(): void {
    const { index } = this.evaluator;
    for (let round = 0; round < MAX_OPEN_ROUNDS; round += 1) {
      this.#takeCalls(this.#senders);
      for (const [site, ...outer] of this.#sinks.values())
        if (site !== undefined) this.#senders.add({ ...site, outer });
      this.#senders.spread();
      this.#circles = new Circles(index, listInner);
      this.#wayCircles = new Circles(index, listOuter);
      // Who has no new caller on the way has no new answer.
      const due = this.#open.filter((site) => this.#senders.mayLead(site) && this.#isDue(this.#asked.get(site)));
      if (due.length === 0) break;
      for (const site of due) {
        const callers = new Map<FunctionNode, number>();
        this.#asked.set(site, callers);
        this.#resolveOpenCall(site, this.#sinks, callers);
      }
    }
    index.filterCallers((site) => this.#isBestKnown(site));
    this.#openUnansweredCalls();
  }

  /** A call in a closure is known best through the callers of that closure, once there are any. */
  #isBestKnown(site: CallSite): boolean {
    const [next] = site.outer;
    if (next === undefined) return true;
    const { index } = this.evaluator;
    const around = listFunctionsAround(site.node).find((fn) => index.listCallers(fn).length > 0);
    return around === undefined || index.listCallers(around).some((caller) => caller.node === next.node);
  }

  #isDue(callers: ReadonlyMap<FunctionNode, number> | undefined): boolean {
    const { index } = this.evaluator;
    return callers === undefined || [...callers].some(([fn, count]) => index.listCallers(fn).length > count);
  }

  /** `callers` takes down whose callers were asked, and how many there were. */
  #resolveOpenCall(site: CallSite, sinks: Map<string, Chain>, callers: Map<FunctionNode, number>): void {
    const evaluator = this.evaluator;
    for (const fn of listFunctionsAround(site.node)) callers.set(fn, evaluator.index.listCallers(fn).length);
    let queue: Chain[] = [[site]];
    evaluator.ask(MAX_STEPS_OF_OPEN_CALL);
    for (let step = 0; step < 5 && queue.length > 0; step += 1) {
      const next: Chain[] = [];
      for (const chain of queue) {
        for (const env of bindChain(evaluator, chain, null)) {
          const { callee } = resolveApplication(evaluator, site, env);
          this.#noteCallee(chain, callee, env, sinks);
          const param = findOpenCallee(callee);
          if (param === null) continue;
          const longer = this.#listOuterChains(chain, param, true);
          if (longer === null) this.#noteAnyCaller(chain, sinks);
          else next.push(...longer);

          for (const entry of longer ?? []) {
            const outermost = entry.at(-1);
            for (const fn of outermost === undefined ? [] : listFunctionsAround(outermost.node))
              callers.set(fn, evaluator.index.listCallers(fn).length);
          }
        }
      }
      queue = next.slice(0, MAX_OPEN_CHAINS);
    }
  }

  /** Calls of a parameter that hand over a path, to nobody knows whom: who passes the function on may say. */
  #openUnansweredCalls(): void {
    const { index } = this.evaluator;
    for (const site of this.#open) {
      const param = findOpenCallee(index.getCallee(site.node));
      if (param === null || this.openModules.has(param.module.path)) continue;
      if (index.listCallees(site.node).length === 0 && this.#handsOverPath(site))
        this.openModules.add(param.module.path);
    }
  }

  #handsOverPath({ node, module }: CallSite): boolean {
    this.evaluator.ask();
    return this.evaluator.index
      .listCallArguments(node, module, null)
      .some((argument) => this.#holdsPath(this.evaluator.evaluateArgument(argument), true));
  }

  /** Is it a path, or one of the members of an options object? */
  #holdsPath(value: Value, isArgument: boolean): boolean {
    return listOptions(value).some((option) => {
      if (option.type === 'object' && isArgument) {
        return option.entries.some(
          ({ kind, slot }) =>
            kind === 'slot' &&
            slot.kind !== 'method' &&
            this.#holdsPath(this.evaluator.evaluateSlot(slot, option), false),
        );
      }
      const [, word = ''] = option.type === 'text' ? (/^\/?([^/?#]+)/.exec(getTextHead(option)) ?? []) : [];
      return this.#words.has(word);
    });
  }

  #noteCallee(chain: Chain, callee: Value, env: Env, sinks: Map<string, Chain>): void {
    const evaluator = this.evaluator;
    const [site, ...outer] = chain;
    if (site === undefined) return;
    evaluator.index.noteCallee(site.node, callee);
    for (const fn of listCalledFunctions(evaluator, callee)) evaluator.index.addCaller(fn, { ...site, outer });
    if (chain.length > 1 && describeSent(evaluator, site, env).length > 0) {
      const key = chain.map((entry) => `${entry.module.path}:${getStart(entry.node)}`).join(' ');
      if (!sinks.has(key)) sinks.set(key, chain);
    }
  }

  /** No caller leads on: the parameter takes the values of all callers, or what its type says. */
  #noteAnyCaller(chain: Chain, sinks: Map<string, Chain>): void {
    const evaluator = this.evaluator;
    const [site] = chain;
    if (site === undefined) return;
    for (const env of bindChain(evaluator, chain, evaluator.anyCaller)) {
      const { callee } = resolveApplication(evaluator, site, env);
      evaluator.index.noteCallee(site.node, callee);
      for (const fn of listCalledFunctions(evaluator, callee))
        evaluator.index.addCaller(fn, { ...site, outer: chain.slice(1) });
      if (describeSent(evaluator, site, env).length > 0) {
        const key = chain.map((entry) => `${entry.module.path}:${getStart(entry.node)}`).join(' ');
        if (!sinks.has(key)) sinks.set(key, chain);
      }
    }
  }

  /** The chain with each caller that can give the open parameter a value; null when no caller can be added. */
  #listOuterChains(chain: Chain, param: OpenParam, isOpenCall = false): readonly Chain[] | null {
    const { index } = this.evaluator;
    const outermost = chain.at(-1);
    if (outermost === undefined) return null;
    const fn = this.#chooseFunction(outermost, param, isOpenCall);
    if (fn === null) return null;
    const longer = index.listCallers(fn).flatMap((caller) => this.#extend(chain, fn, caller));
    return longer.length === 0 ? null : longer;
  }

  #extend(chain: Chain, fn: FunctionNode, caller: CallSite): readonly Chain[] {
    const rounds = (this.#rounds.get(chain) ?? 0) + (this.#wayCircles.isWithin(fn, caller) ? 1 : 0);
    const longer = rounds > MAX_ROUNDS ? null : extendChain(chain, caller);
    if (longer === null) return [];
    this.#rounds.set(longer, rounds);
    return [longer];
  }

  /**
   * Whose callers to ask. A closure or method carries its own context: asking its callers tells the clients made by
   * one factory or class apart, which the callers of the factory would mix.
   */
  #chooseFunction(outermost: CallSite, param: OpenParam, isOpenCall: boolean): FunctionNode | null {
    const { index } = this.evaluator;
    const encloses = param.module === outermost.module && contains(param.fn, outermost.node);
    // A constructor, or a method that sets what others read.
    const isMaker =
      (param.fn.type === 'ClassMethod' && (param.fn.kind === 'constructor' || param.fn.kind === 'method')) ||
      isConstructorFunction(param.fn, param.module);
    if (!encloses && !isMaker) return null;
    if (isOpenCall || index.listCallers(param.fn).length > 1) {
      for (const fn of listFunctionsAround(outermost.node)) {
        if (fn === param.fn) break;
        if (index.listCallers(fn).length > 0) return fn;
      }
    }
    return encloses ? param.fn : null;
  }

  #follow(start: Chain): void {
    const queue: Chain[] = [start];
    let count = 0;
    for (const chain of queue) {
      count += 1;
      if (count > MAX_CHAINS_PER_SINK) {
        const at = start[0] === undefined ? null : getLocation(start[0].module, getStart(start[0].node));
        this.notices.add(
          `${at?.file}:${at?.line}: more than ${MAX_CHAINS_PER_SINK} ways lead to this request; the rest was not followed`,
        );
        return;
      }
      this.#visit(chain, queue);
    }
  }

  #visit(chain: Chain, queue: Chain[]): void {
    const evaluator = this.evaluator;
    const [sink] = chain;
    if (sink === undefined) return;
    evaluator.ask();
    const envs = bindChain(evaluator, chain, null);
    // Which function the outermost call calls is known of any caller only: `this.client.send(…)` in a method nobody calls.
    if (envs.length === 0 && chain.length > 1) this.#emitForAnyCaller(chain, sink);
    for (const env of envs) {
      const sent = describeSent(evaluator, sink, env);
      const param =
        this.#findParam(sent, chain) ?? findOpenCallee(evaluateCallee(evaluator, sink.node, sink.module, env));
      if (param === null) {
        this.#emit(chain, sent);
        continue;
      }
      const longer = this.#listOuterChains(chain, param);
      if (longer !== null) queue.push(...longer);
      else {
        this.openModules.add(param.module.path);
        // Round a circle, "any caller" stands for endlessly many ways.
        if (this.#circles.isCircular(param.fn)) this.#emit(chain, sent);
        else this.#emitForAnyCaller(chain, sink);
      }
    }
  }

  /** The innermost function around the outermost call of which a parameter is open; else any open parameter. */
  #findParam(sent: readonly SentRequest[], chain: Chain): OpenParam | null {
    const [sink] = chain;
    const outermost = chain.at(-1);
    if (sink === undefined || outermost === undefined) return null;
    const open = sent.flatMap((request) => {
      const urls = listTexts(request.url, request.urlNode, sink.module).flatMap((text) =>
        listOpenParams(text.atoms, this.#words),
      );
      return [...urls, ...findOpenMethod(request, sink)];
    });
    const around = open.filter((param) => param.module === outermost.module && contains(param.fn, outermost.node));
    const candidates = around.length === 0 ? open : around;
    return candidates.reduce<OpenParam | null>(
      (best, param) => (best === null || isInside(param, best) ? param : best),
      null,
    );
  }

  #emitForAnyCaller(chain: Chain, sink: CallSite): void {
    const evaluator = this.evaluator;
    for (const env of bindChain(evaluator, chain, evaluator.anyCaller))
      this.#emit(chain, describeSent(evaluator, sink, env));
  }

  #emit(chain: Chain, sent: readonly SentRequest[]): void {
    const [sink, ...callers] = chain;
    if (sink === undefined) return;
    const assertion = callers.find(({ node }) => findAssertion(node) !== null);
    const ways = new Map<string, number>();
    for (const request of sent) {
      const texts = listTexts(request.url, request.urlNode, sink.module);
      const names = nameWays(texts);
      for (const text of texts) {
        const key = `${this.evaluator.callers.describe(text)}:${names.get(text)}`;
        const way = ways.get(key) ?? this.#ways + 1;
        this.#ways = Math.max(this.#ways, way);
        ways.set(key, way);
        const methods = readMethods(request, sink, text);
        if (assertion === undefined) this.collector.add(sink, { request, text, way }, methods);
        else if (namesText(assertion, text))
          this.collector.add(sink, { request: { ...request, isMock: true }, text, way }, methods);
      }
    }
  }
}

/** Is a text of the URL one that the assertion itself names? What it leaves open is no news of the request. */
function namesText(assertion: CallSite, text: TextValue): boolean {
  return text.atoms.some((atom) => atom.kind === 'text' && atom.via?.call === assertion.node);
}

function findOpenCallee(callee: Value | undefined): OpenParam | null {
  if (callee === undefined) return null;
  for (const option of listOptions(callee)) if (option.type === 'param') return option.open;
  return null;
}

function isOpen(callee: Value | undefined): boolean {
  return findOpenCallee(callee) !== null;
}
