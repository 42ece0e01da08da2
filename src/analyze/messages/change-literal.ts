import type * as t from '@babel/types';
import type { MessageChange } from '../../model/message.ts';
import { getEnd, getStart, nameKey } from '../../syntax/nodes.ts';
import { appendMembers, findMember, renameMember } from '../../syntax/object-edits.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { Module } from '../modules/module.ts';
import { refuse } from './emission.ts';

/** A body that is written as an object literal. */

interface LiteralEdits {
  readonly edits: readonly TextEdit[];
  readonly extraMembers: readonly string[];
}

function listNames(node: t.ObjectExpression): readonly string[] {
  return node.properties.map((member) => {
    const name = member.type === 'ObjectProperty' ? nameKey(member) : null;
    return name ?? refuse('its body holds a spread or a computed name');
  });
}

/** What the member is set to; null when the value of the old body stays. */
export function writeValue({ value }: MessageChange, module: Module): string | null {
  if (value === 'null') return 'null';
  if (value === 'body') return null;
  return value.file === module.path ? value.source : refuse('it has no body to take the id from');
}

export function changeLiteral(node: t.ObjectExpression, change: MessageChange, module: Module): LiteralEdits {
  const names = listNames(node);
  const carriers = names.filter((name) => change.from.includes(name));
  const extraMembers = names.filter((name) => !change.from.includes(name));
  const member = findMember(node, (name) => change.from.includes(name));
  const value = writeValue(change, module);
  if (carriers.length > 1) return refuse(`its body has several of ${change.from.join(', ')}`);
  if (value === null) {
    if (member === null) return refuse(`its body has none of ${change.from.join(', ')}`);
    const edit = renameMember(member, change.field, module.text);
    return { edits: edit === null ? [] : [edit], extraMembers };
  }
  if (member === null)
    return { edits: [appendMembers(node, [`${change.field}: ${value}`], module.text)], extraMembers };
  const edit = { start: getStart(member), end: getEnd(member), text: `${change.field}: ${value}` };
  return { edits: [edit], extraMembers };
}
