import type { UrlReference } from '../../model/analysis.ts';
import { getEnd, getStart, isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { readConstant } from '../texts/constants.ts';

/** `const LEGACY = 'https://…/calls'`, `url.replace(LEGACY, V1)`: where a text with a name is read, and which ones stand beside it there. */

/** What stands in the same call, choice or table. */
function listSiblings(node: SyntaxNode): readonly SyntaxNode[] {
  const parent = getParent(node);
  if (parent === undefined) return [];
  if (parent.type === 'ConditionalExpression') return [parent.consequent, parent.alternate];
  if (parent.type === 'ArrayExpression') return parent.elements.flatMap((one) => one ?? []);
  if (isCallNode(parent)) return 'arguments' in parent ? parent.arguments : [];
  const table = parent.type === 'ObjectProperty' ? getParent(parent) : undefined;
  if (table?.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((one) => (one.type === 'ObjectProperty' ? [one.value] : []));
}

function listBeside(node: SyntaxNode, module: Module): readonly string[] {
  const named = listSiblings(node).filter((one) => one !== node && one.type !== 'StringLiteral');
  return named.flatMap((one) => readConstant(one, module) ?? []);
}

export function describeNames(text: SyntaxNode, module: Module): Pick<UrlReference, 'standings' | 'beside'> {
  const standings = listStandings(text, module);
  const [, ...named] = standings;
  const toSpan = (at: SyntaxNode) => ({ file: module.path, start: getStart(at), end: getEnd(at) });
  const beside = standings.flatMap((at) => listBeside(at, module));
  return {
    ...(named.length === 0 ? {} : { standings: named.map(toSpan) }),
    ...(beside.length === 0 ? {} : { beside }),
  };
}
