import type { TextSpan } from './parts.ts';

/** One HTML tag with the places of its attributes' values. */

export interface Attribute {
  readonly name: string;
  /** Between the quotes; null for an attribute without a value. */
  readonly value: TextSpan | null;
}

export interface Tag {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Does it end with `/>`? */
  readonly isClosed: boolean;
  /** Behind its `>`. */
  readonly end: number;
}

const NAME = /[^\s/>]+/y;
const ATTRIBUTE = /[\s/]*([^\s/>=]+|\/(?!>))(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/y;
const END = /\s*(\/?)>/y;

function readAttribute(text: string, at: number): { readonly attribute: Attribute; readonly end: number } | null {
  ATTRIBUTE.lastIndex = at;
  const match = ATTRIBUTE.exec(text);
  if (match === null) return null;
  const [, name = '', written] = match;
  const end = ATTRIBUTE.lastIndex;
  if (written === undefined) return { attribute: { name, value: null }, end };
  const quotes = /^["']/.test(written) ? 1 : 0;
  return { attribute: { name, value: { start: end - written.length + quotes, end: end - quotes } }, end };
}

/** The tag of which the name stands at `from`. */
export function readTag(text: string, from: number): Tag {
  NAME.lastIndex = from;
  const name = NAME.exec(text)?.[0] ?? '';
  const attributes: Attribute[] = [];
  let at = from + name.length;
  for (;;) {
    END.lastIndex = at;
    const end = END.exec(text);
    if (end !== null) return { name, attributes, isClosed: end[1] === '/', end: END.lastIndex };
    const next = readAttribute(text, at);
    if (next === null) return { name, attributes, isClosed: false, end: Math.max(at, from + 1) };
    attributes.push(next.attribute);
    at = next.end;
  }
}
