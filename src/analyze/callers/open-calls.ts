import { isTestFile } from '../../model/test-files.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, getStart } from '../../syntax/nodes.ts';
import { resolveApplication } from '../calls/application.ts';
import { bindChain, type Chain, KnownContexts } from '../chains/chains.ts';
import { findOpenCallee } from '../chains/open-params.ts';
import type { OuterChains } from '../chains/outer-chains.ts';
import { describeSent } from '../chains/sent-requests.ts';
import { isPutOnOwners } from '../classes/made-methods.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { getTextHead } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';
import { findAssertion } from './assertion-forms.ts';
import { type CallSite, listCalledFunctions } from './project-index.ts';
import { Senders } from './senders.ts';

const MAX_OPEN_ROUNDS = 12;
const MAX_STEPS_OF_OPEN_CALL = 3000;
/** How a path begins is near at hand. */
const MAX_STEPS_OF_ARGUMENTS = 1000;
/** `[{ path }]`: objects and lists are looked into this deep. */
const MAX_DEPTH_OF_ARGUMENTS = 3;
/** Ways looked at to find what one call of a parameter calls. Of more, none is told apart from the others. */
const MAX_OPEN_CHAINS = 64;

/** Calls of a parameter (`fn(...args)`, `http.get(path)`): finds out which function or client it is on each way. */
export class OpenCalls {
  /** Calls that send something as they stand. */
  readonly direct: CallSite[] = [];
  /** The requests of `direct` calls that depend on no caller, so that they are worked out once. */
  readonly described = new Map<CallSite, readonly SentRequest[]>();
  /** Calls that send something on the way that the chain describes. */
  readonly sinks = new Map<string, Chain>();
  /** Files in which a parameter is called with a path, and nobody knows which function the parameter is. */
  readonly openModules = new Set<string>();
  readonly #evaluator: Evaluator;
  readonly #words: ReadonlySet<string>;
  readonly #outer: OuterChains;
  readonly #senders: Senders;
  readonly #contexts = new KnownContexts();
  readonly #open: CallSite[] = [];
  readonly #asked = new Map<CallSite, ReadonlyMap<FunctionNode, number>>();
  /** Functions whose callers say what is called, as far as is known of any caller, and how many there were. */
  readonly #openToAny = new Map<FunctionNode, number>();
  readonly #handing = new Map<CallSite, boolean>();
  #taken = 0;

  constructor(evaluator: Evaluator, words: ReadonlySet<string>, outer: OuterChains) {
    this.#evaluator = evaluator;
    this.#words = words;
    this.#outer = outer;
    this.#senders = new Senders(evaluator.index, evaluator.graph.loaded);
  }

