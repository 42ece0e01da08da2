import { isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listUrlParts } from './asked-pathnames.ts';

/** The paths of the requests that servers hear, where their handlers name them: `req.url`. */

/** The request that a handler of `createServer` is called with. */
function isIncoming(request: SyntaxNode, module: Module): boolean {
  const name = unwrap(request);
  const source = findBindingOf(module, name)?.source;
  const call = source?.kind === 'param' && source.index === 0 ? getParent(source.fn) : undefined;
  return call !== undefined && isCallNode(call) && 'callee' in call && nameCallee(call.callee) === 'createServer';
}

/** `req.url`, and `pathname` of `new URL(req.url, 'http://localhost')`. */
export function listAskedPaths(script: ScriptFacts, module: Module): readonly SyntaxNode[] {
  const urls = listUrlParts(script, 'url').filter(({ url }) => isIncoming(url, module));
  const isUrl = (node: SyntaxNode): boolean => urls.some((part) => part.node === node);
  const paths = listUrlParts(script, 'pathname').filter(({ url }) => {
    const made = unwrap(url);
    const source = findBindingOf(module, made)?.source;
    const parsed = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : made;
    const [first] = parsed.type === 'NewExpression' ? parsed.arguments : [];
    return first !== undefined && isUrl(unwrap(first));
  });
  return [...urls, ...paths].map(({ node }) => node);
}

const ROUTING = /^(?:use|all|get|post|put|patch|delete|route)$/;
/** Express has a path without and with what the router is mounted at, others the URL. */
const PARTS = ['url', 'path', 'originalUrl'];

/** The request that `app.use((req) => …)` or `app.all('*', (req) => …)` is called with: it is of any path. */
function isRouted(request: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, unwrap(request))?.source;
  const call = source?.kind === 'param' && source.index === 0 ? getParent(source.fn) : undefined;
  if (source?.kind !== 'param' || call?.type !== 'CallExpression' || !ROUTING.test(nameCallee(call.callee) ?? ''))
    return false;
  const [first] = call.arguments;
  return first === source.fn || (first?.type === 'StringLiteral' && /^\/?\(?\.?\*/.test(first.value));
}

/** Those, and `req.path`, `req.originalUrl` of what a handler of all routes hears. */
export function listHeardPaths(script: ScriptFacts, module: Module): readonly SyntaxNode[] {
  const routed = PARTS.flatMap((part) => listUrlParts(script, part)).filter(({ url }) => isRouted(url, module));
  return [...listAskedPaths(script, module), ...routed.map(({ node }) => node)];
}
