import { contains, isCallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { makeObject } from '../members/objects.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  type HttpLibrary,
  join,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/**
 * `HttpClient` of Effect: `client.pipe(HttpClient.mapRequest(HttpClientRequest.prependUrl(base)))` makes a client that
 * `client.get(path)` sends with, or `HttpClientRequest.post(path).pipe(…, client.execute)`.
 */

const NAME = 'effect-http';
const BASE = 'base';
const METHODS = [...VERBS, 'del'];

/** `HttpClient` is a member of the package, and a module of its own. */
function listPath(target: ClientCall['target']): readonly string[] {
  const own = target.type === 'external' ? /\/(HttpClient(?:Request)?)$/.exec(target.module)?.[1] : undefined;
  return own === undefined ? target.path : [own, ...target.path];
}

/** The bases of the calls of `prependUrl` that are written inside a node. */
function findPrepended({ evaluator, module, env = null }: ClientCall, around: SyntaxNode): Value | undefined {
  const bases = module.scripts
    .flatMap((script) => script.calls)
    .flatMap((node) => {
      const [given] = 'callee' in node && nameCallee(node.callee) === 'prependUrl' ? node.arguments : [];
      return given !== undefined && contains(around, node) ? [evaluator.evaluate(given, module, env)] : [];
    });
  return bases.length === 0 ? undefined : unite(bases);
}

/** Of what makes a client out of another: what made that one. */
const madeOf = new WeakMap<SyntaxNode, SyntaxNode>();

/** All that made the client, the last first: what is set there goes with its requests. */
function listMakers({ target }: ClientCall): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = target.type === 'client' ? target.made : null; at && !found.includes(at); at = madeOf.get(at) ?? null)
    found.push(at);
  return found;
}

function create(call: ClientCall): Value | null {
  const { target, node } = call;
  const path = listPath(target);
  const name = path.at(-1);
  const isClient = target.type === 'client' || path.includes('HttpClient');
  if (!isClient || (name !== 'pipe' && name !== 'mapRequest')) return null;
  // `HttpClient.mapRequest(change)` waits for the client that it is given in a pipe.
  if (name === 'mapRequest' && argument(call, 1) === undefined) return null;
  const base = findPrepended(call, node);
  const given = name === 'mapRequest' ? argument(call, 0) : target;
  const inherited = given?.type === 'client' ? given.options : [];
  if (given?.type === 'client' && given.made !== null) madeOf.set(node, given.made);
  return makeClient(NAME, base === undefined ? inherited : [...inherited, makeObject({ [BASE]: base })], node);
}

/** The client that executes a request: `request.pipe(…, client.execute)`, `client.execute(request.pipe(…))`. */
function findExecuting(call: ClientCall): Value | undefined {
  const { evaluator, module, env = null } = call;
  for (let at: SyntaxNode = call.node, outer = getParent(at); outer !== undefined; at = outer, outer = getParent(at)) {
    if (isMemberNode(outer) && outer.object === at) continue;
    if (!isCallNode(outer) || !('callee' in outer)) return undefined;
    const steps: readonly SyntaxNode[] = [outer.callee, ...outer.arguments];
    // `Effect.flatMap(client.execute)` is a step that holds it.
    const held = steps.flatMap((one): readonly SyntaxNode[] =>
      isCallNode(one) && 'arguments' in one ? one.arguments : [],
    );
    for (const step of [...steps, ...held]) {
      const inner = unwrap(step);
      if (!isMemberNode(inner)) continue;
      const value = evaluator.evaluate(inner, module, env);
      if (value.type === 'client' && value.library === NAME && value.path.join('.') === 'execute')
        return configured({ ...call, target: { ...value, path: [] } }, [BASE]);
    }
  }
  return undefined;
}

/** The whole of `HttpClientRequest.post(path).pipe(…)`. */
function findPipe(start: SyntaxNode): SyntaxNode {
  const member = getParent(start);
  const call = member === undefined || !isMemberNode(member) ? undefined : getParent(member);
  return call?.type === 'CallExpression' && call.callee === member ? call : start;
}

function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  const path = listPath(target);
  const name = path.at(-1) ?? '';
  const url = argument(call, 0);
  if (!METHODS.includes(name) || url === undefined) return null;
  const isRequest = target.type === 'external' && path.at(-2) === 'HttpClientRequest';
  const isClient = target.type === 'client' ? path.length === 1 : path.at(-2) === 'HttpClient';
  if (!isRequest && !isClient) return null;
  const base = isRequest ? (findPrepended(call, findPipe(call.node)) ?? findExecuting(call)) : configured(call, [BASE]);
  return {
    client: NAME,
    url: join(call, base, url, 'slash'),
    urlNode: argumentNode(call, 0),
    method: verb(name),
    handles: isRequest ? [call.node] : listMakers(call),
  };
}

export const effectHttpLibrary: HttpLibrary = {
  name: NAME,
  modules: ['@effect/platform', '@effect/platform/HttpClient', '@effect/platform/HttpClientRequest'],
  create,
  send,
};

/** `HttpClientRequest`: what its functions change stands in the pipe around their calls. */
export function isRequestModule(value: Value): boolean {
  return (
    value.type === 'external' &&
    effectHttpLibrary.modules.includes(value.module) &&
    listPath(value).at(-1) === 'HttpClientRequest'
  );
}

/** `yield* HttpClient.HttpClient` gives the client, and so does what was made of it. */
export function isYielded(value: Value): boolean {
  return (
    (value.type === 'external' && effectHttpLibrary.modules.includes(value.module)) ||
    (value.type === 'client' && value.library === NAME)
  );
}
