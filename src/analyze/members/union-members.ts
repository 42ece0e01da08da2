import type { SyntaxNode } from '../../syntax/tree.ts';
import { listOptions } from '../values/unions.ts';
import type { UnionValue, Value } from '../values/values.ts';

/** Of which of several values a member can be read. */

/** What a member can be read of: `null` has none, so that who reads `params.path` behind `params = null` has no null there. */
export function listReadable(value: UnionValue, node: SyntaxNode): readonly Value[] {
  const options = listOptions(value);
  if ('optional' in node && node.optional) return options;
  const readable = options.filter((option) => option.type !== 'primitive' || option.value != null);
  return readable.length === 0 ? options : readable;
}

/** `Array.isArray(row) ? row[1] : row.list` of rows of both kinds: no list has a member of its own by such a name. */
export function isOfOthers(option: Value, name: string, options: readonly Value[]): boolean {
  if (option.type !== 'array' || /^\d+$/.test(name) || name in Array.prototype || option.groups !== undefined)
    return false;
  return options.some(({ type }) => type === 'object');
}
