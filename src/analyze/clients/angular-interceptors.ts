import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  contains,
  type FunctionNode,
  getEnd,
  getStart,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { isReachable } from '../chains/reachable.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { getTextHead } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { type Asked, judgePassing } from './angular-guards.ts';

/** `next.handle(request.clone({ url: BASE + request.url }))`: Angular's interceptors see each request before it is sent. */

interface Clone {
  readonly call: CallNode;
  readonly fn: FunctionNode;
  readonly module: Module;
}

/** `intercept(request, next)`, and what it calls: `withBase(request: HttpRequest<unknown>)`. */
function takesRequest({ params }: FunctionNode, module: Module): boolean {
  const [first] = params;
  if (first === undefined || params.length >= 2) return params.length >= 2;
  return module.text.slice(getStart(first), getEnd(first)).includes('HttpRequest');
}

const clones = new WeakMap<Module, readonly Clone[]>();

/** Where a function that is handed a request and what handles it makes another request of the first. */
function collectClones(module: Module): readonly Clone[] {
  if (!module.text.includes('@angular/common/http') || !module.text.includes('clone')) return [];
  return module.scripts
    .flatMap((script) => script.calls)
    .flatMap((call) => {
      const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
      if (callee === null || !isMemberNode(callee) || nameMember(callee) !== 'clone') return [];
      const receiver = unwrap(callee.object);
      const source = findBindingOf(module, receiver)?.source;
      const isRequest = source?.kind === 'param' && source.index === 0 && takesRequest(source.fn, module);
      return isRequest && contains(source.fn, call) && findFunctionAround(call) !== null
        ? [{ call, fn: source.fn, module }]
        : [];
    });
}

export function listClones(module: Module): readonly Clone[] {
  const known = clones.get(module) ?? collectClones(module);
  clones.set(module, known);
  return known;
}

/** What one interceptor makes of a URL, and the URL itself where it may leave it; nothing where it does. */
export function listChanged(evaluator: Evaluator, clone: Clone, url: Value, asked: Asked): readonly Value[] {
  const { call, fn, module } = clone;
  const args = [{ kind: 'value' as const, value: makeObject({ url }) }];
  const env = extendEnv(null, { fn, args, self: null, call: null }, false);
  if (!isReachable(evaluator, call, module, env)) return [];
  const [options] = evaluator.index.listCallArguments(call, module, env);
  const given = options === undefined ? undefined : evaluator.evaluateArgument(options);
  if (given?.type !== 'object') return [];
  const changed = evaluator.getProperty(given, 'url', call, module);
  const passing = changed.type === 'primitive' ? 'never' : judgePassing(evaluator, clone, env, asked);
  if (passing === 'never') return [];
  return passing === 'always' ? [changed] : [changed, url];
}

/** `request.url.replace(API, `${API}/v1`)`: the same host with another path. What puts a host before any URL is not meant for this one. */
function staysThere(url: TextValue, changed: Value): boolean {
  const origin = /^https?:\/\/[^/?#]+/i.exec(getTextHead(url))?.[0];
  if (origin === undefined || changed.type !== 'text') return false;
  const head = getTextHead(changed);
  return head.startsWith(origin) && !head.slice(origin.length).includes(origin);
}

/** The interceptors that see what a file sends. */
export function listInterceptors(evaluator: Evaluator, asking: Module): readonly Clone[] {
  const found = evaluator.graph.loaded.map((module) => ({ module, clones: listClones(module) }));
  const changing = found.filter(({ clones }) => clones.length > 0);
  return keepMeeting(evaluator, changing, asking).flatMap(({ clones }) => clones);
}

/** The URL as the interceptors of the project leave it: one without a host is sent as they say. */
export function passInterceptors(evaluator: Evaluator, url: Value, asked: Asked): Value {
  const all = listInterceptors(evaluator, asked.module);
  if (all.length === 0) return url;
  return unite(
    listOptions(url).flatMap((option): readonly Value[] => {
      if (option.type !== 'text' || getTextHead(option) === '') return [option];
      const changed = all.flatMap((clone) => listChanged(evaluator, clone, option, asked));
      const sent = isAbsoluteUrl(option) ? changed.filter((one) => staysThere(option, one)) : changed;
      return sent.length === 0 ? [option] : sent;
    }),
  );
}
