import type * as t from '@babel/types';
import { getEnd, getStart, nameKey } from './nodes.ts';
import type { TextEdit } from './text-edits.ts';

/** Edits inside object literals that keep the file's own style: one line stays one line, quotes and commas stay. */

type Member = t.ObjectExpression['properties'][number];

export function findMember(object: t.ObjectExpression, test: (name: string) => boolean): t.ObjectProperty | null {
  for (const member of object.properties) {
    if (member.type !== 'ObjectProperty') continue;
    const name = nameKey(member);
    if (name !== null && test(name)) return member;
  }
  return null;
}

/** The property gets another name; a shorthand gets a value. */
export function renameMember(member: t.ObjectProperty, name: string, source: string): TextEdit | null {
  if (nameKey(member) === name) return null;
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

/** Those that stand in the literal, and not in statements that fill it. */
function listWithin(object: t.ObjectExpression): readonly Member[] {
  return object.properties.filter((member) => getEnd(member) <= getEnd(object));
}

/** New members behind the last one. */
export function appendMembers(object: t.ObjectExpression, members: readonly string[], source: string): TextEdit {
  const last = listWithin(object).at(-1);
  const inner = { start: getStart(object) + 1, end: getEnd(object) - 1 };
  if (last === undefined) {
    const isEmpty = source.slice(inner.start, inner.end).trim() === '';
    const text = ` ${members.join(', ')}`;
    return isEmpty ? { ...inner, text: `${text} ` } : { start: inner.start, end: inner.start, text: `${text},` };
  }
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

/** What stands between two neighbours in a list, by their offsets; null at its ends. */
interface Neighbours {
  readonly previousEnd: number | null;
  readonly nextStart: number | null;
}

export function holdsComment(text: string): boolean {
  return /\/[/*]/.test(text);
}

/** With the comma and the space that set it apart from a neighbour; comments beside it stay. */
function removeBetween(start: number, end: number, neighbours: Neighbours, source: string): TextEdit {
  const { previousEnd, nextStart } = neighbours;
  const alone = { start, end: end + (/^\s*,[ \t]*/.exec(source.slice(end))?.[0].length ?? 0), text: '' };
  if (nextStart !== null) return holdsComment(source.slice(end, nextStart)) ? alone : { ...alone, end: nextStart };
  if (previousEnd === null || holdsComment(source.slice(previousEnd, start))) return alone;
  return { start: previousEnd, end, text: '' };
}

function findStatementEnd(end: number, source: string): number {
  return end + (/^\s*;/.exec(source.slice(end))?.[0].length ?? 0);
}

export function removeMember(object: t.ObjectExpression, member: Member, source: string): TextEdit {
  const within = listWithin(object);
  const index = within.indexOf(member);
  // `options.body = …;`
  if (index === -1) return { start: getStart(member), end: findStatementEnd(getEnd(member), source), text: '' };
  const next = within[index + 1];
  const previous = within[index - 1];
  const nextStart = next === undefined ? null : getStart(next);
  const previousEnd = previous === undefined ? null : getEnd(previous);
  return removeBetween(getStart(member), getEnd(member), { previousEnd, nextStart }, source);
}

/** `count` elements of a list. */
export function removeElement(list: t.ArrayExpression, index: number, count: number, source: string): TextEdit {
  const first = list.elements[index];
  const last = list.elements[index + count - 1];
  const next = list.elements[index + count];
  const previous = list.elements[index - 1];
  const start = first ? getStart(first) : getStart(list) + 1;
  const nextStart = next ? getStart(next) : null;
  return removeBetween(
    start,
    last ? getEnd(last) : start,
    { previousEnd: previous ? getEnd(previous) : null, nextStart },
    source,
  );
}
