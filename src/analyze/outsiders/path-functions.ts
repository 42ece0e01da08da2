import { describeName, type FunctionNode, isFunctionNode, isNamedMember, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { holdsLiteral, listTexts } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';

/** `{ one: (id) => `${BASE}/${id}`, update: (id) => `${BASE}/${id}` }`: functions side by side that each make a path of one text. */

const GROUPS: ReadonlySet<string> = new Set(['ObjectExpression', 'ClassBody', 'Program']);

/** What stands side by side with the function: the members of its table or class, or what its file declares. */
function findGroup(fn: FunctionNode): SyntaxNode | null {
  for (let at = getParent(fn); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (GROUPS.has(at.type)) return at;
  return null;
}

function listDeclared(statement: SyntaxNode): readonly SyntaxNode[] {
  if (/^Export(?:Named|Default)Declaration$/.test(statement.type) && 'declaration' in statement)
    return statement.declaration ? listDeclared(statement.declaration as SyntaxNode) : [];
  if (statement.type !== 'VariableDeclaration') return [statement];
  return statement.declarations.flatMap(({ init }) => (init ? [init] : []));
}

function listMembers(group: SyntaxNode): readonly SyntaxNode[] {
  if (group.type === 'ObjectExpression')
    return group.properties.map((member) => (member.type === 'ObjectProperty' ? member.value : member));
  if (group.type === 'ClassBody')
    return group.body.map((member) => (member.type === 'ClassProperty' && member.value ? member.value : member));
  return group.type === 'Program' ? group.body.flatMap(listDeclared) : [];
}

function givesPathOf(evaluator: Evaluator, fn: FunctionNode, module: Module, literal: number): boolean {
  const given = findOnlyReturn(fn);
  if (given === null) return false;
  const texts = listTexts(evaluator.evaluate(given, module, evaluator.anyCaller), given, module);
  return texts.some((text) => text.atoms[0]?.kind === 'text' && holdsLiteral(text, literal));
}

/** `callPage: (id) => `${CALLS}/${id}``: by its name a path of the program's own pages. */
const OF_PAGES = /page|route|link|href|nav|screen|view|slug/i;

function nameFunction(fn: FunctionNode): string {
  const holder = getParent(fn);
  if (fn.type === 'FunctionDeclaration') return fn.id?.name ?? '';
  if (holder?.type === 'VariableDeclarator') return describeName(holder.id);
  const named = [fn, holder].find((node) => node !== undefined && isNamedMember(node));
  return (named === undefined ? null : nameKey(named)) ?? '';
}

/** Is it one of several that make a path of the text, and is another one called? That says what the text is for. */
export function isOneOfPathFunctions(
  evaluator: Evaluator,
  fn: FunctionNode,
  { path, module }: Place,
  literal: number,
): boolean {
  const group = path.length === 0 ? findGroup(fn) : null;
  if (group === null || OF_PAGES.test(nameFunction(fn))) return false;
  return listMembers(group).some((member) => {
    const other = unwrap(member);
    if (other === fn || !isFunctionNode(other) || evaluator.index.listCallers(other).length === 0) return false;
    return givesPathOf(evaluator, other, module, literal);
  });
}
