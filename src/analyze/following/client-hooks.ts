import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { listInterceptors } from '../clients/angular-interceptors.ts';
import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import { findUnbound, isSameClient, type Target } from '../interceptors/interceptors.ts';
import { keepLinked } from '../modules/import-links.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { nameEntry, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { listBaseQueries, listHandedWith, listKeyHooks, mayHandClients } from './given-hooks.ts';
import { type ClientHook, findParam, listFunctions, listHooksIn, type Ways } from './hook-functions.ts';
import type { Naming } from './naming.ts';

/**
 * `client.interceptors.request.use((config) => …)`: a function that sees what each request of a client was given, and may ask
 * its path; one that sees the answers has it of their `config`.
 */

interface Installed {
  readonly node: SyntaxNode & { readonly type: 'CallExpression' };
  readonly module: Module;
  readonly client: SyntaxNode;
  readonly path: readonly string[];
  /** It is given a table of functions, as middleware of this package is. */
  readonly library?: string;
}

/** The members of the middleware of openapi-fetch, and where the path is in what they are handed. */
const MIDDLEWARE = { library: 'openapi-fetch', path: ['schemaPath'] };
const MIDDLEWARE_MEMBERS = ['onRequest', 'onResponse', 'onError'];

/** The ways from what the function is handed to the path. */
const WAYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  request: [['url']],
  response: [
    ['config', 'url'],
    ['request', 'path'],
  ],
};

/** The same of the hooks of Nuxt's `$axios`. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  onRequest: ['url'],
  onResponse: ['config', 'url'],
  onError: ['config', 'url'],
  onRequestError: ['config', 'url'],
  onResponseError: ['config', 'url'],
};

function collect(evaluator: Evaluator): readonly Installed[] {
  return evaluator.index.calls.flatMap(({ node, module }): readonly Installed[] => {
    if (node.type !== 'CallExpression') return [];
    const use = unwrap(node.callee);
    if (!isMemberNode(use)) return [];
    const name = nameMember(use) ?? '';
    const way = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined;
    if (way !== undefined) return [{ node, module, client: use.object, path: way }];
    if (name !== 'use') return [];
    const kind = unwrap(use.object);
    const holder = isMemberNode(kind) ? unwrap(kind.object) : kind;
    const paths = isMemberNode(kind) ? WAYS[nameMember(kind) ?? ''] : undefined;
    if (paths === undefined) return [{ node, module, client: kind, ...MIDDLEWARE }];
    if (!isMemberNode(holder) || nameMember(holder) !== 'interceptors') return [];
    const client = holder.object;
    return paths.map((path) => ({ node, module, client, path }));
  });
}

const installed = new WeakMap<Evaluator, readonly Installed[]>();

const RECORDED = /\.json['"`]/;

/** `globalThis.fetch = (url, init) => …`: what stands in its place sees what each call of it asks for. */
function listReplacing(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  // What a test itself says of an address changes with the request, and what was recorded in a file does not.
  const assigned = evaluator.index
    .listMemberAssignments('fetch')
    .filter((set) => !isTestFile(set.module.path) || mentions(set.module, RECORDED));
  if (assigned.length === 0 || call.type === 'TaggedTemplateExpression') return [];
  const isSent = listSenders(evaluator, call, module).some(
    (target) => target.type === 'external' && target.module === 'global' && target.path.join('.') === 'fetch',
  );
  if (!isSent) return [];
  return keepLinked(evaluator, keepMeeting(evaluator, assigned, module), module).flatMap(
    ({ object, value, module: own }) => {
      const isGlobal = listOptions(evaluator.evaluate(object, own, null)).some(
        (owner) => owner.type === 'external' && owner.module === 'global' && owner.path.length === 0,
      );
      const hooks = isGlobal ? listOptions(evaluator.evaluate(value, own, null)) : [];
      return hooks.flatMap((hook) => (hook.type === 'function' ? [{ hook, path: [], isAnswer: false }] : []));
    },
  );
}

/** What `axios.create()` makes begins with the defaults of axios itself. */
function hasDefaultsOf(target: Target, owner: Value): boolean {
  if (isSameClient(owner, target)) return true;
  return target.type === 'client' && owner.type === 'external' && owner.made === null && owner.path.length === 0;
}

