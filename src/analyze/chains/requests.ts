import { isTestFile } from '../../model/test-files.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, getStart } from '../../syntax/nodes.ts';
import { findAssertion } from '../callers/assertion-forms.ts';
import { OpenCalls } from '../callers/open-calls.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { hasMethodForOthers } from '../classes/called-on.ts';
import type { SentRequest } from '../clients/client.ts';
import { isOwnBaseQuery } from '../clients/own-base-query.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation } from '../modules/modules.ts';
import { listTexts, ON_ITSELF } from '../texts/texts.ts';
import type { TextValue } from '../values/values.ts';
import { Alternatives } from './alternatives.ts';
import { bindChain, type Chain, KnownContexts } from './chains.ts';
import { RequestCollector } from './collect-requests.ts';
import { HandedOn } from './handed-on.ts';
import {
  findOpenCallee,
  findOpenParam,
  isBaseOfKnownPath,
  isOnlyBaseOpen,
  isOpenToWiring,
  namesWholeFamily,
} from './open-params.ts';
import { OuterChains } from './outer-chains.ts';
import { Selves } from './selves.ts';
import { describeSent, readMethods } from './sent-requests.ts';
import { nameWays } from './ways.ts';

/** Ways from one request outwards; more are not followed and reported. */
const MAX_CHAINS_PER_SINK = 20_000;

/** What they may take together (a plain wrapper: 6 for each way), so that one request does not use up the steps of all others. */
const MAX_STEPS_PER_SINK = 1_000_000;

/** With more ways than this, the clients on which one path is called are no longer told apart. */
const MAX_WAYS_TOLD_APART = 2_000;

/** Of more places that were not followed for one reason, only the first are named. */
const MAX_LISTED = 5;

/** Finds every HTTP request and follows its URL back through the callers. */
export class RequestFinder {
  readonly collector: RequestCollector;
  /** By reason: the places from where ways were not followed to the end. */
  readonly #cut = new Map<string, Set<string>>();
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
  #ways = 0;
  #emissions = 0;
  /** Ways of one request that go round in a circle: they say something only where no other does. */
  #endless: { readonly chain: Chain; readonly sent: readonly SentRequest[] }[] = [];

  readonly #alternatives: Alternatives;
  /** The chains that were followed for any caller, whom each of their contexts leaves to ask. */
  readonly #ofAnyCaller = new WeakSet<Chain>();

