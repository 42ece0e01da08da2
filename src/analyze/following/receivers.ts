import { type FunctionNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { listYields } from '../calls/yields.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findParam, listFunctions } from './hook-functions.ts';
import type { Naming } from './naming.ts';

/**
 * Where a value comes out again that the program hands to the runtime: listeners of events and messages, readers of streams,
 * what runs within a store. Which of several of one kind gets it is not asked: each that asks for the path may be the one.
 */

const RECEIVING =
  /^(?:on|once|addListener|addEventListener|subscribe|getStore|read|getEntries\w*|ReadableStream|TransformStream|WritableStream)$/;

type ByName = ReadonlyMap<string, readonly CallSite[]>;

const listReceiving = gatherFromCalls(
  (): Map<string, CallSite[]> => new Map(),
  (found, site) => {
    const name = 'callee' in site.node ? (nameCallee(site.node.callee) ?? '') : '';
    if (!RECEIVING.test(name)) return;
    const sites = found.get(name) ?? [];
    sites.push(site);
    found.set(name, sites);
  },
);

/** `on(name, …)` of a name that is not known may be the one as well. */
function isOfMessages({ node }: CallSite): boolean {
  const first = 'arguments' in node ? node.arguments[0] : undefined;
  return first?.type !== 'StringLiteral' || first.value === 'message';
}

type IsOne = (site: CallSite) => boolean;
const isAny: IsOne = () => true;

export class Receivers {
  readonly #evaluator: Evaluator;
  readonly #naming: Naming;
  readonly #open: OpenPlaces;
  readonly #place: Place;
  readonly #sites: ByName;

  constructor(evaluator: Evaluator, naming: Naming, open: OpenPlaces, place: Place) {
    this.#evaluator = evaluator;
    this.#naming = naming;
    this.#open = open;
    this.#place = { ...place, isHandedOver: true, handed: null };
    this.#sites = listReceiving(evaluator);
  }

  #list(...names: readonly string[]): readonly CallSite[] {
    const sites = names.flatMap((name) => this.#sites.get(name) ?? []);
    return keepMeeting(this.#evaluator, sites, this.#place.module);
  }

  #enter(functions: readonly Value[], index: number, path: readonly string[]): void {
    for (const option of functions) {
      const given = option.type === 'function' ? findParam(option, index) : null;
      if (option.type !== 'function' || given === null) continue;
      const way = [...given.path, ...path];
      this.#naming.bind(given.param, { ...this.#place, node: given.param, module: option.module, path: way });
    }
  }

  #hear(node: SyntaxNode, module: Module, index: number, path: readonly string[]): void {
    this.#enter(listOptions(this.#evaluator.evaluate(node, module, null)), index, path);
  }

  /** What such calls give holds it at this way. */
  #give(names: readonly string[], path: readonly string[], isOne: IsOne = isAny): void {
    for (const site of this.#list(...names))
      if (isOne(site)) this.#open.add({ ...this.#place, node: site.node, module: site.module, path });
  }

  /** The last argument is the function: `on(name, fn)`, `subscribe(fn)`. */
  listen(names: readonly string[], index: number, path: readonly string[], isOne: IsOne = isAny): void {
    for (const site of this.#list(...names)) {
      const { node, module } = site;
      const fn =
        'arguments' in node ? node.arguments.find((_, at) => at === Math.min(1, node.arguments.length - 1)) : undefined;
      if (fn !== undefined && isOne(site)) this.#hear(fn, module, index, path);
    }
  }

  /** `const [path] = await once(emitter, 'sent')` */
  await(index: number, path: readonly string[]): void {
    const isOfPackage = ({ node, module }: CallSite): boolean =>
      'callee' in node && !isMemberNode(unwrap(node.callee)) && mentions(module, /['"`](?:node:)?events['"`]/);
    this.#give(['once'], [String(index), ...path], isOfPackage);
    this.#give(['on'], [ANY, String(index), ...path], isOfPackage);
  }

  /** Listeners for messages are handed them, or an event that holds them. */
  post(): void {
    const { path } = this.#place;
    this.listen(['on', 'once', 'addListener'], 0, path, isOfMessages);
    this.listen(['addEventListener'], 0, ['data', ...path], isOfMessages);
    const set = this.#evaluator.index.listMemberAssignments('onmessage');
    for (const { value, module } of keepMeeting(this.#evaluator, set, this.#place.module))
      this.#hear(value, module, 0, ['data', ...path]);
    this.await(0, path);
  }

  /** What is written into a stream: to its sink, or to who reads it. */
  stream(): void {
    const { path } = this.#place;
    for (const { node, module } of this.#list('WritableStream', 'TransformStream')) {
      const [sink] = 'arguments' in node ? node.arguments : [];
      if (sink === undefined) continue;
      const value = this.#evaluator.evaluate(sink, module, null);
      for (const name of ['write', 'transform'])
        this.#enter(listFunctions(this.#evaluator, value, [name], { node, module }), 0, path);
    }
    this.#give(['ReadableStream'], [ANY, ...path]);
    this.#give(['TransformStream'], ['readable', ANY, ...path]);
    this.#give(['read'], ['value', ...path]);
  }

  store(): void {
    this.#give(['getStore'], this.#place.path);
  }

  measure(): void {
    this.#give(['getEntries', 'getEntriesByType', 'getEntriesByName'], [ANY, 'name']);
  }

  /** `const path = yield;` of the generator that is told to go on with it. */
  yield(fn: FunctionNode, module: Module): void {
    for (const node of listYields(fn)) this.#open.add({ ...this.#place, node, module });
  }
}
