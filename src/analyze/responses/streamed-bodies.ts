import { type CallNode, isFunctionNode, isMemberNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import type { Kind } from './answer-kinds.ts';
import { atValue, type Found, type Place } from './carried.ts';

/** Bodies that arrive piece by piece: `response.on('data', (chunk) => { text += chunk })`. */

interface Collected {
  readonly name: SyntaxNode;
  readonly kind: Kind;
}

function findCollected(node: SyntaxNode): Collected | null {
  if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') {
    const isAdded = node.operator === '+=' || (node.operator === '=' && node.right.type === 'BinaryExpression');
    return isAdded ? { name: node.left, kind: 'text' } : null;
  }
  if (node.type !== 'CallExpression' || nameMember(node.callee) !== 'push' || !isMemberNode(node.callee)) return null;
  return node.callee.object.type === 'Identifier' ? { name: node.callee.object, kind: 'chunks' } : null;
}

/** Where the pieces are read that some code collects under one name. */
function listReads(code: SyntaxNode, module: Module, place: Place): readonly Found[] {
  const found: Collected[] = [];
  walk(code, null, (node) => {
    const collected = findCollected(node);
    if (collected !== null) found.push(collected);
    return true;
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return [];
  return listReadings(only.name, module)
    .filter((name) => name !== only.name)
    .map((name) => atValue(name, module, { ...place, kind: only.kind }));
}

/** `response.on('data', …)` */
export function listHeard(call: CallNode, place: Place): readonly Found[] {
  if (call.type === 'TaggedTemplateExpression') return [];
  const [event, listener] = call.arguments;
  if (event?.type !== 'StringLiteral' || event.value !== 'data' || listener === undefined) return [];
  return isFunctionNode(listener) ? listReads(listener.body, place.module, place) : [];
}

/** `for await (const chunk of response) chunks.push(chunk)` */
export function listLooped(loop: SyntaxNode, place: Place): readonly Found[] {
  return loop.type === 'ForOfStatement' && loop.right === place.node ? listReads(loop.body, place.module, place) : [];
}

export function isStreamRead(parent: SyntaxNode, { kind, path, node }: Place): boolean {
  return kind === 'stream' && path.length === 0 && parent.type === 'ForOfStatement' && getParent(node) === parent;
}
