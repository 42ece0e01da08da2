import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { makeObject } from '../members/objects.ts';
import { mentions } from '../modules/mentions.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * The context that a GraphQL server hands to each resolver as its third argument: `createYoga({ schema, context })`,
 * `startStandaloneServer(server, { context })`, `app.register(mercurius, { context })`, and `dataSources` of old ones.
 */

const SERVERS =
  /^(?:@apollo\/server(?:\/.+)?|apollo-server(?:-[\w-]+)?|@as-integrations\/.+|@?graphql-yoga(?:\/.+)?|mercurius|express-graphql|graphql-http(?:\/.+)?)$/;
const NAMED =
  /['"](?:@apollo\/server|apollo-server|@as-integrations\/|@?graphql-yoga|mercurius|express-graphql|graphql-http)/;

/** Calls in files that name such a server. */
const listServerCalls = gatherFromCalls(
  (): CallSite[] => [],
  (sites, site) => {
    if ('arguments' in site.node && mentions(site.module, NAMED)) sites.push(site);
  },
);

function isOfServer(value: Value): boolean {
  return listOptions(value).some((option) => option.type === 'external' && SERVERS.test(option.module));
}

/** What a setting holds, or what it gives back where it is a function. */
function readSetting(evaluator: Evaluator, options: Value, name: string, { node, module }: CallSite): Value | null {
  const setting = evaluator.getProperty(options, name, node, module);
  if (isUndefined(setting)) return null;
  if (setting.type !== 'function') return setting;
  return evaluateReturn(evaluator, setting, { args: [], call: null, from: evaluator.anyCaller }, true);
}

function listContexts(evaluator: Evaluator, site: CallSite): readonly Value[] {
  const args = evaluator.index.listCallArguments(site.node, site.module, null);
  const values = args.map((argument) => evaluator.evaluateArgument(argument));
  const callee = evaluator.index.getCallee(site.node);
  if (!values.some(isOfServer) && (callee === undefined || !isOfServer(callee))) return [];
  return values
    .filter(({ type }) => type === 'object')
    .flatMap((options) => {
      const sources = readSetting(evaluator, options, 'dataSources', site);
      const contexts = [
        readSetting(evaluator, options, 'context', site),
        sources && makeObject({ dataSources: sources }),
      ];
      return contexts.flatMap((context) => (context?.type === 'object' ? [context] : []));
    });
}

function isMember(fn: FunctionNode): boolean {
  const parent: SyntaxNode | undefined = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  return parent?.type === 'ObjectMethod' || parent?.type === 'ObjectProperty';
}

/** The context, as the third parameter of a member that nobody calls; null for all else. */
export function evaluateResolverContext(evaluator: Evaluator, fn: FunctionNode, index: number): Value | null {
  if (index !== 2 || !isMember(fn) || evaluator.index.listCallers(fn).length > 0) return null;
  const contexts = listServerCalls(evaluator).flatMap((site) => listContexts(evaluator, site));
  return contexts.length === 0 ? null : unite(contexts);
}
