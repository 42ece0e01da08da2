import type { Addressed } from '../../model/analysis.ts';
import { type FunctionNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/** `config.headers = { … }`, `req.clone({ setHeaders: { … } })` in a function that is handed the requests: whole objects of headers. */

interface HookedHeaders {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly requests: readonly Addressed[];
}

function readHeaders(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'AssignmentExpression') return nameMember(unwrap(node.left)) === 'headers' ? node.right : null;
  const isNamed = node.type === 'ObjectProperty' && /^(?:headers|setHeaders)$/.test(nameKey(node) ?? '');
  return isNamed ? node.value : null;
}

export function listHeadersOfHooks(
  graph: ModuleGraph,
  hooks: ReadonlyMap<FunctionNode, readonly Addressed[]>,
): readonly HookedHeaders[] {
  const found: HookedHeaders[] = [];
  for (const [fn, requests] of hooks) {
    const module = graph.findOwner(fn);
    if (module === undefined) continue;
    walk(fn.body, true, (node) => {
      const headers = readHeaders(node);
      if (headers !== null) found.push({ node: headers, module, requests });
      return true;
    });
  }
  return found;
}
