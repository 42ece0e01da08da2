import { type Addressed, isRequest } from '../../model/analysis.ts';
import type { UrlValue } from '../../model/url-value.ts';
import { findFunctionAround, listFunctionsAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, getEnd, getStart, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findInterceptors } from '../interceptors/interceptors.ts';
import type { Emission } from '../messages/emission.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { listRefs, type Refs } from '../values/provenance.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices, withProvenance } from '../values/value-marks.ts';
import type { Choice, Env, Value } from '../values/values.ts';
import { listCopies } from './header-copies.ts';
import { findHookFunctions } from './hook-functions.ts';
import type { OpenNames } from './open-names.ts';
import { isWhole, listProgramHooks, type WholeClient } from './program-hooks.ts';
import { Ways } from './ways.ts';

/** What carries the headers of requests: literals, `Headers` objects, clients, request handles, hooks. */

export interface Sender {
  readonly requests: Set<Addressed>;
  readonly refs: Set<number>;
}

/** The URLs with which the headers that a literal carries go, and those with which other headers of the same request go. */
interface OwnUrls {
  readonly own: Set<UrlValue>;
  readonly others: Set<UrlValue>;
}

/** From what is sent to one of the objects that it is put together from. */
interface Passage {
  readonly depth: number;
  readonly seen: Map<SyntaxNode, number>;
  /** Null for what is handed to a request under way. */
  readonly emission: Emission | null;
  readonly url: UrlValue | null;
  readonly choices: readonly Choice[];
}

/** Defaults of the library itself, which instances take over, and its interceptors, which they do not. */
export const AXIOS_DEFAULTS = 'axios.defaults';
export const AXIOS_ITSELF = 'axios';
const ANGULAR = /@angular\/common\/http/;

type CarrierKey = SyntaxNode | typeof AXIOS_DEFAULTS | typeof AXIOS_ITSELF | WholeClient;

/** What is made of headers: `expect.objectContaining(…)` of an assertion, too. */
const HEADER_MAKERS = new Set(['Headers', 'HttpHeaders', 'AxiosHeaders', 'objectContaining']);
const GROUP = /^(?:common|get|post|put|patch|delete)$/;
/** What they send is a handle, on which headers are set afterwards. */
const HANDLES = new Set(['superagent', 'supertest', 'http', 'https', 'mock']);
const MAX_DEPTH = 6;
/** One literal is spread into another on as many ways as there are between them; these are looked at. */
const MAX_WAYS = 8;
/** A URL that is sent with the same headers on very many ways is looked at on so many of them. */
const MAX_LOOKS = 100;

export class Carriers {
  readonly #senders = new Map<CarrierKey, Sender>();
  readonly #options = new Map<SyntaxNode, Sender>();
  readonly #seen = new Map<SyntaxNode, Set<Addressed>>();
  readonly #urls = new Map<SyntaxNode, OwnUrls>();
  readonly #hooks = new Map<FunctionNode, Addressed[]>();
  readonly #patches = new Set<FunctionNode>();
  readonly #looks = new Map<UrlValue, Map<string, number>>();
  readonly ways = new Ways();
  readonly #evaluator: Evaluator;
  readonly #openNames: OpenNames;

  constructor(evaluator: Evaluator, openNames: OpenNames) {
    this.#evaluator = evaluator;
    this.#openNames = openNames;
  }

  /** With which URLs the headers of a literal are not sent, though some of the same request are: each row has its own. */
  listOthers(literal: SyntaxNode): readonly UrlValue[] {
    const { own, others } = this.#urls.get(literal) ?? { own: new Set(), others: new Set<UrlValue>() };
    return [...others].filter((url) => !own.has(url));
  }

  /** In what stands in the place of `fetch`: the addresses that it only hands on to the one before. */
  listHandedOn(node: SyntaxNode, requests: Iterable<Addressed>): readonly UrlValue[] {
    const patch = listFunctionsAround(node).find((fn) => this.#patches.has(fn));
    if (patch === undefined) return [];
    return [...requests].flatMap((one) => {
      const isWithin = isRequest(one) && getStart(patch) <= one.siteSpan.start && one.siteSpan.end <= getEnd(patch);
      return isWithin && this.#evaluator.graph.findOwner(patch)?.path === one.siteSpan.file
        ? one.urls.filter(({ parts: [first] }) => first?.kind !== 'text')
        : [];
    });
  }

  find(key: CarrierKey): Sender | undefined {
    return this.#senders.get(key);
  }

  list(): ReadonlyMap<CarrierKey, Sender> {
    return this.#senders;
  }

  #add(map: Map<CarrierKey, Sender>, key: CarrierKey, requests: Iterable<Addressed>, refs: Refs): void {
    const sender = map.get(key) ?? { requests: new Set(), refs: new Set() };
    map.set(key, sender);
    for (const request of requests) sender.requests.add(request);
    for (const ref of listRefs(refs)) sender.refs.add(ref);
  }

