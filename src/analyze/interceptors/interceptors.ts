import { isTestFile } from '../../model/test-files.ts';
import { COMPUTED } from '../../syntax/merged-members.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { ReceiverCall } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { keepLinked } from '../modules/import-links.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions } from '../values/unions.ts';
import type { ClientValue, ExternalValue, Value } from '../values/values.ts';
import { changesAddress, namesVersion, sendsElsewhere } from './address-changes.ts';

/** What a program puts between a client and its requests: functions that see each of them, and may send it elsewhere. */

/** `client` of `client.interceptors.request.use(…)`, and of `$axios.onRequest(…)`. */
export function findInterceptors(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null;
  let at = unwrap(node.callee);
  if (isMemberNode(at) && nameMember(at) === 'onRequest') return at.object;
  for (const name of ['use', 'request', 'interceptors']) {
    if (!isMemberNode(at) || nameMember(at) !== name) return null;
    at = unwrap(at.object);
  }
  return at;
}

/** `client` of `client.use({ onRequest })`. */
export function findMiddlewares(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return null;
  return nameMember(node.callee) === 'use' ? node.callee.object : null;
}

export type Target = ExternalValue | ClientValue;

/** Is it the client that sends, whatever member of it was asked for? */
export function isSameClient(owner: Value, target: Target): boolean {
  if (owner.type === 'client') return target.type === 'client' && owner.made === target.made;
  if (owner.type !== 'external' || target.type !== 'external') return false;
  const isPackage = owner.module !== 'global' && owner.path.length === 0;
  return isPackage && owner.module === target.module && owner.made === null && target.made === null;
}

/** Is the function that this call hands over put before the requests of the client? A helper that does it is handed the client. */
function isPutBefore(evaluator: Evaluator, { receiver, module }: ReceiverCall, target: Target): boolean {
  const owners = listOptions(evaluator.evaluate(receiver, module, evaluator.anyCaller));
  return owners.some((owner) => isSameClient(owner, target));
}

/** `use(this.before.bind(this))`: which method that is depends on the class, and each of them has the same `this`. */
export function findUnbound(given: SyntaxNode): SyntaxNode {
  const call = unwrap(given);
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee) || nameMember(call.callee) !== 'bind') return given;
  const [self, ...others] = call.arguments;
  return self?.type === 'ThisExpression' && others.length === 0 ? call.callee.object : given;
}

/** The interceptors of the client. */
export function listHooks(evaluator: Evaluator, target: Target, module: Module): readonly Value[] {
  const own = keepMeeting(evaluator, evaluator.index.listInterceptors(), module).filter((call) =>
    isPutBefore(evaluator, call, target),
  );
  // What sees all requests of a package sees those of the programs that load it.
  const met = target.type === 'external' ? keepLinked(evaluator, own, module) : own;
  return met.flatMap((call) => {
    const given = call.node.type === 'CallExpression' ? call.node.arguments[0] : undefined;
    return given === undefined ? [] : [evaluator.evaluate(findUnbound(given), call.module, evaluator.anyCaller)];
  });
}

/** Those that change where its requests go. */
export function listRedirecting(evaluator: Evaluator, target: Target, module: Module): readonly Value[] {
  return listHooks(evaluator, target, module).filter((hook) => changesAddress(evaluator, hook));
}

/** openapi-fetch: `client.use({ onRequest({ request }) { … } })` */
function hasRedirectingMiddleware(evaluator: Evaluator, target: Target): boolean {
  return evaluator.index.listMiddlewares().some((call) => {
    if (!isPutBefore(evaluator, call, target)) return false;
    const { node, module } = call;
    return evaluator.index.listCallArguments(node, module, evaluator.anyCaller).some((argument) => {
      const given = evaluator.evaluateArgument(argument);
      return changesAddress(evaluator, evaluator.getProperty(given, 'onRequest', node, module));
    });
  });
}

/** Lists of functions that are handed what is sent, and functions that send it in the library's place. */
const LISTS = ['init', 'beforeRequest'];
const SENDERS = ['fetch', 'adapter'];

/** Do the options of one request or client change where requests go: hooks, handlers, a sender of one's own? */
function hasRedirectingOption(
  evaluator: Evaluator,
  configurations: readonly Value[],
  node: SyntaxNode,
  module: Module,
): boolean {
  const isRedirecting = (list: Value) =>
    (listElements(evaluator, list) ?? []).some((hook) => changesAddress(evaluator, hook));
  return configurations.flatMap(listOptions).some((given) => {
    if (given.type !== 'object') return false;
    const read = (name: string) => evaluator.getProperty(given, name, node, module);
    if (SENDERS.some((name) => sendsElsewhere(evaluator, read(name)))) return true;
    const hooks = read('hooks');
    if (
      hooks.type === 'object' &&
      LISTS.some((name) => isRedirecting(evaluator.getProperty(hooks, name, node, module)))
    )
      return true;
    // A base that it sets is another matter.
    if (namesVersion(evaluator, read('onRequest'))) return true;
    return isRedirecting(read('handlers'));
  });
}

function nameModule(target: Value): string {
  return target.type === 'external' ? target.module.replace(/^node:/, '') : '';
}

/** `globalThis.fetch = …`, `https.request = …`, `client.get = …`: is what sends replaced, by what sends it elsewhere? */
function isReplaced(evaluator: Evaluator, target: Target, asking: Module): boolean {
  const name = target.path.at(-1);
  if (name === undefined) return false;
  const around = target.path.slice(0, -1).join('.');
  // `for (const name of VERBS) client[name] = …`
  const set = [name, COMPUTED].flatMap((member) => evaluator.index.listMemberAssignments(member));
  const met = keepMeeting(evaluator, set, asking);
  const assigned = target.type === 'external' ? keepLinked(evaluator, met, asking) : met;
  return assigned.some(({ object, value, module }) => {
    // A test that replaces what sends does not change what the code sends.
    if (isTestFile(module.path)) return false;
    const env = evaluator.anyCaller;
    const isOwner = listOptions(evaluator.evaluate(unwrap(object), module, env)).some((owner) => {
      if (owner.type !== target.type || !('path' in owner) || owner.path.join('.') !== around) return false;
      return owner.type === 'external'
        ? nameModule(owner) === nameModule(target) && owner.made === null && target.made === null
        : isSameClient(owner, target);
    });
    return isOwner && sendsElsewhere(evaluator, evaluator.evaluate(value, module, env));
  });
}

/** Why nobody knows where a request goes although its address is known; null where nothing stands in between. */
export function findRedirection(
  evaluator: Evaluator,
  target: Target,
  { configurations = [], isIntercepted: isFollowed }: Pick<SentRequest, 'configurations' | 'isIntercepted'>,
  node: SyntaxNode,
  module: Module,
): string | null {
  if (isFollowed !== true && listRedirecting(evaluator, target, module).length > 0) return 'an interceptor changes it';
  if (hasRedirectingOption(evaluator, configurations, node, module)) return 'a hook changes it';
  if (target.type === 'client' && target.library === 'openapi-fetch' && hasRedirectingMiddleware(evaluator, target))
    return 'a middleware changes it';
  return isReplaced(evaluator, target, module) ? 'the program replaces what sends it' : null;
}
