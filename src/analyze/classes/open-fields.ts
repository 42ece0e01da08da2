import type { ClassNode } from '../../syntax/nodes.ts';
import { isFunctionNode, nameKey } from '../../syntax/nodes.ts';
import type { Module } from '../modules/module.ts';

/** Fields of classes that can be set to another address by anyone who has an instance. */

/** How members and options are called that hold an address. */
export const ADDRESS = /base|ur[il]|host|origin|endpoint|server|domain|prefix/i;

function hasOpenAddress({ body }: ClassNode): boolean {
  return body.body.some(
    (member) =>
      member.type === 'ClassProperty' &&
      member.readonly !== true &&
      // `getAdminURL = () => …` is asked for an address, and nobody gives it another.
      (member.value == null || !isFunctionNode(member.value)) &&
      (member.accessibility ?? 'public') === 'public' &&
      ADDRESS.test(nameKey(member) ?? ''),
  );
}

/** Does the module export such a class? Then a file that sets the field need not hold a word of the catalogue. */
export function exportsOpenAddress(module: Module): boolean {
  return module.exports.size > 0 && module.scripts.some((script) => script.classes.some(hasOpenAddress));
}