  /** In rounds: what a call turns out to call may have calls of a parameter of its own. */
  resolve(): void {
    const { index } = this.#evaluator;
    for (let round = 0; round < MAX_OPEN_ROUNDS; round += 1) {
      this.#takeCalls();
      for (const [site, ...outer] of this.sinks.values()) if (site !== undefined) this.#senders.add({ ...site, outer });
      this.#senders.spread();
      this.#outer.renew();
      this.#contexts.forget();
      this.#evaluator.levels.forget();
      // What was remembered of any caller leaves open who calls these.
      if (this.#isDue(this.#openToAny)) this.#evaluator.renew();
      this.#openToAny.clear();
      // Who has no new caller on the way has no new answer.
      const due = this.#open.filter(
        (site) => (this.#senders.mayLead(site) || this.#handsOverPath(site)) && this.#isDue(this.#asked.get(site)),
      );
      if (due.length === 0) break;
      for (const site of due) {
        const callers = new Map<FunctionNode, number>();
        this.#asked.set(site, callers);
        this.#resolveOpenCall(site, callers);
      }
    }
    index.filterCallers((site) => this.isBestKnown(site));
    this.#evaluator.levels.forget();
    this.#openUnansweredCalls();
  }

  /** Takes in the calls of modules that were loaded since, and those among them that send something as they stand. */
  #takeCalls(): void {
    const evaluator = this.#evaluator;
    evaluator.index.resolveCalls(evaluator);
    for (const site of evaluator.index.calls.slice(this.#taken)) {
      if (evaluator.index.builtins.has(site)) continue;
      this.#resolveAssertion(site);
      if (findOpenCallee(evaluator.index.getCallee(site.node)) !== null) {
        this.#open.push(site);
        // `run: (client) => client.get('/agents')`: whoever calls `run` may hand over what sends.
        if (this.#senders.mayLead(site) && this.#handsOverPath(site)) this.#senders.add(site);
      }
      evaluator.ask(undefined, site.module);
      const questions = evaluator.questionsOfAnyCaller;
      const sent = describeSent(evaluator, site, null);
      if (sent.length === 0) continue;
      if (evaluator.questionsOfAnyCaller === questions && !evaluator.isCutShort) this.described.set(site, sent);
      this.direct.push(site);
      this.#senders.add(site);
    }
    this.#taken = evaluator.index.calls.length;
  }

  /** What a test puts in the place of a client is known by who gives the client elsewhere, and so once all calls are. */
  #resolveAssertion(site: CallSite): void {
    const evaluator = this.#evaluator;
    if (findAssertion(site.node, site.module) === null || evaluator.index.listCallees(site.node).length > 0) return;
    evaluator.ask();
    const { callee } = resolveApplication(evaluator, site, null);
    evaluator.index.noteCallee(site.node, callee);
    for (const fn of listCalledFunctions(evaluator, callee)) evaluator.index.addCaller(fn, site);
  }

  /** A call in a closure is known best through the callers of that closure, once there are any; so is each further out. */
  isBestKnown(site: CallSite): boolean {
    const [next, ...rest] = site.outer;
    if (next === undefined) return true;
    const { index } = this.#evaluator;
    const around = listFunctionsAround(site.node).find((fn) => index.listCallers(fn).length > 0);
    const isBest = around === undefined || index.listCallers(around).some((caller) => caller.node === next.node);
    return isBest && this.isBestKnown({ ...next, outer: rest });
  }

  /** May a call of an unknown function lead to a request? */
  mayLead(site: CallSite): boolean {
    return this.#senders.mayLead(site);
  }

  #isDue(callers: ReadonlyMap<FunctionNode, number> | undefined): boolean {
    const { index } = this.#evaluator;
    return callers === undefined || [...callers].some(([fn, count]) => index.listCallers(fn).length > count);
  }

  /** `callers` takes down whose callers were asked, and how many there were. */
  #resolveOpenCall(site: CallSite, callers: Map<FunctionNode, number>): void {
    const evaluator = this.#evaluator;
    for (const fn of listFunctionsAround(site.node)) callers.set(fn, evaluator.index.listCallers(fn).length);
    let queue: Chain[] = [[site]];
    let isCrowded = false;
    evaluator.ask(MAX_STEPS_OF_OPEN_CALL, site.module);
    for (let step = 0; step < 5 && queue.length > 0; step += 1) {
      const next: Chain[] = [];
      for (const chain of queue) {
        const envs = bindChain(evaluator, chain, null, this.#contexts);
        // Which function the outermost call calls is known of any caller only: `handlers[name](voice)`.
        if (envs.length === 0 && chain.length > 1) this.#noteAnyCaller(chain, callers);
        for (const env of envs) {
          const { callee } = resolveApplication(evaluator, site, env);
          this.#noteCallee(isCrowded ? [site] : chain, callee, env);
          const param = findOpenCallee(callee);
          if (param === null) continue;
          const longer = this.#outer.list(chain, param, null);
          // What a library exports is tested here, with an object of the test in the place of the client, and used elsewhere.
          const isTested = longer?.every((way) => isTestFile(way.at(-1)?.module.path ?? '')) ?? false;
          const isOfOthers = (isTested && !isTestFile(site.module.path)) || isPutOnOwners(evaluator, param.fn);
          if (longer === null || isOfOthers) this.#noteAnyCaller(chain, callers);
          next.push(...(longer ?? []));
          for (const entry of longer ?? []) {
            const outermost = entry.at(-1);
            for (const fn of outermost === undefined ? [] : listFunctionsAround(outermost.node))
              callers.set(fn, evaluator.index.listCallers(fn).length);
          }
        }
      }
      isCrowded ||= next.length > MAX_OPEN_CHAINS;
      queue = next.slice(0, MAX_OPEN_CHAINS);
    }
    // A request that is followed through it asks for all of its callers anyway; any of them may name another function.
    if (isCrowded) this.#noteAnyCaller([site], callers);
  }

