import { isTestFile } from '../../model/test-files.ts';
import { nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findOuterMaking } from '../classes/levels.ts';
import { isOfOutside } from '../outsiders/outside-packages.ts';
import { findKnownText, getTextHead, listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ClientValue, ExternalValue, InstanceValue, TextValue, Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  firstOption,
  isOptions,
  join,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { findOwnInstance } from './own-instance.ts';
import { listToldBases } from './told-bases.ts';

/**
 * Clients that a package makes which no file here knows, with their base in the options: `createClient({ baseURL })`,
 * `new RestClient(url)`, or of a class below one of such a package. What is called on them by the name of an HTTP
 * method with a path, or with options that hold one, is sent there.
 */

const BASES = ['baseURL', 'baseUrl', 'baseURI', 'baseUri', 'base_url', 'prefixUrl'];

/** What clients alone call it; to others these are addresses of anything. */
const ADDRESSES = ['host', 'origin', 'url', 'apiUrl', 'endpoint'];

/** What stands in a path between a class of a package and the members of what is made of it. */
const BELOW = 'instance()';

/** Members in which a client keeps what it sends with: `sdk.http.get(path)`. */
const HOLDERS = /^_?(?:http|https|rest|api|client|axios|instance|httpClient|apiClient)$/;

/** Servers and test doubles have the same members, and take what answers. */
function takesHandler(call: ClientCall): boolean {
  return call.args.some((given) =>
    listOptions(call.evaluator.evaluateArgument(given)).some(({ type }) => type === 'function'),
  );
}

/** An address, or what the callers of the function around say. */
function isBase(call: ClientCall, value: Value | undefined): value is Value {
  if (value === undefined) return false;
  return listTexts(value, call.node, call.module).some((text) => {
    const [first] = text.atoms;
    return isAbsoluteUrl(text) || first?.kind === 'env' || (first?.kind === 'hole' && first.open !== null);
  });
}

/** The name of a class that sends; caches and test doubles are made with an address too. */
const CLIENT_CLASS = /client|api|http|rest|request/i;
const NO_CLIENT = /mock|fake|stub|cache|store|storage|server|nock/i;

/** The class or function that makes clients: `HttpClient` of `HttpClient.create(…)`. */
function nameMaker({ path, module }: ExternalValue): string {
  const names = path.filter((name) => !/^(?:default|create|make|init|from|getInstance)$/.test(name));
  return names.at(-1) ?? path.at(-1) ?? module;
}

/** `new Taxios(axios.create({ baseURL }))`: what is put around a client sends where that does. */
function findBaseOfClient(call: ClientCall, client: ClientValue): Value | undefined {
  return client.path.length === 0 ? configured({ ...call, target: client }, BASES) : undefined;
}

/** What is made with `args` by the class or function `by`, whose members are called. */
function findBaseIn(call: ClientCall, args: readonly Argument[], by: ExternalValue): Value | undefined {
  if (isOfOutside(by.module)) return undefined;
  const values = args.map((given) => call.evaluator.evaluateArgument(given));
  const name = nameMaker(by);
  const isNamed = CLIENT_CLASS.test(name) && !NO_CLIENT.test(name);
  return values
    .map((value, index) => {
      if (value.type === 'client' && !NO_CLIENT.test(name)) return findBaseOfClient(call, value);
      if (isOptions(value)) return firstOption(call, value, isNamed ? [...BASES, ...ADDRESSES] : BASES);
      return index === 0 && isNamed ? value : undefined;
    })
    .find((base) => isBase(call, base));
}

/** What a class below one of a package hands to `super`, or keeps as its field. */
function findBaseOfInstance(call: ClientCall, instance: InstanceValue): Value | undefined {
  const { evaluator, node, module } = call;
  const making = findOuterMaking(evaluator, instance);
  const given = making === null ? undefined : findBaseIn(call, making.args, making.above);
  return (
    given ?? BASES.map((name) => evaluator.getProperty(instance, name, node, module)).find((base) => isBase(call, base))
  );
}

function findBase(call: ClientCall): Value | undefined {
  const { target } = call;
  if (!isMade(target)) return undefined;
  if (target.made !== null) {
    const told = listToldBases(call, target.made, BASES).filter((base) => isBase(call, base));
    return told.length > 0 ? unite(told) : findBaseIn(call, target.made.args, target.made.by);
  }
  const instance = target.path.includes(BELOW) ? findOwnInstance(call) : null;
  return instance === null ? undefined : findBaseOfInstance(call, instance);
}

/** Only of a client that was made a base is known. */
function isMade(target: ClientCall['target']): target is ExternalValue {
  return target.type === 'external' && (target.made !== null || target.path.includes(BELOW));
}

/** `/agents`, or `agents/a1` where that begins with a word of the catalogue. */
function beginsPath({ evaluator, target }: ClientCall, { atoms: [first] }: TextValue): boolean {
  if (first?.kind !== 'text' || first.text.startsWith('/')) return true;
  const by = target.type === 'external' ? (target.made?.by ?? target) : null;
  if (by === null || NO_CLIENT.test(nameMaker(by))) return false;
  return evaluator.words.has(/^([\w-]+)(?=[/?#]|$)/.exec(first.text)?.[1] ?? '');
}

/** A path, or what only a caller knows: other texts are keys of something. */
function isPath(call: ClientCall, value: Value): boolean {
  // `{ retries: 2, ...given }` may have none.
  const given = listOptions(value).filter((option) => !isNullish(option));
  if (given.length === 0) return false;
  return given.every((option) => {
    if (option.type === 'param' || option.type === 'unknown') return true;
    if (option.type !== 'text') return false;
    return listTexts(option, call.node, call.module).every((text) => beginsPath(call, text));
  });
}

/** `get`, `del`, `getJson`, `postForm`: an HTTP method, and perhaps what is sent or comes back. */
const VERB = /^(get|post|put|patch|delete|del|head|options)(?:[A-Z]\w*)?$/;
/** `request`, `sendJson`: the method stands in front of the path, or among the options. */
const SENDING = /^(?:request|fetch|send|call|execute|exec|invoke|perform)(?:[A-Z]\w*)?$/;

interface Meant {
  readonly url: Value;
  /** The argument in which it stands. */
  readonly index: number;
  readonly options: Value | undefined;
  readonly method: Value | null;
}

const PATH_NAME = /(?:path|url|uri|endpoint|route)$/i;

/** `request(options.method, path)`: nothing is known of either, and their names tell which is which. */
function namesPathSecond({ node }: ClientCall): boolean {
  const [first, second] = 'arguments' in node ? node.arguments : [];
  const isPath = (argument: SyntaxNode | undefined) =>
    argument !== undefined && PATH_NAME.test(nameCallee(argument) ?? '');
  return isPath(second) && !isPath(first) && /method|verb/i.test(first === undefined ? '' : (nameCallee(first) ?? ''));
}

/** `request('POST', '/calls', body)`, `send('/calls', { method })`, `execute({ url, method })` */
function readMeant(call: ClientCall): Meant | null {
  const first = argument(call, 0);
  // `(method = 'GET')`: what callers say instead is one as well.
  const methods = first === undefined ? [] : listOptions(first).map((option) => findKnownText(option)?.toLowerCase());
  const isMethod = methods.some((method) => VERBS.includes(method ?? '')) || namesPathSecond(call);
  const index = isMethod ? 1 : 0;
  const given = argument(call, index);
  if (given === undefined) return null;
  const options = isOptions(given) ? given : argument(call, index + 1);
  const url = isOptions(given) ? firstOption(call, given, ['url', 'uri', 'path']) : given;
  return url === undefined ? null : { url, index, options, method: index === 1 ? (first ?? null) : null };
}

/** Does a text begin with a word of the catalogue, behind a slash? */
function namesPath({ node, module, evaluator }: ClientCall, url: Value): boolean {
  // What a test calls may be a double of its own making.
  if (isTestFile(module.path)) return false;
  return listTexts(url, node, module).some((text) =>
    evaluator.words.has(/^\/([\w-]+)(?=[/?#]|$)/.exec(getTextHead(text))?.[1] ?? ''),
  );
}

export function describeMadeElsewhere(call: ClientCall): SentRequest | null {
  if (!isMade(call.target)) return null;
  const { path } = call.target;
  const members = path.slice(path.indexOf(BELOW) + 1);
  const member = members.at(-1) ?? '';
  if (!members.slice(0, -1).every((name) => HOLDERS.test(name))) return null;
  // A client is made once, and asked by many.
  const base = findBase(call);
  const meant = base === undefined ? null : readMeant(call);
  const isSending = VERB.test(member) || SENDING.test(member);
  if (base === undefined || meant === null || !isPath(call, meant.url)) return null;
  if (!(isSending || namesPath(call, meant.url)) || takesHandler(call)) return null;
  const decided = makeUnknown(call.node, call.module, 'the client decides');
  const [, named] = VERB.exec(member) ?? [];
  const method = named === undefined ? (meant.method ?? firstOption(call, meant.options, ['method']) ?? decided) : null;
  const unknown = makeUnknown(call.node, call.module, `nobody here knows what ${member} of the client does with it`);
  return {
    client: member,
    url: join(call, base, isSending ? meant.url : unknown, 'slash'),
    urlNode: argumentNode(call, meant.index),
    method: method ?? verb(named === 'del' ? 'delete' : (named ?? '')),
  };
}
