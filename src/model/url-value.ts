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
  /** Encoded on the way: a slash in it would no longer be one. */
  readonly isEncoded?: true;
}

/**
 * A place in an expression where the value of an inner expression begins: a version can be put there when the text itself
 * must stay. `template`: before `${…}`; `sum`: before an operand of `+`, or what `+=` appends; `piece`: before an argument of
 * `concat`, or an element of a list that `join('')` puts together; `segment`: before one of a list that `join('/')` does;
 * `argument`: before a name that is all of what a client, or a function of the project, is given; `shorthand`: before one that is the name of the option, too.
 */
export interface Seam {
  readonly kind: 'template' | 'sum' | 'piece' | 'segment' | 'argument' | 'cast' | 'shorthand';
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A place where a text enters a URL, whichever text it is. */
export function nameSeam({ file, start }: Seam): string {
  return `${file}:${start}`;
}

/**
 * Characters that the program took out of the text on the way, by their place in source: behind an edit there it would
 * not find them, or not where it looks. `seams`: where they entered the text.
 */
export interface Taken {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly seams: readonly Seam[];
  /** The whole host of another URL, whose path is what is left. */
  readonly host?: string;
}

/** Literal characters; `origin` is null for characters that no source text holds (a slash that a client adds). */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly origin: TextOrigin | null;
  /** Where this text enters the URL, from the inside out; only for the first text of an inner expression. */
  readonly seams?: readonly Seam[];
  /** What stood in its place, or beside it. */
  readonly taken?: readonly Taken[];
}

/** An environment variable (process.env, import.meta.env, Deno.env, a config service, ...). */
export interface EnvPart {
  readonly kind: 'env';
  readonly name: string;
  /** The package of the file that reads it, by number (see Analysis.canBeSet). */
  readonly home: number;
  /** Only the origin of what the variable holds: `new URL('/calls', process.env.BASE)` drops the base's own path. */
  readonly isOrigin?: true;
  /** The hosts that are written behind it as its default, `process.env.BASE ?? 'https://…'`; absent where none is seen there. */
  readonly defaults?: readonly string[];
  readonly seams?: readonly Seam[];
  readonly taken?: readonly Taken[];
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
  /** The expression's range in the file of `location`. */
  readonly start: number;
  readonly end: number;
  readonly query?: true;
  readonly seams?: readonly Seam[];
  readonly taken?: readonly Taken[];
}

export type UrlPart = TextPart | EnvPart | HolePart;

/** One step of the proof: a place the evaluation passed through. */
export interface TrailStep extends Location {
  readonly text: string;
}

/** One possible value of a URL expression: its parts in order and the places it passed through. */
export interface UrlValue {
  readonly parts: readonly UrlPart[];
  /** Where empty texts entered at its end: what is put there is the path's end. */
  readonly ending?: readonly Seam[];
  /** The steps of each way on which such an empty text came: they say which variable held it. */
  readonly endings?: readonly (readonly TrailStep[])[];
  readonly trail: readonly TrailStep[];
  /** The argument with which a function of the project is handed the path, and nothing in front of it. */
  readonly handed?: Seam;
  /** Where tests make the address with which it begins, which is not statically known: a mock server's. */
  readonly givers?: readonly Location[];
  /** The names and members the value passed through, by number (see Analysis.findForeignUses). */
  readonly references: readonly number[];
  /** The methods it is sent with, upper case; null when one is not statically known. Absent: those of the request. */
  readonly methods?: readonly string[] | null;
  /** The ways through the program that lead to it, by number: values of one way are alternatives of one expression. */
  readonly ways?: readonly number[];
}

/** Offset in the source file of character `index` of a text part. */
export function getSourceOffset(origin: TextOrigin, index: number): number {
  return origin.offsets?.[index] ?? origin.start + index;
}

/** A place inside a list of parts: before character `index` of part `part`. */
export interface PartPosition {
  readonly part: number;
  readonly index: number;
}

type PartLike = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'env' | 'hole' };

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

function findInTexts(parts: readonly PartLike[], from: PartPosition, characters: RegExp): PartPosition {
  for (let part = from.part; part < parts.length; part += 1) {
    const piece = parts[part];
    if (piece?.kind !== 'text') continue;
    const start = part === from.part ? from.index : 0;
    const found = piece.text.slice(start).search(characters);
    if (found !== -1) return { part, index: start + found };
  }
  return { part: parts.length, index: 0 };
}

/** The place `length` characters into the leading literal parts. */
function advance(parts: readonly PartLike[], length: number): PartPosition {
  let left = length;
  for (const [part, piece] of parts.entries()) {
    if (piece.kind !== 'text') return { part, index: 0 };
    if (left < piece.text.length) return { part, index: left };
    left -= piece.text.length;
  }
  return { part: parts.length, index: 0 };
}

function getHead(parts: readonly PartLike[]): string {
  let head = '';
  for (const part of parts) {
    if (part.kind !== 'text') break;
    head += part.text;
  }
  return head;
}

/** `https://api.voice.example${path}`: a host that is whole ends before a variable. */
function endsWithHost(head: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*(?:\.[a-z][a-z0-9]*|localhost|:\d{2,5})$/i.test(head);
}

/**
 * Where the path of a URL begins: behind scheme and host, or behind the leading variable that stands for a base.
 * For a relative URL this is its beginning.
 */
export function findPathStart(parts: readonly PartLike[]): PartPosition {
  const [first, second] = parts;
  if (first === undefined) return { part: 0, index: 0 };
  if (first.kind === 'text') {
    const head = getHead(parts);
    const scheme = SCHEME.exec(head)?.[0];
    if (scheme === undefined) return { part: 0, index: 0 };
    const behind = advance(parts, head.length);
    // `https://${host}${path}`
    if (head.length === scheme.length && parts[behind.part + 1]?.kind === 'hole')
      return { part: behind.part + 1, index: 0 };
    if (endsWithHost(head) && behind.part < parts.length) return behind;
    return findInTexts(parts, advance(parts, scheme.length), /[/?#]/);
  }
  if (second?.kind !== 'text') return { part: 1, index: 0 };
  // `${scheme}://${host}/x`, `${host}:3000/x`, `${subdomain}.example/x`: the authority goes on behind the variable.
  if (second.text.startsWith('://')) return findInTexts(parts, { part: 1, index: 3 }, /[/?#]/);
  if (/^[:.@]/.test(second.text)) return findInTexts(parts, { part: 1, index: 1 }, /[/?#]/);
  return { part: 1, index: 0 };
}