  /** `words`: the first segments of the paths that matter. */
  constructor(evaluator: Evaluator, words: readonly string[]) {
    this.evaluator = evaluator;
    this.#words = new Set(words);
    this.#candidates = new Set(evaluator.graph.project.candidates.map(({ path }) => path));
    this.collector = new RequestCollector(this.#words);
    this.#outer = new OuterChains(evaluator.index);
    this.#openCalls = new OpenCalls(evaluator, this.#words, this.#outer);
    this.#handedOn = new HandedOn(evaluator);
    this.#selves = new Selves(evaluator);
    this.#alternatives = new Alternatives(this.#words);
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
    for (const site of this.evaluator.index.openCallees)
      if (this.#openCalls.mayLead(site)) this.#noteRest(site, 'what is called here takes too many steps to find out');
    return graph.loaded.length === known;
  }

  #follow(start: Chain): void {
    const queue: Chain[] = [start];
    const stepsBefore = this.evaluator.stepsOfRun;
    const emitted = this.#emissions;
    this.#endless = [];
    this.#alternatives.clear();
    for (const [count, chain] of queue.entries()) {
      const [sink] = start;
      if (sink === undefined) return;
      const isLong = this.evaluator.stepsOfRun - stepsBefore > MAX_STEPS_PER_SINK;
      if (isLong || count === MAX_CHAINS_PER_SINK) {
        const many = `more than ${count} ways lead to this request`;
        this.#noteRest(sink, isLong ? 'the ways that lead to this request take too many steps to follow' : many);
        return;
      }
      this.#visit(chain, queue);
    }
    this.#emitAlternatives();
    if (this.#emissions > emitted) return;
    for (const { chain, sent } of this.#endless) this.#emit(chain, sent, true);
  }

  #emitAlternatives(): void {
    for (const { chain, isLeft } of this.#alternatives.listLeft(this.collector.consumed)) {
      const [sink] = chain;
      const { node, module } = chain.at(-1) ?? {};
      const fn = node === undefined ? null : findMethodAround(node);
      if (sink === undefined || module === undefined || fn === null) continue;
      for (const root of this.#selves.listOpen(fn, module))
        for (const env of bindChain(this.evaluator, chain, root, this.#contexts, this.#onCut))
          this.#emit(chain, describeSent(this.evaluator, sink, env), false, isLeft);
    }
  }

  #noteRest({ node, module }: CallSite, reason: string): void {
    const { file, line } = getLocation(module, getStart(node));
    this.#cut.set(reason, (this.#cut.get(reason) ?? new Set()).add(`${file}:${line}`));
  }

  /** What the search leaves open, and where. */
  listNotices(): readonly string[] {
    const cut = [...this.#cut].flatMap(([reason, places]) => {
      const first = [...places].slice(0, MAX_LISTED);
      const rest = places.size - first.length;
      const shown = rest === 0 ? first : [`${first.join(', ')} and ${rest} more`];
      return shown.map((place) => `${place}: ${reason}; the rest was not followed`);
    });
    return this.evaluator.isExhausted
      ? [
          ...cut,
          'The code takes too many steps to follow in full: some requests may be missing. Give fewer paths at a time.',
        ]
      : cut;
  }

  readonly #onCut = (site: CallSite, reason: string): void => this.#noteRest(site, reason);

  #visit(chain: Chain, queue: Chain[]): void {
    const evaluator = this.evaluator;
    const [sink] = chain;
    if (sink === undefined) return;
    evaluator.ask();
    const envs = bindChain(evaluator, chain, null, this.#contexts, this.#onCut);
    if (envs.length === 0 && chain.length > 1) this.#lookFurther(chain, sink, queue);
    // Whom several contexts leave to ask is asked once: further out, each of the ways would be as many again.
    const asked = new Set<FunctionNode | null>();
    for (const env of envs) {
      const known = env === null ? this.#openCalls.described.get(sink) : undefined;
      const sent = known ?? describeSent(evaluator, sink, env);
      const param =
        findOpenParam(sent, chain, this.#words) ??
        findOpenCallee(evaluateCallee(evaluator, sink.node, sink.module, env));
      if (param === null) {
        const outermost = chain.at(-1) ?? sink;
        if (hasMethodForOthers(outermost)) this.openModules.add(outermost.module.path);
        const longer = this.#outer.listOnOthers(evaluator, chain);
        if (longer === null) this.#emit(chain, sent);
        else if (!asked.has(null)) this.#goOn(chain, sink, longer, queue);
        asked.add(null);
        continue;
      }
      if (sent.length > 0 && queue.length > MAX_WAYS_TOLD_APART && isOnlyBaseOpen(sent, sink, this.#words)) {
        this.#emitForAnyCaller(chain, sink);
        continue;
      }
      const longer = this.#outer.list(chain, param, evaluator);
      if (longer !== null) {
        if (isBaseOfKnownPath(sent, sink, param, this.#words)) this.openModules.add(param.module.path);
        if (!isOnlyBaseOpen(sent, sink, this.#words) && this.#handedOn.has(param.fn)) this.#emit(chain, sent);
        if (asked.has(param.fn)) continue;
        asked.add(param.fn);
        this.#alternatives.note(chain, sent, sink);
        this.#goOn(chain, sink, longer, queue);
        this.#emitForUncalledSelves(chain, sink, longer);
      } else if (!isOwnBaseQuery(evaluator, param.fn)) {
        if (this.#isOpenToWiring(sent, sink)) this.openModules.add(param.module.path);
        // Round a circle, "any caller" stands for endlessly many ways; it leads nowhere that those who enter it do not.
        if (this.#outer.isCircular(param.fn)) this.#endless.push({ chain, sent });
        else {
          this.#alternatives.note(chain, sent, sink);
          this.#emitForAnyCaller(chain, sink);
        }
      }
    }
  }

  /** `longer`: the ways on which the method around the chain is called. */
  #emitForUncalledSelves(chain: Chain, sink: CallSite, longer: readonly Chain[]): void {
    const evaluator = this.evaluator;
    const { node, module } = chain.at(-1) ?? sink;
    const fn = findMethodAround(node);
    const callers = fn === null ? [] : evaluator.index.listCallers(fn);
    if (fn === null || !longer.some((way) => callers.some((caller) => caller.node === way[chain.length]?.node))) return;
    for (const root of this.#selves.listUncalled(fn, module)) {
      for (const env of bindChain(evaluator, chain, root, this.#contexts, this.#onCut)) {
        // Where the path is handed in, they say nothing.
        const sent = describeSent(evaluator, sink, env).filter(({ url, urlNode }) =>
          listTexts(url, urlNode, sink.module).some((text) => namesWholeFamily(text, this.#words)),
        );
        this.#emit(chain, sent);
      }
    }
  }

  #isOpenToWiring(sent: readonly SentRequest[], sink: CallSite): boolean {
    return isOpenToWiring(sent, sink, this.#words, (file) => this.#candidates.has(file));
  }

  /** Which function the outermost call calls is not known as it stands: it is a parameter of the code around it. */
  #lookFurther(chain: Chain, sink: CallSite, queue: Chain[]): void {
    const outermost = chain.at(-1);
    const callee = outermost === undefined ? undefined : this.evaluator.index.getCallee(outermost.node);
    const param = findOpenCallee(callee);
    const longer = param === null ? null : this.#outer.list(chain, param, null);
    // Of any caller only: `this.client.send(…)` in a method nobody calls.
    if (longer === null) this.#emitForAnyCaller(chain, sink);
    else this.#goOn(chain, sink, longer, queue);
  }

  #goOn(chain: Chain, sink: CallSite, longer: readonly Chain[], queue: Chain[]): void {
    queue.push(...longer);
    // What a library exports is tested here and used elsewhere.
    const isTested = longer.every((way) => isTestFile(way.at(-1)?.module.path ?? ''));
    if (isTested && !isTestFile(sink.module.path)) this.#emitForAnyCaller(chain, sink);
  }

  #emitForAnyCaller(chain: Chain, sink: CallSite): void {
    if (this.#ofAnyCaller.has(chain)) return;
    this.#ofAnyCaller.add(chain);
    const evaluator = this.evaluator;
    const { node, module } = chain.at(-1) ?? sink;
    const fn = findMethodAround(node);
    const selves = fn === null ? [] : this.#selves.listAll(fn, module);
    const roots = selves.length === 0 ? [evaluator.anyCaller] : selves;
    for (const env of roots.flatMap((root) => bindChain(evaluator, chain, root, this.#contexts, this.#onCut))) {
      const sent = describeSent(evaluator, sink, env);
      // What made the client may be further away than who calls it: `for (const one of list) new Client(one)`.
      const open = findOpenParam(sent, chain, this.#words);
      if (open !== null && this.#isOpenToWiring(sent, sink)) this.openModules.add(open.module.path);
      this.#emit(chain, sent);
    }
  }

  /** `isLast`: no other way says anything. */
  #emit(chain: Chain, sent: readonly SentRequest[], isLast = false, isWanted = (_: TextValue): boolean => true): void {
    const [sink, ...callers] = chain;
    if (sink === undefined) return;
    if (this.evaluator.isCutShort && !this.evaluator.isExhausted)
      this.#noteRest(sink, 'a way that leads to this request takes too many steps to follow');
    const assertion = callers.find(({ node, module }) => findAssertion(node, module) !== null);
    const ways = new Map<string, number>();
    for (const request of sent) {
      const all = listTexts(request.url, request.urlNode, sink.module).filter(isWanted);
      const texts = isLast ? all : all.filter((text) => !isOnItself(text));
      if (texts.length < all.length) this.#endless.push({ chain, sent: [request] });
      this.#emissions += texts.length;
      const names = nameWays(texts);
      for (const text of texts) {
        const called = this.evaluator.callers.describe(text);
        const own = (names.get(text) ?? []).map((name) => {
          const key = `${called}:${name}`;
          const way = ways.get(key) ?? this.#ways + 1;
          this.#ways = Math.max(this.#ways, way);
          ways.set(key, way);
          return way;
        });
        const methods = readMethods(request, sink, text);
        if (assertion === undefined) this.collector.add(sink, { request, text, ways: own }, methods);
        else if (namesText(assertion, text))
          this.collector.add(sink, { request: { ...request, isMock: true }, text, ways: own }, methods);
      }
    }
  }
}

/** `(request, next) => next({ ...request })`: is the URL made of what was there before, on a way that goes round? */
function isOnItself({ atoms }: TextValue): boolean {
  const last = atoms.at(-1);
  return last?.kind === 'hole' && last.reason === ON_ITSELF;
}

/** Is a text of the URL one that the assertion itself names? What it leaves open is no news of the request. */
function namesText(assertion: CallSite, text: TextValue): boolean {
  return text.atoms.some((atom) => atom.kind === 'text' && atom.via?.call === assertion.node);
}