  /** `new Headers(init).set(…)`: the object itself, each call of the chain, and what it was made of. */
  #addMade(value: Extract<Value, { type: 'external' }>, requests: readonly Addressed[], passage: Passage): void {
    for (let made = value.made; made !== null; made = made.by.made) {
      this.#add(this.#senders, made.call, requests, value.refs);
      this.#addCopies(made.call, made.env ?? null, { refs: value.refs, requests }, passage);
      if (!HEADER_MAKERS.has(made.by.path.at(-1) ?? '')) continue;
      const given = this.#evaluator.getArgument(made.args, 0);
      if (given !== undefined) this.#addHeaders(given, requests, { ...passage, depth: passage.depth + 1 });
    }
  }

  /** `for (const name in given) headers[name] = given[name];` behind the object that is sent. `env`: where that is made. */
  #addCopies(
    target: SyntaxNode,
    env: Env,
    { refs, requests }: { readonly refs: Refs; readonly requests: readonly Addressed[] },
    passage: Passage,
  ): void {
    const evaluator = this.#evaluator;
    for (const { source, module } of listCopies(evaluator, target)) {
      const own = evaluator.evaluate(source, module, env);
      const isOpen = listOptions(own).some(({ type }) => type === 'param');
      const value = isOpen ? evaluator.evaluate(source, module, evaluator.anyCaller) : own;
      for (const option of listOptions(value))
        if (mergeChoices(option.choices, passage.choices) !== null)
          this.#addHeaders(withProvenance(option, refs), requests, { ...passage, depth: passage.depth + 1 });
    }
  }

  /** The headers of these requests: spreads and axios' groups included. */
  addHeaders(value: Value, requests: readonly Addressed[], emission: Emission | null = null): void {
    this.#addHeaders(value, requests, { depth: 0, seen: new Map(), emission, url: null, choices: [] });
  }

  /** `{ ...row.auth(key) }`: does what one row gives go with the URL of this one? */
  #noteRow(literal: SyntaxNode, { url }: Passage, goesAlong: boolean): void {
    if (url === null) return;
    const urls = this.#urls.get(literal) ?? { own: new Set(), others: new Set() };
    this.#urls.set(literal, urls);
    (goesAlong ? urls.own : urls.others).add(url);
  }

  #addHeaders(value: Value, requests: readonly Addressed[], from: Passage): void {
    const { depth, seen, emission } = from;
    if (depth > MAX_DEPTH) return;
    for (const option of listOptions(value)) {
      const common = mergeChoices(from.choices, option.choices);
      if (option.type === 'object' && option.node !== null) this.#noteRow(option.node, from, common !== null);
      if (common === null && from.url !== null) continue;
      const choices = common ?? from.choices;
      const passage = { ...from, depth: depth + 1, choices };
      if (option.type === 'external') this.#addMade(option, requests, { ...from, choices });
      if (option.type === 'array' && option.node !== null) this.#add(this.#senders, option.node, requests, option.refs);
      if (option.type !== 'object') continue;
      if (option.pairs !== undefined) this.#addHeaders(option.pairs, requests, passage);
      if (option.node !== null) {
        this.ways.add(option.node, emission, choices);
        const known = seen.get(option.node) ?? 0;
        if (known === MAX_WAYS) continue;
        seen.set(option.node, known + 1);
        this.#add(this.#senders, option.node, requests, option.refs);
        this.#addCopies(option.node, option.env ?? null, { refs: option.refs, requests }, passage);
      }
      for (const entry of option.entries) {
        if (entry.kind === 'computed') this.#openNames.addMember(entry.key, requests, choices);
        const isGroup = entry.kind === 'spread' || (entry.kind === 'slot' && GROUP.test(entry.name));
        if (isGroup && entry.slot.kind !== 'method')
          this.#addHeaders(
            withProvenance(this.#evaluator.evaluateSlot(entry.slot, option), option.refs),
            requests,
            passage,
          );
      }
    }
  }

  #addSender({ request, sink: { node: sink }, text }: Emission, requests: readonly Addressed[]): void {
    const { sender, client } = request;
    const passage: Passage = { depth: 0, seen: new Map(), emission: null, url: null, choices: text.choices ?? [] };
    if (isWhole(client)) this.#add(this.#senders, client, requests, null);
    if (HANDLES.has(client)) {
      this.#add(this.#senders, sink, requests, null);
      this.#addCopies(sink, null, { refs: null, requests }, passage);
    }
    if (sender === undefined) return;
    if (sender.type === 'external') {
      // `xhr.open(…)` sends what `xhr` was given.
      if (sender.made !== null) {
        const { call, env = null } = sender.made;
        this.#add(this.#senders, call, requests, null);
        this.#addCopies(call, env, { refs: null, requests }, passage);
      }
      if (client === 'axios') this.#add(this.#senders, AXIOS_ITSELF, requests, null);
    } else if (sender.made !== null) this.#add(this.#senders, sender.made, requests, null);
    if (client === 'axios') this.#add(this.#senders, AXIOS_DEFAULTS, requests, null);
  }

  /** What is sent beside the URL; of a table of vendors each row has headers of its own. */
  #addSent(headers: Value, emission: Emission, request: Addressed, url: UrlValue): void {
    if (this.#isWellKnown(headers, url)) return;
    const { choices = [] } = emission.text;
    this.#addHeaders(headers, [request], { depth: 0, seen: new Map(), emission, url, choices });
  }

  /** Was the URL looked at often with headers that are made at the same places? */
  #isWellKnown(headers: Value, url: UrlValue): boolean {
    const places = listOptions(headers).map((option) => {
      const node = option.type === 'object' ? option.node : option.type === 'external' ? option.made?.call : null;
      return node == null ? option.type : this.#evaluator.identify(node);
    });
    const looks = this.#looks.get(url) ?? new Map<string, number>();
    this.#looks.set(url, looks);
    const key = places.join(' ');
    const count = (looks.get(key) ?? 0) + 1;
    looks.set(key, count);
    return count > MAX_LOOKS;
  }

  addEmission(request: Addressed, emission: Emission, url: UrlValue): void {
    const { request: sent } = emission;
    for (const headers of sent.headers ?? []) this.#addSent(headers, emission, request, url);
    this.#addSender(emission, [request]);
    for (const handle of sent.handles ?? []) this.#add(this.#senders, handle, [request], null);
    for (const hook of sent.hooks ?? []) this.#hooks.set(hook, [...(this.#hooks.get(hook) ?? []), request]);
    for (const value of sent.configurations ?? []) {
      for (const option of listOptions(value)) {
        if (option.type !== 'object' || option.node === null || this.#isKnown(option.node, request)) continue;
        this.#add(this.#options, option.node, [request], null);
      }
    }
  }

  #isKnown(node: SyntaxNode, request: Addressed): boolean {
    const known = this.#seen.get(node) ?? new Set();
    this.#seen.set(node, known);
    if (known.has(request)) return true;
    known.add(request);
    return false;
  }

  /** Functions that are handed the requests to change them, by what they are handed. */
  listHooks(): ReadonlyMap<FunctionNode, readonly Addressed[]> {
    const hooks = new Map(this.#hooks);
    const note = (fn: FunctionNode, sender: Sender | undefined): void => {
      if (sender !== undefined) hooks.set(fn, [...(hooks.get(fn) ?? []), ...sender.requests]);
    };
    for (const [node, sender] of this.#options)
      for (const fn of findHookFunctions(this.#evaluator, node)) note(fn, sender);
    for (const { fn, key } of listProgramHooks(this.#evaluator)) {
      note(fn, this.find(key));
      if (key === 'fetch') this.#patches.add(fn);
    }
    for (const { node, module } of this.#evaluator.index.calls) {
      const interceptor = findAngularInterceptor(node, module);
      if (interceptor !== null) note(interceptor, this.find('HttpClient'));
      const target = findInterceptors(node);
      if (target === null || node.type === 'TaggedTemplateExpression') continue;
      this.#evaluator.ask();
      const plain = this.#evaluator.evaluate(target, module, null);
      // `setup(api)`: whose hooks those of a parameter are, its callers say.
      const isOpen = listOptions(plain).some(({ type }) => type === 'param');
      const owner = isOpen ? this.#evaluator.evaluate(target, module, this.#evaluator.anyCaller) : plain;
      const [first] = node.arguments;
      const given = first === undefined ? undefined : this.#evaluator.evaluate(first, module, null);
      if (given?.type !== 'function') continue;
      for (const option of listOptions(owner)) note(given.fn, this.#findClient(option));
    }
    return hooks;
  }

  #findClient(value: Value): Sender | undefined {
    if (value.type === 'client') return this.find(value.made ?? AXIOS_ITSELF);
    if (value.type === 'external' && value.path.includes('HttpService')) return this.find('HttpService');
    const isItself = value.type === 'external' && value.module === 'axios' && value.made === null;
    return isItself ? this.find(AXIOS_ITSELF) : undefined;
  }
}

/** The function that hands on `req.clone({ setHeaders: … })`. */
function findAngularInterceptor(node: SyntaxNode, module: Module): FunctionNode | null {
  if (node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  if (nameMember(callee) !== 'clone') return null;
  return mentions(module, ANGULAR) ? findFunctionAround(node) : null;
}
