import { isTestFile } from '../../model/test-files.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import { OpenCalls } from '../callers/open-calls.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { hasMethodForOthers } from '../classes/called-on.ts';
import { isPutOnOwners } from '../classes/made-methods.ts';
import type { SentRequest } from '../clients/client.ts';
import { isOwnBaseQuery } from '../clients/own-base-query.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Env, TextValue } from '../values/values.ts';
import { Alternatives } from './alternatives.ts';
import { type Chain, KnownContexts } from './chains.ts';
import { RequestCollector } from './collect-requests.ts';
import { Cuts } from './cuts.ts';
import { Emitter } from './emitter.ts';
import { FollowedChains } from './followed-chains.ts';
import { HandedOn } from './handed-on.ts';
import { isHandlerUnderTest } from './handlers-under-test.ts';
import { followWays, LeftPaths } from './left-paths.ts';
import { MAX_CHAINS_PER_SINK, MAX_CUT_SHORT, MAX_STEPS_PER_SINK, MAX_WAYS_TOLD_APART } from './limits.ts';
import {
  callsAnyMember,
  findOpenCallee,
  findOpenParam,
  isBaseOfKnownPath,
  isOnlyBaseOpen,
  isOpenToWiring,
  namesWholeFamily,
} from './open-params.ts';
import { OpenRows } from './open-rows.ts';
import { OuterChains } from './outer-chains.ts';
import { RefutedWays } from './refuted-ways.ts';
import { type Described, SecondTries } from './second-tries.ts';
import { Selves } from './selves.ts';

/** Finds every HTTP request and follows its URL back through the callers. */
export class RequestFinder {
  readonly collector: RequestCollector;
  readonly #cuts: Cuts;
  /** Files with a parameter that no known caller gives a value: files that import them may hold the callers. */
  readonly openModules: Set<string>;
  readonly evaluator: Evaluator;
  readonly #words: ReadonlySet<string>;
  readonly #candidates: ReadonlySet<string>;
  readonly #outer: OuterChains;
  readonly #openCalls: OpenCalls;
  readonly #handedOn: HandedOn;
  readonly #selves: Selves;
  readonly #contexts = new KnownContexts();
  readonly #emitter: Emitter;
  readonly #alternatives: Alternatives;
  readonly #openRows: OpenRows;
  readonly #refuted: RefutedWays;
  readonly #left: LeftPaths;
  readonly #tries: SecondTries;
  readonly #followed = new FollowedChains();
  /** The chains whose requests were emitted for any caller, which need not happen again in each of their contexts. */
  readonly #ofAnyCaller = new WeakSet<Chain>();

