import { findMemberRoot, isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired, findSpecifier } from '../modules/required.ts';

/** Files that pass on what other files export: who imports from them imports from those. */

/** `require('./api').list`, `api.list` of an `api` that was imported or required. */
function comesFromElsewhere(module: Module, node: SyntaxNode): boolean {
  const at = findMemberRoot(node);
  if (isCallNode(at)) return findRequired(at, module) !== null;
  if (at.type !== 'Identifier') return false;
  const source = findBindingOf(module, at)?.source;
  return source !== undefined && findSpecifier(source, module) !== null;
}

export function passesOnExpression(module: Module, node: SyntaxNode): boolean {
  const value = unwrap(node);
  // `Object.freeze({ … })`, `Object.assign({}, require('./api'))`
  if (value.type === 'CallExpression' && /^(?:assign|freeze|seal)$/.test(nameCallee(value.callee) ?? ''))
    return value.arguments.some((argument) => passesOnExpression(module, argument));
  if (value.type !== 'ObjectExpression') return comesFromElsewhere(module, value);
  return value.properties.some((member) => {
    if (member.type === 'SpreadElement') return true;
    if (member.type === 'ObjectProperty') return comesFromElsewhere(module, member.value);
    const [first] = member.kind === 'get' ? member.body.body : [];
    return first?.type === 'ReturnStatement' && first.argument != null && comesFromElsewhere(module, first.argument);
  });
}

function passesOn(module: Module): boolean {
  if (module.stars.length > 0) return true;
  return [...module.exports.values()].some((found) => {
    if (found.kind === 'from') return true;
    if (found.kind === 'expression') return passesOnExpression(module, found.node);
    return findSpecifier(found.binding.source, module) !== null;
  });
}

export function listPassingOn(graph: ModuleGraph): readonly string[] {
  return graph.loaded.filter(passesOn).map((module) => module.path);
}
