import { contains, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { makeText, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { argument, argumentNode, type ClientCall, type SentRequest, verb } from './client.ts';
import { listByName } from './setting-calls.ts';

/** Restangular: `Restangular.setBaseUrl(base)`, `Restangular.all('calls').getList()`, `Restangular.one('calls', id).get()`, `Restangular.service('calls').one(id)`. */

const ROUTES = /^(?:all|one|several|oneUrl|allUrl|service)$/;

const SENDERS: Readonly<Record<string, string>> = {
  getList: 'get',
  get: 'get',
  post: 'post',
  put: 'put',
  save: 'put',
  patch: 'patch',
  remove: 'delete',
  head: 'head',
  options: 'options',
  customGET: 'get',
  customGETLIST: 'get',
  customPOST: 'post',
  customPUT: 'put',
  customPATCH: 'patch',
  customDELETE: 'delete',
  doGET: 'get',
  doPOST: 'post',
  doPUT: 'put',
  doDELETE: 'delete',
};

/** In which of its arguments a sender is given one more segment. */
const SUBPATHS: Readonly<Record<string, number>> = { customPOST: 1, customPUT: 1, customPATCH: 1, doPOST: 1, doPUT: 1 };

/** What is told by the name of a route, so that the name cannot change for the request alone. */
const TOLD_BY_NAME =
  /^(?:add(?:Full)?(?:Request|Response|Error)Interceptor|set(?:Full)?(?:Request|Response|Error)\w*|addElementTransformer|extend(?:Model|Collection)|setUrlCreator)$/;

type Made = NonNullable<ExternalValue['made']>;

/** The calls of a chain, the first of them first. */
function listChain(made: Value | undefined): readonly Made[] {
  const chain: Made[] = [];
  for (let at = made?.type === 'external' ? made.made : null; at !== null; at = at.by.made) chain.unshift(at);
  return chain;
}

function listRoutes(chain: readonly Made[]): readonly Made[] {
  return chain.filter(({ by }) => ROUTES.test(by.path.at(-1) ?? ''));
}

function isOurs(value: Value | undefined): boolean {
  return value?.type === 'external' && value.module === 'angular' && /^Restangular/.test(value.path[0] ?? '');
}

/** All that is told by one of these names, to Restangular itself or in `withConfig`. */
function findBase(call: ClientCall, chain: readonly Made[]): Value | null {
  const { evaluator } = call;
  const { index } = evaluator;
  const own = chain.find(({ by }) => by.path.at(-1) === 'withConfig');
  const sites = listByName(index, 'setBaseUrl').filter(({ node, module }) => {
    if (own !== undefined) return own.module === module && contains(own.call, node);
    return (
      'callee' in node && isMemberNode(node.callee) && isOurs(evaluator.evaluate(node.callee.object, module, null))
    );
  });
  const bases = sites.flatMap(
    ({ node, module }) => evaluator.getArgument(index.listCallArguments(node, module, null), 0) ?? [],
  );
  return bases.length === 0 ? null : unite(bases);
}

function isToldByName({ evaluator }: ClientCall): boolean {
  return evaluator.index.calls.some(({ node, module }) => {
    if (!('callee' in node) || !TOLD_BY_NAME.test(nameCallee(node.callee) ?? '') || !isMemberNode(node.callee))
      return false;
    return isOurs(evaluator.evaluate(node.callee.object, module, null));
  });
}

/** What one call of the chain adds to the address. */
function addRoute(call: ClientCall, url: Value, made: Made): Value {
  const { evaluator, node, module } = call;
  const [first, second] = [evaluator.getArgument(made.args, 0), evaluator.getArgument(made.args, 1)];
  const name = made.by.path.at(-1) ?? '';
  if (!ROUTES.test(name) || first === undefined) return url;
  if (name.endsWith('Url')) return second ?? url;
  // `Restangular.service('calls', Restangular.one('agents', id))`
  if (name === 'service' && second !== undefined) {
    const above = listChain(second);
    const routes = isOurs(above[0]?.by) ? listRoutes(above) : [];
    const below = routes.reduce<Value>((start, route) => addRoute(call, start, route), url);
    const open = makeUnknown(made.call, made.module, 'what it is below is not known');
    return joinUrl(routes.length > 0 ? below : open, first, 'slash', node, module);
  }
  const joined = joinUrl(url, first, 'slash', node, module);
  return name === 'one' && second !== undefined ? joinUrl(joined, second, 'slash', node, module) : joined;
}

function describe(
  call: ClientCall,
  chain: readonly Made[],
  method: Value,
  added: Value | undefined,
): SentRequest | null {
  const routes = listRoutes(chain);
  const [first] = routes;
  if (first === undefined) return null;
  const { node, module } = call;
  const base = findBase(call, chain) ?? makeText('');
  const reason = 'other code of the project knows the route by its name';
  const path = isToldByName(call)
    ? [joinUrl(base, makeUnknown(first.call, first.module, reason), 'slash', node, module)]
    : listOptions(base).map((option) => routes.reduce<Value>((url, made) => addRoute(call, url, made), option));
  const url = added === undefined ? unite(path) : joinUrl(unite(path), added, 'slash', node, module);
  const given = first.args[0];
  const urlNode = given?.kind === 'expression' ? given.node : first.call;
  return { client: 'Restangular', url, urlNode, method };
}

export function sendRestangular(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'external') return null;
  const chain = listChain(call.target);
  const [start] = chain;
  if (!isOurs(start?.by ?? call.target)) return null;
  const name = call.target.path.at(-1) ?? '';
  const method = SENDERS[name];
  if (method !== undefined && chain.length > 0) {
    const at = /^(?:custom|do)/.test(name) ? (SUBPATHS[name] ?? 0) : name === 'get' && isCollection(chain) ? 0 : -1;
    return describe(call, chain, verb(method), at < 0 ? undefined : argument(call, at));
  }
  // Kept under a name or handed on: who sends with it is elsewhere.
  const parent = getParent(call.node);
  if (!ROUTES.test(name) || (parent !== undefined && isMemberNode(parent))) return null;
  const made: Made = { by: call.target, args: call.args, call: call.node, module: call.module };
  const open = makeUnknown(argumentNode(call, 0), call.module, 'what is sent to it is not known');
  return describe(call, [...chain, made], open, undefined);
}

/** `Restangular.all('calls').get(id)`, `Restangular.service('calls').get(id)` */
function isCollection(chain: readonly Made[]): boolean {
  return /^(?:all|service)$/.test(chain.at(-1)?.by.path.at(-1) ?? '');
}
