import { describeName } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readUncommented } from '../modules/code-text.ts';
import { readBody, type TypeText } from './type-texts.ts';

/**
 * `type Check = Expect<Equal<Api['list'], '/agents'>>` beside `const API = { list: '/agents' } as const` and `type Api = typeof API`:
 * a type that compares what was written with its text.
 */

const ALIAS = /\btype\s+([A-Za-z_]\w*)(?:<[^=]*>)?\s*=/g;

/** The name of the table or text that a literal is written in. */
function nameDeclared(literal: SyntaxNode): string | null {
  for (let at: SyntaxNode | undefined = literal; at !== undefined; at = getParent(at)) {
    if (at.type === 'VariableDeclarator') return describeName(at.id);
    if (at.type.endsWith('Statement') || at.type === 'CallExpression') return null;
  }
  return null;
}

/** The body of the declaration that holds the place, and the names of the aliases that stand for `typeof` the name. */
export function findComparedType({ module, start }: TypeText, literal: SyntaxNode): boolean {
  const code = readUncommented(module);
  const name = code.includes('typeof') ? nameDeclared(literal) : null;
  if (name === null || !/^\w+$/.test(name)) return false;
  const aliases = [...code.matchAll(ALIAS)].map(({ 0: whole, 1: alias = '', index }) => {
    const from = index + whole.length;
    return { alias, from, body: readBody(code, from, false) };
  });
  const holder = aliases.find(({ from, body }) => from <= start && start < from + body.length);
  if (holder === undefined) return false;
  const isOfName = new RegExp(`\\btypeof\\s+${name}\\b`);
  const own = aliases.filter(({ body }) => isOfName.test(body)).map(({ alias }) => alias);
  return isOfName.test(holder.body) || own.some((alias) => new RegExp(`\\b${alias}\\b`).test(holder.body));
}