  /**
   * `words`: the first segments of the paths that matter.
   * `first`: the search that has decided the conditions which this one leaves open.
   */
  constructor(evaluator: Evaluator, words: readonly string[], first: RequestFinder | null = null) {
    this.evaluator = evaluator;
    this.#words = new Set(words);
    this.#candidates = new Set(evaluator.graph.project.candidates.map(({ path }) => path));
    this.#cuts = first === null ? new Cuts() : first.#cuts;
    this.collector = first?.collector ?? new RequestCollector(this.#words);
    this.#left = new LeftPaths(evaluator, this.#words);
    this.#outer = new OuterChains(evaluator.index);
    this.#openCalls = first === null ? new OpenCalls(evaluator, this.#words, this.#outer) : first.#openCalls;
    this.#handedOn = new HandedOn(evaluator);
    this.#selves = new Selves(evaluator);
    this.#alternatives = new Alternatives(this.#words);
    this.#openRows = new OpenRows(evaluator, this.#words, this.#selves, this.#contexts);
    this.#refuted = new RefutedWays(evaluator);
    this.#tries = new SecondTries(evaluator, this.#cuts.note);
    this.#emitter = new Emitter(evaluator, this.collector, this.#cuts.note);
    this.openModules = this.#openCalls.openModules;
  }

  /**
   * Runs to the end: resolves callees, then follows every request outwards. False when a module was loaded on the way,
   * of which the calls were not known at the start: the answer may lack what they say.
   */
  run(): boolean {
    const { graph } = this.evaluator;
    this.#openCalls.resolve();
    this.evaluator.settle();
    const known = graph.loaded.length;
    for (const site of this.#openCalls.direct) this.#follow([site]);
    for (const chain of this.#openCalls.sinks.values()) {
      const [site, ...outer] = chain;
      if (site === undefined || this.#openCalls.isBestKnown({ ...site, outer })) this.#follow(chain);
    }
    this.#openRows.emit(this.#emitter, this.collector);
    this.#followLeft();
    for (const site of this.evaluator.index.openCallees)
      if (this.#openCalls.mayLead(site)) this.#cuts.note(site, 'what is called here takes too many steps to find out');
    return graph.loaded.length === known;
  }

  /** The paths that no request sends, as long as the arguments are those that stand there. */
  #followLeft(): void {
    const { ways, isLeft } = this.#left.list(this.collector.consumed, (fn) => this.#outer.isCircular(fn));
    if (ways.length === 0) return;
    const open = new RequestFinder(this.evaluator.leaveOpen(), [...this.#words], this);
    open.#emitter.isWanted = isLeft;
    followWays(ways, open.evaluator, (way) => open.#follow(way), this.#cuts.note);
  }

  #follow(start: Chain): void {
    const [sink] = start;
    if (sink === undefined) return;
    this.#alternatives.clear();
    this.#refuted.clear();
    this.#followed.clear();
    this.#tries.begin();
    this.#openOfAnyVerb(sink);
    this.#emitter.emitAll(() => {
      if (!this.#followAll(start, sink)) return;
      this.#emitPassed(sink);
      for (const tried of this.#followed.listTried(this.#emitter)) this.#emitForAnyCaller(tried, sink);
      this.#emitAlternatives();
      for (const [chain, sent] of this.#refuted.listLeft()) this.#emitter.emit(chain, sent);
    });
  }

  /** `superagent[verb](HOST + path)`: it is known by those who name the verb, and others may hold no word of the catalogue. */
  #openOfAnyVerb(sink: CallSite): void {
    if (!callsAnyMember(sink) || this.openModules.has(sink.module.path)) return;
    this.evaluator.ask();
    for (const { sent } of this.#describe([sink], this.evaluator.anyCaller))
      if (this.#isOpenToWiring(sent, sink)) this.openModules.add(sink.module.path);
  }

  /** False when there are too many ways. */
  #followAll(start: Chain, sink: CallSite): boolean {
    const queue: Chain[] = [start];
    const stepsBefore = this.evaluator.stepsOfRun;
    let cutShort = 0;
    for (const [count, chain] of queue.entries()) {
      const isLong = this.evaluator.stepsOfRun - stepsBefore > MAX_STEPS_PER_SINK || cutShort === MAX_CUT_SHORT;
      if (isLong || count === MAX_CHAINS_PER_SINK) {
        const many = `more than ${count} ways lead to this request`;
        this.#cuts.note(sink, isLong ? 'the ways that lead to this request take too many steps to follow' : many);
        return false;
      }
      this.#visit(chain, queue);
      if (this.evaluator.isCutShort) cutShort += 1;
    }
    return true;
  }

  #emitAlternatives(): void {
    for (const { chain, isLeft } of this.#alternatives.listLeft(this.collector.consumed)) {
      const [sink] = chain;
      const { node, module } = chain.at(-1) ?? {};
      const fn = node === undefined ? null : findMethodAround(node);
      if (sink === undefined || module === undefined || fn === null) continue;
      for (const root of this.#selves.listOpen(fn, module))
        for (const { sent } of this.#describe(chain, root)) this.#emitter.emit(chain, sent, isLeft);
    }
  }

  /** What the search leaves open, and where. */
  listNotices(): readonly string[] {
    return this.#cuts.listNotices(this.evaluator);
  }

  #visit(chain: Chain, queue: Chain[]): void {
    const evaluator = this.evaluator;
    const [sink] = chain;
    if (sink === undefined) return;
    evaluator.ask();
    this.#left.visit(chain);
    const ways = this.#describe(chain, null);
    if (ways.length === 0 && chain.length > 1) this.#lookFurther(chain, sink, queue);
    // Whom several contexts leave to ask is asked once: further out, each of the ways would be as many again.
    const asked = new Set<FunctionNode | null>();
    for (const { env, sent } of ways) {
      const param =
        findOpenParam(sent, chain, this.#words) ??
        findOpenCallee(evaluateCallee(evaluator, sink.node, sink.module, env));
      if (param === null) {
        const outermost = chain.at(-1) ?? sink;
        if (hasMethodForOthers(outermost)) this.openModules.add(outermost.module.path);
        const longer = this.#outer.listOnOthers(evaluator, chain, sent);
        if (longer === null) this.#emitter.emit(chain, sent);
        else if (!asked.has(null)) this.#goOn(chain, sink, longer, queue);
        asked.add(null);
        continue;
      }
      if (sent.length > 0 && queue.length > MAX_WAYS_TOLD_APART && isOnlyBaseOpen(sent, sink, this.#words)) {
        this.#emitForAnyCaller(chain, sink);
        continue;
      }
      const longer = this.#outer.list(chain, param, evaluator, sent);
      if (longer !== null && isHandlerUnderTest(param.fn, sink, sent, longer)) this.#emitter.emit(chain, sent);
      else if (longer !== null) {
        // `hit(message.path)`: who hands it a path that only comes when the program runs need hold no word of the catalogue.
        if (isBaseOfKnownPath(sent, sink, param, this.#words) || this.#isOpenToWiring(sent, sink))
          this.openModules.add(param.module.path);
        if (!isOnlyBaseOpen(sent, sink, this.#words) && this.#handedOn.has(param.fn)) this.#emitter.emit(chain, sent);
        if (asked.has(param.fn)) continue;
        asked.add(param.fn);
        this.#alternatives.note(chain, sent, sink);
        this.#openRows.note(chain, sent, param);
        this.#refuted.note(chain, sent, longer);
        this.#goOn(chain, sink, longer, queue);
        this.#emitForUncalledSelves(chain, sink, longer);
        this.#followed.notePassed(chain, longer);
      } else if (!isOwnBaseQuery(evaluator, param.fn)) {
        if (this.#isOpenToWiring(sent, sink)) this.openModules.add(param.module.path);
        // Round a circle, "any caller" stands for endlessly many ways; it leads nowhere that those who enter it do not.
        if (this.#outer.isCircular(param.fn)) this.#emitter.addEndless(chain, sent);
        else {
          this.#alternatives.note(chain, sent, sink);
          this.#emitForAnyCaller(chain, sink);
        }
      }
    }
    if (ways.length > 0) this.#refuted.confirm(chain);
  }

  /** `longer`: the ways on which the method around the chain is called. */
  #emitForUncalledSelves(
    chain: Chain,
    sink: CallSite,
    longer: readonly Chain[],
    isWanted?: (text: TextValue) => boolean,
  ): void {
    const { node, module } = chain.at(-1) ?? sink;
    const fn = findMethodAround(node);
    const callers = fn === null ? [] : this.evaluator.index.listCallers(fn);
    if (fn === null || !longer.some((way) => callers.some((caller) => caller.node === way[chain.length]?.node))) return;
    for (const root of this.#selves.listUncalled(fn, module)) {
      // Where the path is handed in, they say nothing.
      for (const { sent } of this.#describe(chain, root)) {
        const whole = sent.filter((one) => namesWholeFamily(one, sink, this.#words));
        this.#emitter.emit(chain, whole, isWanted);
      }
    }
  }

  /** Emits the request for subclasses on which nobody calls the methods, too, where another request uses their base. */
  #emitPassed(sink: CallSite): void {
    for (const { chain, ways } of this.#followed.passed)
      this.#emitForUncalledSelves(chain, sink, ways, (text) => this.#emitter.isOfKnownBase(chain, text));
  }

  #isOpenToWiring(sent: readonly SentRequest[], sink: CallSite): boolean {
    return isOpenToWiring(sent, sink, this.#words, (file) => this.#candidates.has(file));
  }

  /** Goes on where the outermost call calls a parameter of the code around it, which may be any function. */
  #lookFurther(chain: Chain, sink: CallSite, queue: Chain[]): void {
    const callee = this.evaluator.index.getCallee((chain.at(-1) ?? sink).node);
    const param = findOpenCallee(callee);
    const longer = param === null ? null : this.#outer.list(chain, param, null);
    // Of any caller only: `this.client.send(…)` in a method nobody calls.
    if (longer === null) this.#emitForAnyCaller(chain, sink);
    else {
      this.#refuted.handOn(chain, longer);
      this.#goOn(chain, sink, longer, queue);
      if (param !== null && isPutOnOwners(this.evaluator, param.fn)) this.#emitForAnyCaller(chain, sink);
    }
  }

  #goOn(chain: Chain, sink: CallSite, longer: readonly Chain[], queue: Chain[]): void {
    queue.push(...this.#followed.takeNew(longer));
    this.#followed.note(chain);
    // What a library exports is tested here and used elsewhere.
    const isTested = longer.every((way) => isTestFile(way.at(-1)?.module.path ?? ''));
    if (isTested && !isTestFile(sink.module.path)) this.#emitForAnyCaller(chain, sink);
  }

  #describe(chain: Chain, root: Env): readonly Described[] {
    return this.#tries.describe(chain, root, this.#contexts, this.#openCalls.described);
  }

  #emitForAnyCaller(chain: Chain, sink: CallSite): void {
    if (this.#ofAnyCaller.has(chain)) return;
    this.#ofAnyCaller.add(chain);
    const { node, module } = chain.at(-1) ?? sink;
    const fn = findMethodAround(node);
    const selves = fn === null ? [] : this.#selves.listAll(fn, module);
    const roots = selves.length === 0 ? [this.evaluator.anyCaller] : selves;
    for (const { sent } of roots.flatMap((root) => this.#describe(chain, root))) {
      this.#refuted.confirm(chain);
      // What made the client may be further away than who calls it: `for (const one of list) new Client(one)`.
      const open = findOpenParam(sent, chain, this.#words);
      if (open !== null && this.#isOpenToWiring(sent, sink)) this.openModules.add(open.module.path);
      this.#emitter.emit(chain, sent);
    }
  }
}
