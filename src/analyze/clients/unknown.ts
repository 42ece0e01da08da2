import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl, joinUrl, namesUrl, splitAtPath } from '../urls/urls.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, Env, TextValue, Value } from '../values/values.ts';
import { type SentRequest, VERBS, verb } from './client.ts';
import { describeScoped } from './scoped-http.ts';
import { listBeforeRequest } from './zapier.ts';

/**
 * Calls of clients that no file here knows (`context.httpRequest({ method, url })`, `this.helpers.httpRequest`, the `fetch`
 * that a framework hands over): taken for requests when the callee's name says so and the URL names its host.
 */

const CLIENT_NAME = /fetch|request$|^http|request(?:(?:With|OAuth)\w+)?$|^call(?:Api)?$/i;
/** So a proxy of integrations is called with options that name a base: `proxy.get({ baseUrlOverride, endpoint })`. */
const PROXY_NAME = /^(?:get|post|put|patch|delete|proxy|paginate)$/;

function readCalleeName(site: CallSite): string | null {
  if (site.node.type === 'TaggedTemplateExpression' || site.node.type === 'NewExpression') return null;
  const callee = unwrap(site.node.callee);
  if (callee.type === 'Identifier') return callee.name;
  if (!isMemberNode(callee)) return null;
  const name = nameMember(callee);
  if (name !== 'call' && name !== 'apply') return name;
  const object = unwrap(callee.object);
  return nameCallee(object);
}

/** What a test gives to the code under test in the place of a client is not what sends. */
export function isStandIn(option: Value, site: CallSite): boolean {
  return option.type === 'function' && isTestFile(option.module.path) && !isTestFile(site.module.path);
}

function isForeign(callee: Value, site: CallSite): boolean {
  return listOptions(callee).every(
    (option) =>
      option.type === 'unknown' || option.type === 'param' || option.type === 'external' || isStandIn(option, site),
  );
}

function readOption(evaluator: Evaluator, options: Value, names: readonly string[], site: CallSite): Value | null {
  const values = names.map((name) => evaluator.getProperty(options, name, site.node, site.module));
  return values.find((value) => !isUndefined(value)) ?? null;
}

/** `host` is one where it says how it is asked as well: `{ host: 'https://…' }`. */
function readBase(evaluator: Evaluator, options: Value, site: CallSite): Value | null {
  const base = readOption(evaluator, options, ['baseURL', 'baseUrl', 'baseUrlOverride'], site);
  const host = base === null ? readOption(evaluator, options, ['host'], site) : null;
  const isAddress = host !== null && listTexts(host, site.node, site.module).some(isAbsoluteUrl);
  return isAddress ? host : base;
}

/** `client.get('/agents', { host: 'https://…' })` of a client that is handed over: the base stands beside the path. */
function describeBesideBase(evaluator: Evaluator, site: CallSite, env: Env, name: string): SentRequest | null {
  const { node, module } = site;
  if (!VERBS.includes(name)) return null;
  const [first, ...others] = evaluator.index.listCallArguments(node, module, env);
  if (first?.kind !== 'expression') return null;
  const path = evaluator.evaluateArgument(first);
  if (!listOptions(path).every(({ type }) => type === 'text')) return null;
  for (const argument of others) {
    const options = listOptions(evaluator.evaluateArgument(argument)).find(({ type }) => type === 'object');
    const base = options === undefined ? null : readBase(evaluator, options, site);
    if (base === null || !listTexts(base, node, module).some(mayNameHost)) continue;
    return { client: name, url: joinUrl(base, path, 'slash', node, module), urlNode: first.node, method: verb(name) };
  }
  return null;
}

function readUrl(evaluator: Evaluator, options: Value, site: CallSite): Value | null {
  const base = readBase(evaluator, options, site);
  // Beside a base these are paths; alone they may be anything.
  const names = base === null ? ['url', 'uri'] : ['url', 'uri', 'path', 'endpoint'];
  const url = readOption(evaluator, options, names, site);
  return base === null || url === null ? url : joinUrl(base, url, 'slash', site.node, site.module);
}

/** By itself, or once it is known who calls the function around. */
function mayNameHost(text: TextValue): boolean {
  const [first] = text.atoms;
  return isAbsoluteUrl(text) || first?.kind === 'env' || (first?.kind === 'hole' && first.open !== null);
}

/** A base and a path behind it: what names a base alone may be handed over for anything. */
function namesPath(text: TextValue): boolean {
  return namesUrl(text) && splitAtPath(text.atoms)[1].some((atom) => atom.kind !== 'text' || /[^/]/.test(atom.text));
}

