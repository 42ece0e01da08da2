import { append } from '../../model/append.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';
import type { TextValue, Value } from '../values/values.ts';
import type { WrittenPath } from './asserted-messages.ts';

/** A text as it is, and as it is with the version in front of its path: does a question tell the one from the other? */

export interface Spelling {
  readonly before: string;
  readonly after: string;
}

/** A text that is asked something. */
export interface Asked {
  readonly evaluator: Evaluator;
  readonly module: Module;
  /** The text that is to change. */
  readonly literal: number;
  /** The request that a hook sees, and nobody is seen to hand it. */
  readonly request: Place['asked'];
}

const OPEN_HOST = 'https://host.example';
/** What may stand for what is not known: a name, a number, a UUID. */
const OPEN_PARTS = ['x1', '17', '0b9c1f2e-7a51-4c1d-9a55-3f2e8d6b4a10'];

/** Where the version goes: before the first word of the catalogue. */
export function findStart(text: string, words: ReadonlySet<string>): number {
  for (const { index, 1: word } of text.matchAll(/(?<![\w-])([\w-]+)(?=[/?#]|$)/g))
    if (word !== undefined && words.has(word)) return index;
  return -1;
}

function spellWith({ atoms }: TextValue, { evaluator, literal }: Asked, open: string): Spelling | null {
  let before = '';
  let start = -1;
  for (const [index, atom] of atoms.entries()) {
    const text = atom.kind === 'text' ? atom.text : index === 0 ? OPEN_HOST : open;
    const isOwn = atom.kind === 'text' && atom.origin?.literal === literal;
    const found = isOwn && start === -1 ? findStart(text, evaluator.words) : -1;
    if (found !== -1) start = before.length + found;
    before += text;
  }
  if (start === -1) return null;
  return { before, after: `${before.slice(0, start)}${evaluator.versionPrefix.slice(1)}/${before.slice(start)}` };
}

/** Is more than the host of it not known? */
export function isOpen({ atoms }: TextValue): boolean {
  return atoms.some(({ kind }, index) => index > 0 && kind !== 'text');
}

/** None where the path does not begin in the literal. */
export function spell(text: TextValue, asked: Asked): readonly Spelling[] {
  return (isOpen(text) ? OPEN_PARTS : OPEN_PARTS.slice(0, 1)).flatMap((open) => spellWith(text, asked, open) ?? []);
}

/** The same of a path of which nothing is known but how it is written: it may go on. */
export function spellWritten({ text, rest, versionPrefix }: WrittenPath): readonly Spelling[] {
  const path = text.replace(/^\w+:\/\/[^/]*/, '');
  if (!/^\/\w/.test(path)) return [];
  return OPEN_PARTS.flatMap((open) => {
    const [whole = ''] = [path, ...rest].join(open).split(/[?#]/);
    return [whole, `${whole.replace(/\/$/, '')}/${open}`].map((before) => ({ before, after: versionPrefix + before }));
  });
}

/** A wrapper is asked about once for each of the texts that its callers give it, and there are thousands. */
const byLiteral = new WeakMap<Value, ReadonlyMap<number, readonly TextValue[]>>();

function groupByLiteral(value: Value, node: SyntaxNode, module: Module): ReadonlyMap<number, readonly TextValue[]> {
  const groups = new Map<number, TextValue[]>();
  for (const text of listTexts(value, node, module)) {
    const literals = text.atoms.flatMap((atom) => (atom.kind === 'text' ? (atom.origin?.literal ?? []) : []));
    for (const literal of new Set(literals)) append(groups, literal, text);
  }
  byLiteral.set(value, groups);
  return groups;
}

/** What the expression can be that holds the literal; of what a hook is handed, that is what the request asks for. */
export function listOwnTexts(node: SyntaxNode, { evaluator, module, literal, request }: Asked): readonly TextValue[] {
  const listOf = (at: SyntaxNode, inside: Module) => {
    const value = evaluator.evaluate(at, inside, evaluator.anyCaller);
    return (byLiteral.get(value) ?? groupByLiteral(value, at, inside)).get(literal) ?? [];
  };
  const own = listOf(node, module);
  if (own.length > 0 || request === undefined || !('arguments' in request.call)) return own;
  const [sent] = request.call.arguments;
  return sent === undefined ? own : listOf(sent, request.module);
}
