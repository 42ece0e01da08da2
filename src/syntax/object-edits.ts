import type * as t from '@babel/types';
import { getEnd, getKeyName, getStart } from './nodes.ts';
import type { TextEdit } from './text-edits.ts';

/** Edits inside object literals that keep the file's own style: one line stays one line, quotes and commas stay. */

type Member = t.ObjectExpression['properties'][number];

export function findMember(object: t.ObjectExpression, test: (name: string) => boolean): t.ObjectProperty | null {
  for (const member of object.properties) {
    if (member.type !== 'ObjectProperty') continue;
    const name = getKeyName(member.key, member.computed);
    if (name !== null && test(name)) return member;
  }
  return null;
}

/** A key as it must be written: bare when it can be, else in the file's quotes. */
export function writeKey(name: string, quote: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `${quote}${name}${quote}`;
}

/** The property gets another name; a shorthand gets a value. */
export function renameMember(member: t.ObjectProperty, name: string, source: string): TextEdit | null {
  if (getKeyName(member.key, member.computed) === name) return null;
  if (member.shorthand) {
    const text = source.slice(getStart(member.value), getEnd(member.value));
    return { start: getStart(member), end: getEnd(member), text: `${name}: ${text}` };
  }
  if (member.key.type === 'StringLiteral')
    return { start: getStart(member.key) + 1, end: getEnd(member.key) - 1, text: name };
  return { start: getStart(member.key), end: getEnd(member.key), text: name };
}

function lineIndent(source: string, offset: number): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  return /^[\t ]*/.exec(source.slice(start, offset))?.[0] ?? '';
}

/** Does the last member stand on a line of its own? */
function isMultiLine(source: string, object: t.ObjectExpression, last: Member): boolean {
  return (
    source.slice(getStart(object), getStart(last)).includes('\n') &&
    source.slice(getEnd(last), getEnd(object)).includes('\n')
  );
}

/** New members behind the last one. */
export function appendMembers(object: t.ObjectExpression, members: readonly string[], source: string): TextEdit {
  const last = object.properties.at(-1);
  const inner = { start: getStart(object) + 1, end: getEnd(object) - 1 };
  if (last === undefined) return { start: inner.start, end: inner.end, text: ` ${members.join(', ')} ` };
  const end = getEnd(last);
  const comma = /^\s*,/.exec(source.slice(end, inner.end))?.[0] ?? null;
  const at = end + (comma?.length ?? 0);
  if (!isMultiLine(source, object, last)) {
    const text = members.join(', ');
    return { start: at, end: at, text: comma === null ? `, ${text}` : ` ${text},` };
  }
  const newline = source.slice(0, end).includes('\r\n') ? '\r\n' : '\n';
  const indent = newline + lineIndent(source, getStart(last));
  const lines = members.map((member) => indent + member);
  return { start: at, end: at, text: comma === null ? `,${lines.join(',')}` : `${lines.join(',')},` };
}

/** A member with its comma and the space that set it apart. */
export function removeMember(object: t.ObjectExpression, member: Member, source: string): TextEdit {
  const index = object.properties.indexOf(member);
  const next = object.properties[index + 1];
  const previous = object.properties[index - 1];
  if (next !== undefined) return { start: getStart(member), end: getStart(next), text: '' };
  if (previous !== undefined) return { start: getEnd(previous), end: getEnd(member), text: '' };
  const comma = /^\s*,/.exec(source.slice(getEnd(member)))?.[0] ?? '';
  return { start: getStart(member), end: getEnd(member) + comma.length, text: '' };
}

/** Elements of a list with their commas and the space that set them apart. */
export function removeElement(list: t.ArrayExpression, index: number, count: number, source: string): TextEdit {
  const first = list.elements[index];
  const last = list.elements[index + count - 1];
  const next = list.elements[index + count];
  const previous = list.elements[index - 1];
  const start = first ? getStart(first) : getStart(list) + 1;
  const end = last ? getEnd(last) : start;
  if (next) return { start, end: getStart(next), text: '' };
  if (previous) return { start: getEnd(previous), end, text: '' };
  return { start, end: end + (/^\s*,/.exec(source.slice(end))?.[0].length ?? 0), text: '' };
}