/** `client.defaults.adapter = async (config) => …` */
function listSetAdapters(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  const set = evaluator.index.listMemberAssignments('adapter');
  if (set.length === 0) return [];
  const senders = listSenders(evaluator, call, module).flatMap((target) =>
    (target.type === 'client' || target.type === 'external') && nameLibrary(target) === 'axios' ? [target] : [],
  );
  return keepMeeting(evaluator, set, module).flatMap(({ object, value, module: own }): readonly ClientHook[] => {
    const defaults = unwrap(object);
    if (!isMemberNode(defaults) || nameMember(defaults) !== 'defaults') return [];
    const owners = listOptions(evaluator.evaluate(defaults.object, own, evaluator.anyCaller));
    if (!owners.some((owner) => senders.some((target) => hasDefaultsOf(target, owner)))) return [];
    return listFunctions(evaluator, evaluator.evaluate(value, own, null), [], { node: call, module }).map((hook) => ({
      hook,
      path: ['url'],
    }));
  });
}

/** The interceptors of Angular, which stand in no list of the client. */
function listAngularHooks(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  if (call.type === 'TaggedTemplateExpression') return [];
  const isSent = listSenders(evaluator, call, module).some(
    (target) => (target.type === 'client' || target.type === 'external') && nameLibrary(target) === 'HttpClient',
  );
  return isSent ? listInterceptors(evaluator, module).map((hook) => ({ hook, path: ['url'] })) : [];
}

/** The functions that see what the call sends; empty for a call that sends nothing. */
function listClientHooks(evaluator: Evaluator, call: SyntaxNode, module: Module): readonly ClientHook[] {
  const all = installed.get(evaluator) ?? collect(evaluator);
  installed.set(evaluator, all);
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return [];
  if (all.length === 0 && !mayHandClients(evaluator)) return [];
  const env = evaluator.anyCaller;
  const targets = listOptions(evaluateCallee(evaluator, call, module, env)).filter(
    (option) => option.type === 'client' || option.type === 'external',
  );
  if (targets.length === 0) return [];
  const seeing = all.flatMap(({ node, module: around, client, path, library }) => {
    const senders = library === undefined ? targets : targets.filter((target) => nameLibrary(target) === library);
    const owners = senders.length === 0 ? [] : listOptions(evaluator.evaluate(client, around, env));
    if (!owners.some((owner) => senders.some((target) => isSameClient(owner, target)))) return [];
    const at = { node, module: around };
    return node.arguments.flatMap((given) => {
      const value = evaluator.evaluate(findUnbound(given), around, env);
      const hooks =
        library === undefined
          ? listOptions(value).filter((option) => option.type === 'function')
          : MIDDLEWARE_MEMBERS.flatMap((member) => listFunctions(evaluator, value, [member], at));
      return hooks.map((hook) => ({ hook, path }));
    });
  });
  return [...seeing, ...listHandedWith(evaluator, targets)];
}

/** Functions among the options of a client or of a call: the member that they are, and where the address is in what they are handed. */
const CONFIGURED: Readonly<Record<string, Ways>> = {
  // What answers in the place of the network.
  axios: { adapter: [{ path: ['url'] }] },
  // Newer versions hand over one object with all of it.
  ky: {
    'hooks.beforeRequest': [
      { path: ['url'], isUrl: true },
      { path: ['request', 'url'], isUrl: true },
    ],
    'retry.shouldRetry': [{ path: ['error', 'request', 'url'], isUrl: true }],
    'hooks.beforeRetry': [{ path: ['request', 'url'], isUrl: true }],
    'hooks.beforeError': [
      { path: ['request', 'url'], isUrl: true },
      { path: ['error', 'request', 'url'], isUrl: true },
    ],
    'hooks.afterResponse': [
      { path: ['url'], isUrl: true },
      { path: ['url'], index: 2, isUrl: true },
      { path: ['request', 'url'], isUrl: true },
      { path: ['response', 'url'], isUrl: true },
    ],
  },
  got: {
    'hooks.beforeRequest': [{ path: ['url'], isUrl: true }],
    'hooks.beforeError': [{ path: ['options', 'url'], isUrl: true }],
    'retry.calculateDelay': [{ path: ['error', 'options', 'url'], isUrl: true }],
    'hooks.beforeRetry': [{ path: ['options', 'url'], isUrl: true }],
    'hooks.afterResponse': [
      { path: ['url'], isUrl: true },
      { path: ['requestUrl'], isUrl: true },
    ],
  },
  ofetch: {
    onRequest: [{ path: ['request'] }],
    onRequestError: [{ path: ['request'] }],
    onResponse: [{ path: ['request'] }, { path: ['response', 'url'], isUrl: true }],
    onResponseError: [{ path: ['request'] }, { path: ['response', 'url'], isUrl: true }],
  },
};

