import { findUsualQuote } from '../../model/usual-quote.ts';
import { getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';

/** `headers.accept = …`, and what `Headers` have of their own: `headers.has('accept')`. */
export const OWN_MEMBER =
  /^[\w$.]+\s*(?:(?:\.[\w$]+|\[[^\]]+\])\s*=[^=]|\.(?:set|append|get|has|delete|forEach|entries|keys|values)\()/;

/** A credential header where it is written, before anybody asks who sends it. */
export interface WrittenHeader {
  /** Lower case. */
  readonly name: string;
  readonly module: Module;
  /** The range of the name as it is written, and `Authorization` in the same form. */
  readonly key: TextEdit;
  /** With its casts. */
  readonly value: SyntaxNode;
  /** The edit that takes the header away; null where it stands in something larger. */
  readonly removal: TextEdit | null;
  /** An Authorization certainly stands beside it. */
  readonly hasAuthorization: boolean;
  /** It does not say that it is of the same key: it may be the token of a user. */
  readonly isOtherKey?: boolean;
  /** What holds the header and can be handed on, to ask where else it goes; null when only its requests have it. */
  readonly owner: SyntaxNode | null;
}

/** `Authorization: `Bearer ${key}`` beside `'x-api-key': key`: is what stands in the one a part of the other? */
export function isOtherKey(key: SyntaxNode, authorization: SyntaxNode | undefined, { text }: Module): boolean {
  if (authorization === undefined) return false;
  const [own, beside] = [unwrap(key), authorization].map((node) => text.slice(getStart(node), getEnd(node)));
  return own !== undefined && beside !== undefined && !beside.includes(own.replace(/^(['"`])(.*)\1$/s, '$2'));
}

const CREDENTIALS = new Set(['x-api-key', 'authorization']);

/** What carries the rest of a key whose id alone is x-api-key; by one name, for they are all the same to us. */
export const SECRET = 'x-api-secret';
const SECRETS = /^(?:x-(?:api-)?(?:key-)?secret(?:-key)?|api-(?:key-)?secret)$/;

/** The name in lower case when it is a header that carries a key. */
export function toCredential(name: string | null): string | null {
  const known = name?.toLowerCase() ?? '';
  if (SECRETS.test(known)) return SECRET;
  return CREDENTIALS.has(known) ? known : null;
}

/** The credential header that an expression names: a literal, or a constant that holds one. */
export function readCredential(evaluator: Evaluator, node: SyntaxNode, module: Module): string | null {
  if (node.type === 'StringLiteral') return toCredential(node.value);
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression' && node.type !== 'TemplateLiteral') return null;
  if (node.type === 'Identifier') {
    // `map.set(key, …)` stands everywhere: only a constant can name a header.
    const source = findBindingOf(module, node)?.source;
    if (source?.kind === 'value' && source.node?.type === 'StringLiteral') return toCredential(source.node.value);
    if (source?.kind !== 'import' && source?.kind !== 'value') return null;
  }
  evaluator.ask();
  const texts = listTexts(unite([evaluator.evaluate(node, module, null)]), node, module);
  return texts.length === 1 && texts[0] !== undefined ? toCredential(findKnownText(texts[0])) : null;
}

/** `Authorization` in the quotes of the name that it replaces, or in those that the file uses most. */
export function quoteAuthorization(source: string, at: number): string {
  const quote = source[at];
  if (quote === "'" || quote === '"' || quote === '`') return `${quote}Authorization${quote}`;
  const mark = findUsualQuote(source);
  return `${mark}Authorization${mark}`;
}
