import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listAskedTexts } from './asked-texts.ts';
import type { WrittenPath } from './asserted-messages.ts';

/**
 * `url.includes('/auth/login')`: a version in front of a path that begins with a slash takes no piece of it away, and adds none
 * but such as name it. Where a path loses a piece, as those that become another operation do, that is no first segment.
 */

/** `/auth/login`, and nothing that a version can be a part of. */
const PIECE = /^\/(?!v\d)[a-z][\w-]+(?:\/[\w-]*)*$/i;

const FIRST_SEGMENT = /^\/(?!v\d)([a-z][\w-]+)(?:[/?#]|$)/i;

/** Does the piece end in what the path begins with, so that it stands where the version goes? */
function mayCross(piece: string, path: string): boolean {
  for (let slash = piece.indexOf('/', 1); slash !== -1; slash = piece.indexOf('/', slash + 1)) {
    const tail = piece.slice(slash);
    if (tail.length > 1 && (path.startsWith(tail) || tail.startsWith(path))) return true;
  }
  return false;
}

/** `path.endsWith('calls')` of `/calls` and `/batch-calls`: how a path of one segment ends stays as it is. */
function isEndOfSegment(piece: string, path: string): boolean {
  return /^\/[a-z][\w-]*$/i.test(path) && piece !== '' && piece.length <= path.length;
}

/** `path === '/calls'` of a text that names no calls: it is not equal with a version, either, whatever was cut off or put around it. */
export function isComparedWithAnother(
  parent: SyntaxNode,
  node: SyntaxNode,
  { text, rest }: WrittenPath,
  isPathname = false,
): boolean {
  if (parent.type !== 'BinaryExpression' || !/^[=!]==?$/.test(parent.operator)) return false;
  // `'agents'`, too, is `/agents` in the `pathname` of its URL.
  if (!text.startsWith('/') && !isPathname) return false;
  const compared = unwrap(parent.left === node ? parent.right : parent.left);
  return compared.type === 'StringLiteral' && isAnother(compared.value, { text, rest });
}

/** Does it begin with a segment that the path does not name? */
function isAnother(asked: string, { text, rest }: WrittenPath): boolean {
  const segment = FIRST_SEGMENT.exec(asked)?.[1]?.toLowerCase();
  return segment !== undefined && ![text, ...rest].some((part) => part.toLowerCase().includes(segment));
}

/** `PUBLIC.includes(path ?? '')`, `OPEN.has(path)` of a list in which nothing names what the path does. */
export function isAmongOthers(evaluator: Evaluator, module: Module, node: SyntaxNode, path: WrittenPath): boolean {
  const parent = getParent(node);
  if (parent?.type !== 'CallExpression' && parent?.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(parent.callee);
  const [, own] = FIRST_SEGMENT.exec(path.text) ?? [];
  if (own === undefined || !isMemberNode(callee) || parent.arguments[0] !== node) return false;
  if (!/^(?:has|includes)$/.test(nameMember(callee) ?? '')) return false;
  const known = listAskedTexts(evaluator, callee.object, module);
  return known?.every((text) => isAnother(text, path) && !text.toLowerCase().includes(own.toLowerCase())) ?? false;
}

/** Is the answer the same for the path as it is, and with a version in front of it? */
export function isSteadyQuestion(parent: SyntaxNode, node: SyntaxNode, { text, rest }: WrittenPath): boolean {
  if (!isMemberNode(parent) || parent.object !== node || !text.startsWith('/')) return false;
  const name = nameMember(parent);
  const call = getParent(parent);
  if (!/^(?:includes|(?:starts|ends)With)$/.test(name ?? '') || call === undefined || !('arguments' in call))
    return false;
  const [asked, from] = call.arguments as readonly SyntaxNode[];
  const piece = asked?.type === 'StringLiteral' ? asked.value : '';
  if (name === 'startsWith') return from === undefined && isAnother(piece, { text, rest });
  if (name === 'endsWith' && rest.length === 0 && isEndOfSegment(piece, text)) return true;
  if (!PIECE.test(piece) || piece.includes('/v1') || mayCross(piece, text)) return false;
  const isFirst = piece.indexOf('/', 1) === -1 && text.startsWith(piece);
  return isFirst || ![text, ...rest].some((part) => part.includes(piece));
}
