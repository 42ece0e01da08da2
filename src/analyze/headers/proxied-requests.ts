import type { Addressed, ProxiedPath } from '../../model/analysis.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, type Module } from '../modules/module.ts';
import { findMember, findProxies } from '../references/proxies.ts';

/** Requests to the own server that a proxy hands on, with headers of its own. */

function listAsking(requests: readonly Addressed[], proxies: readonly ProxiedPath[]): readonly Addressed[] {
  const prefixes = proxies.map(({ prefix }) => `/${prefix.join('/')}/`);
  if (prefixes.length === 0) return [];
  return requests.filter(({ urls }) =>
    urls.some(({ parts }) => {
      const start = parts.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
      return prefixes.some((prefix) => start.startsWith(prefix));
    }),
  );
}

/** `proxy: { '/voice': { target, headers: { 'x-api-key': … } } }`: what is asked of the own server below such a path. */
export function listProxied(
  evaluator: Evaluator,
  requests: readonly Addressed[],
  module: Module,
): readonly Addressed[] {
  return listAsking(requests, findProxies(evaluator, module));
}

/** The settings of the proxy in which a node stands. */
function findEntry(node: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (findMember(at, 'target') !== null) return at;
  return null;
}

/** The requests that the proxy hands on in whose settings a node stands; null where it stands in those of none. */
export function listThroughEntry(
  evaluator: Evaluator,
  requests: readonly Addressed[],
  module: Module,
  node: SyntaxNode,
): readonly Addressed[] | null {
  const entry = findEntry(node);
  if (entry === null) return null;
  const [start, end] = [getLocation(module, getStart(entry)), getLocation(module, getEnd(entry))];
  const isWithin = ({ line, column }: ProxiedPath) =>
    (line > start.line || (line === start.line && column >= start.column)) &&
    (line < end.line || (line === end.line && column <= end.column));
  const own = findProxies(evaluator, module).filter(isWithin);
  return own.length === 0 ? null : listAsking(requests, own);
}
