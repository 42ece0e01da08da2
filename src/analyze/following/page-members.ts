import { describeName, findMemberRoot, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** What belongs to the page: whatever a test puts in its place, where the program runs a browser goes there or shows it. */
const OF_PAGE = /^(?:(?:window|globalThis|self|top|parent)\.)*(?:location|document)(?:\.|$)/;

/** `location.href = …`, `window.location = …`, `document.cookie = …` */
export function isOfPage(receiver: SyntaxNode, name: string | null, module: Module): boolean {
  const root = findMemberRoot(receiver);
  if (root.type !== 'Identifier' || findBindingOf(module, root) !== undefined) return false;
  return OF_PAGE.test(`${describeName(unwrap(receiver))}.${name ?? ''}`);
}
