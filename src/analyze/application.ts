import { getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import { evaluateCallee, findApplied } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { makeObject } from './objects.ts';
import type { CallSite } from './project-index.ts';
import { type Argument, type Env, listOptions, type Value } from './values.ts';

/** Which function a call runs and with what: plainly, by `.call` and `.apply`, or through a hook that calls it for us. */

export interface Application {
  readonly callee: Value;
  readonly args: readonly Argument[];
}

type Place = Pick<CallSite, 'node' | 'module'>;

/** `.call(self, a)` drops its first argument, `.apply(self, list)` spreads its second. */
function applyFunction(evaluator: Evaluator, site: Place, env: Env, args: readonly Argument[]): Application | null {
  const callee = findApplied(evaluator, site.node, site.module, env);
  if (callee === null || site.node.type === 'NewExpression' || site.node.type === 'TaggedTemplateExpression')
    return null;
  const member = unwrap(site.node.callee);
  const name = isMemberNode(member) ? getKeyName(member.property, member.computed) : null;
  if (name === 'call') return { callee, args: args.slice(1) };
  const [list] = args.slice(1);
  return { callee, args: list?.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [] };
}

/** `useSWR(key, fetcher)` calls the fetcher with the key. */
function applySwr(evaluator: Evaluator, args: readonly Argument[]): Application | null {
  const [key, fetcher] = args;
  if (key === undefined || fetcher === undefined) return null;
  return { callee: evaluator.evaluateArgument(fetcher), args: [key] };
}

/** `useQuery({ queryKey, queryFn })` calls the function with `{ queryKey }`. */
function applyQuery(evaluator: Evaluator, site: Place, args: readonly Argument[]): Application | null {
  const options = evaluator.getArgument(args, 0);
  if (options?.type !== 'object') return null;
  const callee = evaluator.getProperty(options, 'queryFn', site.node, site.module);
  const queryKey = evaluator.getProperty(options, 'queryKey', site.node, site.module);
  return { callee, args: [{ kind: 'value', value: makeObject({ queryKey }) }] };
}

const SWR = /^swr(?:\/(?:immutable|infinite|mutation))?$/;
const QUERY = /^(?:@tanstack\/(?:react|vue|svelte|solid|angular|query)[\w-]*|react-query)$/;
const QUERY_CALLS = /(?:^|\.)(?:use\w*Query|createQuery|fetchQuery|prefetchQuery|ensureQueryData|queryOptions)$/;

function applyHook(evaluator: Evaluator, site: Place, callee: Value, args: readonly Argument[]): Application | null {
  for (const option of listOptions(callee)) {
    if (option.type !== 'external') continue;
    if (SWR.test(option.module)) return applySwr(evaluator, args);
    const name = [...(option.made?.by.path ?? []), ...option.path].join('.');
    if (QUERY.test(option.module) && QUERY_CALLS.test(name)) return applyQuery(evaluator, site, args);
  }
  return null;
}

/** What a call runs and hands over. */
export function resolveApplication(evaluator: Evaluator, site: Place, env: Env): Application {
  const args = evaluator.index.listCallArguments(site.node, site.module, env);
  const applied = applyFunction(evaluator, site, env, args);
  if (applied !== null) return applied;
  const callee = evaluateCallee(evaluator, site.node, site.module, env);
  return applyHook(evaluator, site, callee, args) ?? { callee, args };
}