/** What a call sends with. Mostly its own file says so, and that was asked for before; else the callers do. */
function listSenders(evaluator: Evaluator, call: CallNode, module: Module): readonly Value[] {
  const own = listOptions(evaluateCallee(evaluator, call, module, null));
  const isKnown = own.every(({ type }) => type === 'client' || type === 'external');
  return isKnown ? own : listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));
}

function listConfiguredHooks(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  if (call.type === 'TaggedTemplateExpression') return [];
  return listSenders(evaluator, call, module).flatMap((target) => {
    if (target.type !== 'client' && target.type !== 'external') return [];
    const hooks = CONFIGURED[nameLibrary(target) ?? ''];
    if (hooks === undefined) return [];
    const [, given] = call.arguments;
    const own = given === undefined ? [] : [evaluator.evaluate(given, module, evaluator.anyCaller)];
    const options = target.type === 'client' ? [...target.options, ...own] : own;
    return options.flatMap((option) => listHooksIn(evaluator, option, hooks, { node: call, module }));
  });
}

/** The functions that see an address which the call is given. */
export function listSeeing(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  return [
    ...listClientHooks(evaluator, call, module),
    ...listConfiguredHooks(evaluator, call, module),
    ...listAngularHooks(evaluator, call, module),
    ...listSetAdapters(evaluator, call, module),
    ...listReplacing(evaluator, call, module),
    ...listKeyHooks(evaluator, call, module),
  ];
}

/** What a client is given to send is seen by the functions that intercept it. */
export function bindHooks(evaluator: Evaluator, naming: Naming, call: CallNode, place: Place): void {
  const [first] = place.path;
  if (call.type === 'TaggedTemplateExpression' || call.arguments[0] !== place.node) return;
  const isAddress = first === undefined || first === 'url';
  const hooks = isAddress ? listSeeing(evaluator, call, place.module) : listBaseQueries(evaluator, call, place);
  for (const hook of hooks) bindHook(naming, call, place, hook);
}

function bindHook(
  naming: Naming,
  call: CallNode,
  place: Place,
  { hook, path, index = 0, isUrl = place.isUrl, isAnswer = true }: ClientHook,
): void {
  const given = findParam(hook, index);
  if (given === null) return;
  naming.bind(given.param, {
    ...place,
    node: given.param,
    module: hook.module,
    path: [...given.path, ...path],
    isUrl,
    isHandedOver: true,
    entered: [...place.entered, nameEntry(place)],
    ...(isAnswer ? { isAnswer: true as const } : {}),
    asked: { call, module: place.module },
    handed: null,
  });
}

/** What a request, an answer and a failure have by themselves. */
const KNOWN = /^(?:url|path|config|request|response|options|error)$/;

/** `config.metadata = { name: config.url }` of what a hook is handed: the other hooks of the request, and its answer, have it too. */
export function bindKept(evaluator: Evaluator, naming: Naming, place: Place): void {
  const { asked, path } = place;
  const [name] = path;
  if (asked === undefined || name === undefined || KNOWN.test(name) || asked.call.type === 'TaggedTemplateExpression')
    return;
  const { call, module } = asked;
  const kept = { ...place, node: call, module };
  for (const hook of listSeeing(evaluator, call, module)) {
    const way = hook.path.slice(0, -1);
    // Of the whole request, and not of an answer, which knows the address in other words.
    const isConfig = hook.path.at(-1) === 'url' && hook.isUrl !== true;
    if (isConfig) bindHook(naming, call, kept, { ...hook, path: [...way, ...path] });
    if (isConfig) naming.readAt(call, { ...kept, path: ['config', ...path] });
  }
}
