import { builtinModules } from 'node:module';
import { isMemberNode, isNamedMember, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { isOfOutside } from '../outsiders/outside-packages.ts';
import { findKnownText, listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl, namesUrl, splitAtPath } from '../urls/urls.ts';
import { isUndefined } from '../values/missing.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import { type Argument, type Atom, type Env, type TextValue, UNDEFINED, type Value } from '../values/values.ts';
import { type SentRequest, VERBS, verb } from './client.ts';
import { isStandIn, readHeaders } from './unknown.ts';

/**
 * `const get = (path) => send('GET', HOST + path)` with the `send` of a package that no file here knows: written out, the URL would
 * be found as a text that names one; here the callers say which it is.
 */

const SENDING = /fetch|request$|^http|^xhr|^ajax|^send|^call(?:Api)?$|^api/i;
/** Stricter than for what is imported. */
const REQUESTING = /fetch|request$|^(?:http|xhr|ajax)/i;
/** `chrome.runtime.sendMessage({ url })`, `ipcRenderer.invoke('http', { url })`: another part of the program sends. */
const MESSAGING = /^(?:sendMessage|invoke)$/;
const ADDRESSES = ['url', 'uri', 'href', 'endpoint'];
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/;
const OF_HTTP = /http|fetch|request|rest|api|client/i;
const OPTION = /^(?:method|headers|body)$/;
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** What a page finds without an import sends where its name says so; analytics take addresses as well. */
function maySendAsGlobal([first = '', ...others]: readonly string[]): boolean {
  const name = others.at(-1) ?? first;
  return !(first in globalThis) && (OF_HTTP.test(first) || REQUESTING.test(name) || MESSAGING.test(name));
}

/** A package that may send: no part of the runtime, and nothing that only keeps or shows; or what is handed over. */
function maySend(option: Value): boolean {
  if (option.type === 'param' || option.type === 'unknown') return true;
  if (option.type !== 'external') return false;
  const { module } = findRoot(option);
  if (module === 'global') return maySendAsGlobal(option.path.filter((name) => !/^(?:window|globalThis)$/.test(name)));
  const isPackage = /^@?[a-z0-9~]/i.test(module) && !module.startsWith('node:');
  return isPackage && !BUILT_IN.has(module) && !isOfOutside(module);
}

/** `send` of `send(…)`, and of `send.call(undefined, …)`. */
function findCalled(node: CallSite['node']): SyntaxNode | null {
  if (!('callee' in node) || node.type === 'NewExpression') return null;
  const callee = unwrap(node.callee);
  return isMemberNode(callee) && nameMember(callee) === 'call' ? unwrap(callee.object) : callee;
}

function readName({ node }: CallSite): string | null {
  const callee = findCalled(node);
  if (callee === null) return null;
  return isMemberNode(callee) ? nameMember(callee) : nameCallee(callee);
}

function isOpenHole(atom: Atom | undefined): boolean {
  return atom?.kind === 'hole' && atom.open !== null;
}

/** A base and what stands behind it, of which the callers of the function around say the one or the other. */
function isOpen(text: TextValue): boolean {
  const [first, ...others] = text.atoms;
  if (namesUrl(text)) return isOpenHole(first) || splitAtPath(text.atoms)[1].some(isOpenHole);
  return (first?.kind === 'env' || isOpenHole(first)) && others.some(isOpenHole);
}

/** Once the callers are known it is an address, or nobody knows where it begins. */
function mayBeAddress(text: TextValue): boolean {
  const [first] = text.atoms;
  return isAbsoluteUrl(text) || first?.kind === 'env' || isOpenHole(first);
}

/** `http` of `this.http.get(…)`, `deps.http.get(…)`; the package of what it exports. */
function nameOwner(site: CallSite, callee: Value): string {
  const called = 'callee' in site.node ? unwrap(site.node.callee) : null;
  const owner = called !== null && isMemberNode(called) ? (nameCallee(unwrap(called.object)) ?? '') : '';
  const packages = listOptions(callee).flatMap((option) => (option.type === 'external' ? findRoot(option).module : []));
  return packages.length > 0 ? packages.join(' ') : owner;
}

/** `fetch` of `retry(fetch, [BASE + path, options])`, `client.get` of `limit(client.get, BASE + path)`. */
function namesSender(argument: SyntaxNode): boolean {
  const given = unwrap(argument);
  if (given.type === 'Identifier') return given.name === 'fetch';
  return isMemberNode(given) && VERBS.includes(nameMember(given) ?? '');
}

function isSender(value: Value): boolean {
  if (value.type === 'client') return true;
  return value.type === 'external' && value.module === 'global' && value.path.join('.') === 'fetch';
}

/** `send(…)`, `http.get(…)`, `ask('GET', …)`: told by what is written, for most calls are none. */
function isOfSender(site: CallSite, name: string, callee: Value): boolean {
  if (SENDING.test(name) || MESSAGING.test(name)) return true;
  if (VERBS.includes(name) && OF_HTTP.test(nameOwner(site, callee))) return true;
  const args = 'arguments' in site.node ? site.node.arguments : [];
  return args.some((argument: SyntaxNode) => argument.type === 'StringLiteral' && METHOD.test(argument.value));
}

/** What is handed an address is mostly shown it, noted or led there. */
const TELLING =
  /log|print|debug|info|warn|error|trace|note|push|add|set|emit|write|append|track|notif|open|navigat|redirect|show|render|format|parse|stringify|encode|hash|sign|key|resolve|reject|next|done|callback|^cb$|assert|expect|check|valid|match|is[A-Z]|has|includes|test|copy|share|link|href|goto|visit|go$/i;

function isParam(node: SyntaxNode, module: Module): boolean {
  return findBindingOf(module, node)?.source.kind === 'param';
}

/** Beside the address as the platform's `fetch` has them: `{ method, headers, body }`. */
function hasRequestOptions(node: CallSite['node']): boolean {
  const last = 'arguments' in node ? node.arguments.slice(1).at(-1) : undefined;
  const options = last === undefined ? null : unwrap(last);
  if (options?.type !== 'ObjectExpression') return false;
  return options.properties.some((member) => isNamedMember(member) && OPTION.test(nameKey(member) ?? ''));
}

/** `f(BASE + path)`, `this.transport(BASE + path)`, `deps.f(BASE + path, { method })`: handed over as a function, by whatever name. */
function isHandedFunction({ node, module }: CallSite, name: string): boolean {
  const callee = findCalled(node);
  if (callee === null || TELLING.test(name)) return false;
  if (!isMemberNode(callee)) return isParam(callee, module);
  const owner = unwrap(callee.object);
  if (owner.type === 'ThisExpression') return true;
  return isParam(owner, module) && hasRequestOptions(node);
}

function isRunningSender({ node }: CallSite): boolean {
  const args = 'arguments' in node ? node.arguments : [];
  return args.some(namesSender);
}

type Given = Extract<Argument, { readonly kind: 'expression' }>;

/** The elements of a list that is written in place of arguments. */
function listInner(given: Given): readonly Given[] {
  const list = unwrap(given.node);
  if (list.type !== 'ArrayExpression') return [];
  return list.elements.flatMap((node) => (node === null || node.type === 'SpreadElement' ? [] : [{ ...given, node }]));
}

interface Address {
  readonly value: Value;
  readonly node: SyntaxNode;
}

/** The argument that is an address, or holds it as `url`, of which the callers say the rest. */
function findAddress(evaluator: Evaluator, args: readonly Given[], holdsIt: boolean): Address | null {
  for (const given of args) {
    const { node, module } = given;
    const isAddress = (value: Value): boolean => listTexts(value, node, module).some(isOpen);
    const blind = evaluator.evaluate(node, module, null);
    if (isAddress(blind)) return { value: evaluator.evaluateArgument(given), node };
    const name =
      holdsIt && blind.type === 'object'
        ? ADDRESSES.find((one) => isAddress(evaluator.getProperty(blind, one, node, module)))
        : undefined;
    if (name !== undefined)
      return { value: evaluator.getProperty(evaluator.evaluateArgument(given), name, node, module), node };
  }
  return null;
}

/** `send: typeof fetch` of which a test hands over another: the type says what it does without options. */
function isFetchElsewhere(evaluator: Evaluator, { node, module }: CallSite): boolean {
  const called = findCalled(node);
  const values = called === null ? [] : listOptions(evaluator.evaluate(called, module, evaluator.anyCaller));
  return values.some((value) => value.type === 'external' && isSender(value));
}

export function describeOpenAddress(evaluator: Evaluator, site: CallSite, env: Env, callee: Value): SentRequest | null {
  const name = readName(site);
  if (name === null || !listOptions(callee).every((option) => maySend(option) || isStandIn(option, site))) return null;
  const isOfItself = isOfSender(site, name, callee);
  const isHanded = !isOfItself && isHandedFunction(site, name);
  if (!isOfItself && !isHanded && !isRunningSender(site)) return null;
  const { node, module } = site;
  const given = evaluator.index
    .listCallArguments(node, module, env)
    .filter((argument): argument is Given => argument.kind === 'expression');
  const isRunning = isRunningSender(site) && given.some((argument) => isSender(evaluator.evaluateArgument(argument)));
  if (!isOfItself && !isHanded && !isRunning) return null;
  const args = isRunning ? given.flatMap((argument) => [argument, ...listInner(argument)]) : given;
  const address = findAddress(evaluator, args, MESSAGING.test(name) || REQUESTING.test(name));
  if (address === null || !listTexts(address.value, node, module).some(mayBeAddress)) return null;
  const blind = listTexts(evaluator.evaluate(address.node, module, null), node, module);
  const isAddress = hasRequestOptions(node) ? blind.some(isAbsoluteUrl) : blind.every(isAbsoluteUrl);
  if (isHanded && !isAddress) return null;
  const method = args
    .flatMap((argument) => findKnownText(evaluator.evaluateArgument(argument)) ?? [])
    .find((text) => METHOD.test(text));
  const options = args
    .flatMap((argument) => listOptions(evaluator.evaluateArgument(argument)))
    .find(({ type }) => type === 'object');
  const named = options === undefined ? UNDEFINED : evaluator.getProperty(options, 'method', node, module);
  const decided = !isUndefined(named)
    ? named
    : VERBS.includes(name)
      ? verb(name)
      : isFetchElsewhere(evaluator, site)
        ? null
        : makeUnknown(node, module, 'the client decides');
  return {
    client: name,
    url: address.value,
    urlNode: address.node,
    method: method === undefined ? decided : verb(method),
    ...readHeaders(evaluator, options ?? null, site),
  };
}