/** `this.fetch.call(undefined, url, init)` */
function listOwnArguments(evaluator: Evaluator, { node, module }: CallSite, env: Env): readonly Argument[] {
  const args = evaluator.index.listCallArguments(node, module, env);
  const callee = 'callee' in node ? unwrap(node.callee) : null;
  return callee !== null && isMemberNode(callee) && nameMember(callee) === 'call' ? args.slice(1) : args;
}

/** Can a `fetch` be asked for it: a whole URL, or, of what a package makes, one that only callers know? */
function mayBeFetched(url: Value, { node, module }: CallSite, isMade: boolean): boolean {
  const options = listOptions(url);
  const isOpen = isMade && options.some(({ type }) => type === 'param');
  const isText = options.every(({ type }) => type === 'text' || type === 'url' || (isOpen && type === 'param'));
  return isText && (isOpen || listTexts(url, node, module).some(namesPath));
}

/** `fetch(url, { method })`, `z.request(url, { method })` */
function describeFetch(
  evaluator: Evaluator,
  site: CallSite,
  env: Env,
  callee: Value,
  client: string,
): SentRequest | null {
  const { node, module } = site;
  if (!/fetch/i.test(client) && !isOfZapier(site)) return null;
  const [first, second] = listOwnArguments(evaluator, site, env);
  if (first?.kind !== 'expression') return null;
  const url = evaluator.evaluateArgument(first);
  const isPlain = /^[_$]?fetch$/i.test(client);
  const isMade = isPlain && listOptions(callee).some(({ type }) => type === 'external');
  if (!mayBeFetched(url, site, isMade)) return null;
  const options = second === undefined ? null : evaluator.evaluateArgument(second);
  const method = options === null ? null : evaluator.getProperty(options, 'method', node, module);
  const decided = isPlain || isOfZapier(site) ? null : makeUnknown(node, module, 'the client decides');
  return {
    client,
    url,
    urlNode: first.node,
    method: method === null || isUndefined(method) ? decided : method,
    ...readHeaders(evaluator, options, site),
    ...listHooks(evaluator, site),
  };
}

/** What stands as headers among the options that name the URL, or beside it, is sent with it. */
export function readHeaders(evaluator: Evaluator, options: Value | null, site: CallSite): Pick<SentRequest, 'headers'> {
  if (options === null) return {};
  // `uni.request`, `wx.request` and their kin have them as `header`.
  const read = (from: Value, name: string): Value => evaluator.getProperty(from, name, site.node, site.module);
  const inner = read(options, 'fetchOptions');
  const found = [
    read(options, 'headers'),
    read(options, 'header'),
    ...(isUndefined(inner) ? [] : [read(inner, 'headers')]),
  ];
  return { headers: found.filter((value) => !isUndefined(value)) };
}

function isOfZapier({ node }: CallSite): boolean {
  const callee = 'callee' in node ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || nameMember(callee) !== 'request') return false;
  const client = unwrap(callee.object);
  return client.type === 'Identifier' && client.name === 'z';
}

/** What an app of Zapier does with all that it sends. */
function listHooks(evaluator: Evaluator, site: CallSite): Pick<SentRequest, 'hooks'> {
  return isOfZapier(site) ? { hooks: listBeforeRequest(evaluator, site.module) } : {};
}

function decideMethod(name: string, { node, module }: CallSite): Value {
  return VERBS.includes(name) ? verb(name) : makeUnknown(node, module, 'the client decides');
}

export function describeUnknownClient(
  evaluator: Evaluator,
  site: CallSite,
  env: Env,
  callee: Value,
): readonly SentRequest[] {
  const name = readCalleeName(site);
  const isProxy = name !== null && PROXY_NAME.test(name);
  if (name === null || !(isProxy || CLIENT_NAME.test(name)) || !isForeign(callee, site)) return [];
  const { node, module } = site;
  for (const argument of evaluator.index.listCallArguments(node, module, env)) {
    if (argument.kind !== 'expression') continue;
    const value = evaluator.evaluateArgument(argument);
    const options = listOptions(value).find((option) => option.type === 'object');
    if (options === undefined) continue;
    const isNamed = !isProxy || readOption(evaluator, options, ['baseUrlOverride'], site) !== null;
    const url = isNamed ? readUrl(evaluator, options, site) : null;
    if (url === null) continue;
    if (!listTexts(url, node, module).some(mayNameHost)) continue;
    const method = evaluator.getProperty(options, 'method', node, module);
    return [
      {
        client: name,
        url,
        urlNode: argument.node,
        method: isUndefined(method) ? decideMethod(name, site) : method,
        ...readHeaders(evaluator, options, site),
        ...listHooks(evaluator, site),
      },
    ];
  }
  const beside = describeBesideBase(evaluator, site, env, name) ?? describeScoped(evaluator, site, env, name);
  if (beside !== null) return [beside];
  const fetched = describeFetch(evaluator, site, env, callee, name);
  return fetched === null ? [] : [fetched];
}
