import type { Location } from './location.ts';

/**
 * Where the characters of a text stand in source. `start` is the offset of the first character, `end` the
 * offset behind the last; `offsets`, present when the literal holds escapes, gives the offset of each
 * character (UTF-16 unit) of the text and of its end.
 */
export interface TextOrigin {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly offsets?: readonly number[];
  /** How the text is written: decides what an insertion must escape and whether a part can be wrapped. */
  readonly quote: "'" | '"' | '`' | 'jsx' | 'other';
  /** Identity of the literal in the analysis: equal for all parts cut from one literal. */
  readonly literal: number;
}

/** Literal characters; `origin` is null for characters that no source text holds (a slash that a client adds). */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly origin: TextOrigin | null;
}

/** An environment variable (process.env, import.meta.env, Deno.env, a config service, ...). */
export interface EnvPart {
  readonly kind: 'env';
  readonly name: string;
}

/**
 * A value that is not statically known.
 * `label` is the expression as written (one line, shortened, no literal keys); `query` says that the value can only be
 * a query string or its inside (`URLSearchParams`), never path text.
 */
export interface HolePart {
  readonly kind: 'hole';
  readonly label: string;
  readonly reason: string;
  readonly location: Location;
  readonly query?: true;
}

export type UrlPart = TextPart | EnvPart | HolePart;

/** One step of the proof: a place the evaluation passed through. */
export interface TrailStep extends Location {
  readonly text: string;
}

/** One possible value of a URL expression: its parts in order and the places it passed through. */
export interface UrlValue {
  readonly parts: readonly UrlPart[];
  readonly trail: readonly TrailStep[];
  /** The place where the path's first text was evaluated (see Analysis.uses): keys of references passed through. */
  readonly references: readonly number[];
}

/** Offset in the source file of character `index` of a text part. */
export function getSourceOffset(origin: TextOrigin, index: number): number {
  return origin.offsets?.[index] ?? origin.start + index;
}

/** The same part cut to `[from, to)` characters, keeping its place in source. */
export function sliceText(part: TextPart, from: number, to: number = part.text.length): TextPart {
  const text = part.text.slice(from, to);
  if (part.origin === null) return { kind: 'text', text, origin: null };
  const origin = part.origin;
  const base = { ...origin, start: getSourceOffset(origin, from), end: getSourceOffset(origin, to) };
  return {
    kind: 'text',
    text,
    origin: origin.offsets === undefined ? base : { ...base, offsets: origin.offsets.slice(from, to + 1) },
  };
}
