import type { PathSegment } from '../contract/match.ts';
import {
  findPathStart,
  type HolePart,
  type PartPosition,
  type TextPart,
  type UrlPart,
  type UrlValue,
} from '../model/url-value.ts';

/** The path of a URL value, segment by segment, with the place in source where its text begins. */
export interface UrlPath {
  readonly segments: readonly PathSegment[];
  /** Where the first segment's text begins; null when it is not a literal. */
  readonly first: PartPosition | null;
  /** The slash directly before the first segment, when it stands in a literal. */
  readonly slash: PartPosition | null;
  /** The slash before each segment, where it stands in a literal. */
  readonly slashes: readonly (PartPosition | null)[];
  /** Where the path ends: behind its last character. */
  readonly end: PartPosition;
  /** Set when the first segment, on which everything depends, is not statically known. */
  readonly unknown: HolePart | null;
}

/** Names that people give to a query string built elsewhere. */
const QUERY_NAME =
  /(?:^|[^a-z])(?:qs|q|querystring|query|search|searchparams|params|filter|filters|suffix)(?:[^a-z]|$)|quer(?:y|ies)|search|params/i;

const starts = new WeakMap<UrlValue, PartPosition>();

/** Where the path of a URL begins, found once: each step of a plan asks for it. */
export function getPathStart(url: UrlValue): PartPosition {
  const known = starts.get(url);
  if (known !== undefined) return known;
  const start = findPathStart(url.parts);
  starts.set(url, start);
  return start;
}

interface Cursor {
  segment: string;
  dynamic: boolean;
  started: boolean;
}

function isQueryLike(hole: HolePart): boolean {
  return hole.query === true || QUERY_NAME.test(hole.label);
}

/** Where the segment that begins at `from` ends. */
function findSeparator(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '/' || character === '?' || character === '#') return at;
  }
  return text.length;
}

/** Reads the path of a URL without its first `skip` segments (the base's own); stops at a query or fragment. */
export function readUrlPath(url: UrlValue, skip = 0): UrlPath {
  const start = getPathStart(url);
  let skipped = 0;
  const segments: PathSegment[] = [];
  const cursor: Cursor = { segment: '', dynamic: false, started: false };
  let first: PartPosition | null = null;
  let slash: PartPosition | null = null;
  let unknown: HolePart | null = null;
  const slashes: (PartPosition | null)[] = [];
  let lastSlash: PartPosition | null = null;
  let behind: PartPosition = start;
  const close = () => {
    if (cursor.started && skipped < skip) {
      skipped += 1;
      first = null;
    } else if (cursor.started) {
      segments.push(cursor.dynamic ? null : cursor.segment);
      slashes.push(lastSlash);
    }
    if (cursor.started) lastSlash = null;
    Object.assign(cursor, { segment: '', dynamic: false, started: false });
  };
  const end = (): UrlPath => {
    close();
    return { segments: segments.map(decodeSegment), first, slash, slashes, end: behind, unknown };
  };

  for (const [part, piece] of url.parts.entries()) {
    if (part < start.part) continue;
    if (piece.kind !== 'text') {
      // `https://host/voice${path}`: what goes on behind the base's own last segment may hold the slash.
      const isBehindBase = cursor.started && skipped === skip - 1;
      const isFirst = segments.length === 0 && (skipped >= skip || isBehindBase);
      const isGlued = cursor.started && !cursor.dynamic;
      if (piece.kind === 'hole' && isQueryLike(piece) && (isGlued || cursor.dynamic || piece.query === true))
        return end();
      if (isFirst && unknown === null) unknown = piece.kind === 'hole' ? piece : toHole(piece.name, url);
      cursor.started = true;
      cursor.dynamic = true;
      behind = { part: part + 1, index: 0 };
      continue;
    }
    for (let index = part === start.part ? start.index : 0; index < piece.text.length; index += 1) {
      const until = findSeparator(piece.text, index);
      if (until > index) {
        if (!cursor.started && segments.length === 0) first = { part, index };
        cursor.started = true;
        cursor.segment += piece.text.slice(index, until);
        behind = { part, index: until };
        index = until;
      }
      if (index === piece.text.length) break;
      if (piece.text[index] !== '/') return end();
      close();
      lastSlash = { part, index };
      behind = { part, index: index + 1 };
      if (segments.length === 0) slash = { part, index };
    }
  }
  return end();
}

function toHole(name: string, url: UrlValue): HolePart {
  const location = url.trail[0] ?? { file: '', line: 1, column: 1 };
  return { kind: 'hole', label: name, reason: 'it is an environment variable', location, start: 0, end: 0 };
}

function decodeSegment(segment: PathSegment): PathSegment {
  if (segment === null || !segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes nothing: the segment is what it is.
    return segment;
  }
}

export function getTextPart(parts: readonly UrlPart[], position: PartPosition): TextPart | null {
  const part = parts[position.part];
  return part?.kind === 'text' ? part : null;
}
