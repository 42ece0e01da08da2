import { isCallNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findRequired } from '../calls/calls.ts';
import { findBindingOf, type Module, type ModuleGraph } from '../modules/modules.ts';

/** Files that pass on what other files export: who imports from them imports from those. */

/** `require('./api').list`, `api.list` of an `api` that was imported or required. */
function comesFromElsewhere(module: Module, node: SyntaxNode): boolean {
  let at = unwrap(node);
  while (isMemberNode(at)) at = unwrap(at.object);
  if (isCallNode(at)) return findRequired(at, module) !== null;
  if (at.type !== 'Identifier') return false;
  const source = findBindingOf(module, at)?.source;
  if (source?.kind === 'import') return true;
  return source?.kind === 'value' && source.node !== null && isRequire(module, source.node);
}

function isRequire(module: Module, node: SyntaxNode): boolean {
  let at = unwrap(node);
  while (isMemberNode(at)) at = unwrap(at.object);
  return isCallNode(at) && findRequired(at, module) !== null;
}

function passesOnExpression(module: Module, node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type !== 'ObjectExpression') return comesFromElsewhere(module, value);
  return value.properties.some((member) => {
    if (member.type === 'SpreadElement') return true;
    return member.type === 'ObjectProperty' && comesFromElsewhere(module, member.value);
  });
}

function passesOn(module: Module): boolean {
  if (module.stars.length > 0) return true;
  return [...module.exports.values()].some((found) => {
    if (found.kind === 'from') return true;
    if (found.kind === 'expression') return passesOnExpression(module, found.node);
    const { source } = found.binding;
    return (
      source.kind === 'import' || (source.kind === 'value' && source.node !== null && isRequire(module, source.node))
    );
  });
}

export function listPassingOn(graph: ModuleGraph): readonly string[] {
  return graph.loaded.filter(passesOn).map((module) => module.path);
}
