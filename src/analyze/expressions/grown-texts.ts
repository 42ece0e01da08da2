import type * as t from '@babel/types';
import { contains, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** `url = url + '/' + part`, `url = `${url}/${part}``, `url = [url, part].join('/')`: a name that gets a piece behind what it was. */

interface Grown {
  readonly node: t.AssignmentExpression;
  /** What is put behind the name. */
  readonly pieces: readonly SyntaxNode[];
  readonly hasSlash: boolean;
}

/** The operands of a sum, the pieces of a template, what is joined: in their order. */
function listOperands(given: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(given);
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [...listOperands(node.left), ...listOperands(node.right)];
  if (node.type === 'TemplateLiteral')
    return node.quasis.flatMap((quasi, index) => {
      const expression = node.expressions[index];
      return [...(quasi.value.raw === '' ? [] : [quasi]), ...(expression === undefined ? [] : [expression])];
    });
  // `'' + url` is `url`.
  if (node.type === 'StringLiteral') return node.value === '' ? [] : [node];
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (node.type !== 'CallExpression' || callee === null || !isMemberNode(callee)) return [node];
  if (nameMember(callee) === 'concat') return [...listOperands(callee.object), ...node.arguments.flatMap(listOperands)];
  return nameMember(callee) === 'join' ? (listJoined(unwrap(callee.object), node.arguments) ?? [node]) : [node];
}

/** `[url, part].join('/')`: what stands between them is an operand as well. */
function listJoined(list: SyntaxNode, [between]: readonly SyntaxNode[]): readonly SyntaxNode[] | null {
  if (list.type !== 'ArrayExpression' || between?.type !== 'StringLiteral') return null;
  const elements = list.elements.filter((element) => element !== null && element.type !== 'SpreadElement');
  if (elements.length < list.elements.length) return null;
  return elements.flatMap((element, index) => [
    ...(index === 0 ? [] : listOperands(between)),
    ...listOperands(element),
  ]);
}

function readHead(piece: SyntaxNode): string {
  if (piece.type === 'StringLiteral') return piece.value;
  return piece.type === 'TemplateElement' ? piece.value.raw : '';
}

/** The assignment in which the name that is read at `use` gets more behind itself; the query alone is no such piece. */
export function findGrown({ assignments }: Binding, use: SyntaxNode): Grown | null {
  const own = assignments.find(({ node, steps }) => steps.length === 0 && contains(node.right, use));
  if (own === undefined || own.node.operator !== '=') return null;
  const [name, ...pieces] = listOperands(own.node.right);
  const [first] = pieces;
  if (name !== use || first === undefined || /^[?&#]/.test(readHead(first))) return null;
  return { node: own.node, pieces, hasSlash: readHead(first).startsWith('/') };
}
