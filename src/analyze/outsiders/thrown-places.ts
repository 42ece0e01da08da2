import { isCallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';

/** `throw redirect(302, path)`, `throw path`: what catches it goes there, where a failure only says what was asked. */
export function isThrownAsPlace({ node: text, path }: Pick<Place, 'node' | 'path'>): boolean {
  if (path.length > 0) return false;
  const node = widenText(text);
  const around = getParent(node);
  // A sentence is read, and not gone to.
  if (around?.type === 'ThrowStatement') return node === text;
  if (around === undefined || !isCallNode(around) || !('callee' in around) || around.callee === node) return false;
  if (!/redirect/i.test(nameCallee(around.callee) ?? '')) return false;
  return getParent(around)?.type === 'ThrowStatement';
}