  /** Calls of a parameter that hand over a path, to nobody knows whom: who passes the function on may say. */
  #openUnansweredCalls(): void {
    const { index } = this.#evaluator;
    for (const site of this.#open) {
      const param = findOpenCallee(index.getCallee(site.node));
      if (param === null || this.openModules.has(param.module.path)) continue;
      if (index.listCallees(site.node).length === 0 && this.#handsOverPath(site))
        this.openModules.add(param.module.path);
    }
  }

  /** `voice.invalidate('/calls')` of a client that is handed in sends nothing, and its path is a key of what the client keeps. */
  #handsOverPath(site: CallSite): boolean {
    const known = this.#handing.get(site);
    if (known !== undefined) return known;
    const { node, module } = site;
    this.#evaluator.ask(MAX_STEPS_OF_ARGUMENTS, module);
    const handsOver = this.#evaluator.index
      .listCallArguments(node, module, null)
      .some((argument) => this.#holdsPath(this.#evaluator.evaluateArgument(argument), MAX_DEPTH_OF_ARGUMENTS));
    this.#handing.set(site, handsOver);
    return handsOver;
  }

  /** Is a value a path, or does it hold one, as options and the list that `apply` is given do? */
  #holdsPath(value: Value, depth: number): boolean {
    return listOptions(value).some((option) => {
      if (option.type === 'text') return this.#words.has(/^\/?([^/?#]+)/.exec(getTextHead(option))?.[1] ?? '');
      if (depth === 0) return false;
      if (option.type === 'array')
        return listElements(this.#evaluator, option)?.some((element) => this.#holdsPath(element, depth - 1)) ?? false;
      if (option.type !== 'object') return false;
      return option.entries.some(
        ({ kind, slot }) =>
          kind === 'slot' &&
          slot.kind !== 'method' &&
          this.#holdsPath(this.#evaluator.evaluateSlot(slot, option), depth - 1),
      );
    });
  }

  #noteCallee(chain: Chain, callee: Value, env: Env): void {
    const evaluator = this.#evaluator;
    const [site, ...outer] = chain;
    if (site === undefined) return;
    evaluator.index.noteCallee(site.node, callee);
    for (const fn of listCalledFunctions(evaluator, callee)) evaluator.index.addCaller(fn, { ...site, outer });
    if (env !== null && describeSent(evaluator, site, env).length > 0) this.#noteSink(chain);
  }

  /** No caller leads on: the parameter takes the values of all callers, or what its type says. */
  #noteAnyCaller(chain: Chain, callers: Map<FunctionNode, number>): void {
    const evaluator = this.#evaluator;
    const [site] = chain;
    if (site === undefined) return;
    for (const env of bindChain(evaluator, chain, evaluator.anyCaller, this.#contexts)) {
      const { callee } = resolveApplication(evaluator, site, env);
      // `new Calls(container.get('voice'))` in a factory: who calls the factory says what is called here.
      const open = findOpenCallee(callee);
      if (open !== null) {
        const { length } = evaluator.index.listCallers(open.fn);
        callers.set(open.fn, length);
        this.#openToAny.set(open.fn, length);
      }
      evaluator.index.noteCallee(site.node, callee);
      for (const fn of listCalledFunctions(evaluator, callee))
        evaluator.index.addCaller(fn, { ...site, outer: chain.slice(1) });
      if (describeSent(evaluator, site, env).length > 0) this.#noteSink(chain);
    }
  }

  #noteSink(chain: Chain): void {
    const key = chain.map((entry) => `${entry.module.path}:${getStart(entry.node)}`).join(' ');
    if (!this.sinks.has(key)) this.sinks.set(key, chain);
  }
}
