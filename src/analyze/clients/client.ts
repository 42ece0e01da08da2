import type { CallNode, FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { markArguments } from '../texts/argument-seams.ts';
import { makeText } from '../texts/texts.ts';
import { type JoinRule, joinUrl } from '../urls/urls.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ClientValue, Env, ExternalValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import type { RequestMessage } from './message.ts';

/** What every HTTP library file answers: does this call make a client, does it send a request, and to where. */

export interface ClientCall {
  readonly evaluator: Evaluator;
  readonly node: CallNode;
  readonly module: Module;
  readonly args: readonly Argument[];
  /** The calls in force where this one stands. */
  readonly env?: Env;
  /** What is called: the library itself or one of its instances, with the member path. */
  readonly target: ExternalValue | ClientValue;
}

export interface SentRequest {
  readonly client: string;
  readonly url: Value;
  readonly urlNode: SyntaxNode;
  /** Null: the library's default, GET. */
  readonly method: Value | null;
  /** Absent where nobody knows how the library takes its body. */
  readonly message?: RequestMessage;
  /** The options it is sent with, where `message` does not name them. */
  readonly options?: Value | undefined;
  /** Options that it shares with other requests. */
  readonly inherited?: readonly Value[];
  /** The header objects it is sent with, its own first. */
  readonly headers?: readonly Value[];
  /** Options of the request and of the client that sends it: hooks in them can set headers. */
  readonly configurations?: readonly Value[];
  /** The library or the client that sends it. */
  readonly sender?: ExternalValue | ClientValue;
  /** What it is made of before it is sent, `new Request(url)`: headers can be set on it. */
  readonly handles?: readonly SyntaxNode[];
  /** Functions that are handed it before it is sent. */
  readonly hooks?: readonly FunctionNode[];
  /** One of several requests that one call sends: what tells it apart. */
  readonly part?: SyntaxNode;
  /** Its URL is what the interceptors of its client make of it. */
  readonly isIntercepted?: true;
  /** It only describes a request, for a test. */
  readonly isMock?: true;
  /** A test double that answers every request to its URL, so that a second one for the same is never asked. */
  readonly isHandler?: true;
}

export interface HttpLibrary {
  readonly name: string;
  /** Packages whose exports belong to it. */
  readonly modules: readonly string[];
  /** Global names that belong to it. */
  readonly globals?: readonly string[];
  /** The instance that a call or `new` makes. */
  readonly create?: (call: ClientCall) => Value | null;
  /** What a call sends. */
  readonly send?: (call: ClientCall) => SentRequest | readonly SentRequest[] | null;
}

export const VERBS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

export function makeClient(library: string, options: readonly Value[], made: SyntaxNode | null): ClientValue {
  return { type: 'client', library, options, made, path: [], ...NO_PROVENANCE };
}

/** `new Client(…)`, or `super(…)` of a class that extends it. */
export function isConstruction({ node }: ClientCall): boolean {
  return node.type === 'NewExpression' || (node.type === 'CallExpression' && node.callee.type === 'Super');
}

export function getClientMember(client: ClientValue, name: string): ClientValue {
  return { ...client, path: name === 'default' ? client.path : [...client.path, name] };
}

export function argument(call: ClientCall, index: number): Value | undefined {
  return call.evaluator.getArgument(call.args, index);
}

export function argumentNode(call: ClientCall, index: number): SyntaxNode {
  const given = call.args[index];
  return given?.kind === 'expression' ? given.node : call.node;
}

/** A member of an options object; undefined when there is no such object or member. */
export function option(call: ClientCall, options: Value | undefined, name: string): Value | undefined {
  if (options === undefined || options.type === 'primitive') return undefined;
  const value = call.evaluator.getProperty(options, name, call.node, call.module);
  return isNullish(value) ? undefined : value;
}

/** The first of several names that the options give. */
export function firstOption(call: ClientCall, options: Value | undefined, names: readonly string[]): Value | undefined {
  for (const name of names) {
    const value = option(call, options, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A base given in the options of one request; options that are not known are taken to have none. */
export function baseOption(call: ClientCall, options: Value | undefined, names: readonly string[]): Value | undefined {
  if (!isOptions(options)) return undefined;
  const base = firstOption(call, options, names);
  return base === undefined || base.type === 'unknown' ? undefined : base;
}

/** What an instance was configured with under one of these names; the last configuration wins. */
export function configured(call: ClientCall, names: readonly string[]): Value | undefined {
  if (call.target.type !== 'client') return undefined;
  for (const options of [...call.target.options].reverse()) {
    const value = firstOption(call, options, names);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Is this value an object of options rather than a URL? */
export function isOptions(value: Value | undefined): boolean {
  return value !== undefined && listOptions(value).some((entry) => entry.type === 'object');
}

export function verb(name: string): Value {
  return makeText(name === 'del' ? 'DELETE' : name.toUpperCase());
}

/** They know each path by its type: one that is put together is none of those. */
const TYPED = /openapi|zodios|ts-rest|hey-api|kubb|oazapfts/;

export function join(call: ClientCall, base: Value | undefined, path: Value, rule: JoinRule): Value {
  const { target } = call;
  const isTyped = TYPED.test(target.type === 'client' ? target.library : target.module);
  const marked = base === undefined || isTyped ? path : markArguments(call.evaluator, call.args, path);
  return joinUrl(base ?? null, marked, rule, call.node, call.module);
}
