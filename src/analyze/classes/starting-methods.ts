import type * as t from '@babel/types';
import { type ClassNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/**
 * `constructor(options) { this.setUrl(options.url); }`: what a method sets that the constructor always calls, the instance has
 * before anybody calls another. What the field says is never seen.
 */

/** The methods that the constructor calls on `this` whatever it is given. */
function listStarters(init: t.ClassMethod): readonly string[] {
  return init.body.body.flatMap((statement): readonly string[] => {
    if (statement.type !== 'ExpressionStatement') return [];
    // `this.setKey(key).setUrl(url)`: it is called on `this` in any case what stands first.
    let at = unwrap(statement.expression);
    for (let name: string | null = null; at.type === 'CallExpression'; ) {
      const callee: SyntaxNode = unwrap(at.callee);
      if (!isMemberNode(callee)) return [];
      name = nameMember(callee);
      at = unwrap(callee.object);
      if (at.type === 'ThisExpression') return name === null ? [] : [name];
    }
    return [];
  });
}

/** Does the constructor leave it to others to set what the fields leave empty? */
export function leavesUnset(init: t.ClassMethod | undefined): boolean {
  return init === undefined || listStarters(init).length === 0;
}

function listAround(node: SyntaxNode): readonly (SyntaxNode | undefined)[] {
  const around: (SyntaxNode | undefined)[] = [];
  for (let at: SyntaxNode | undefined = node; at !== undefined && around.length < 4; at = getParent(at))
    if (at !== node) around.push(at);
  return around;
}

/** Does such a method set the member, whatever it is given? */
export function isSetByStarter(target: SyntaxNode, { body }: ClassNode, init: t.ClassMethod | undefined): boolean {
  const [, statement, block, method] = listAround(target);
  if (init === undefined || block?.type !== 'BlockStatement' || method?.type !== 'ClassMethod') return false;
  if (method === init || method.kind !== 'method' || method.async || getParent(method) !== body) return false;
  const at = block.body.findIndex((other) => other === statement);
  // Behind anything else, one may have left before.
  const isReached = block.body
    .slice(0, at + 1)
    .every(({ type }) => type === 'ExpressionStatement' || type === 'VariableDeclaration');
  const name = nameKey(method);
  return isReached && name !== null && listStarters(init).includes(name);
}
