import { POST_CALL_FIELD, splitPath } from '../contract/catalog.ts';
import type { Match } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import type { FileEdit, MessageAnswer, MessageChange } from '../model/message.ts';
import { getSourceOffset, type UrlPart } from '../model/url-value.ts';
import { alignTarget } from './align-target.ts';
import { findHoleOf } from './special-segments.ts';
import type { Use } from './uses.ts';

/** Requests that become another operation: the post-call LLM helper as PATCH of the agent (§4.3, §9.4). */

function refuse(reason: string): MessageAnswer {
  return { ok: false, reason };
}

interface Piece {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The source range of one part, with `${` and `}` around an expression of a template. */
function findPartRange(
  part: UrlPart,
  from: number,
  to: number | null,
  analysis: Pick<Analysis, 'getText'>,
): Piece | null {
  if (part.kind === 'env') return null;
  if (part.kind === 'text') {
    if (part.origin === null) return null;
    const { file } = part.origin;
    const end = to ?? part.text.length;
    return { file, start: getSourceOffset(part.origin, from), end: getSourceOffset(part.origin, end) };
  }
  const { file } = part.location;
  const text = analysis.getText(file);
  const isInTemplate = text.slice(part.start - 2, part.start) === '${' && text[part.end] === '}';
  return isInTemplate ? { file, start: part.start - 2, end: part.end + 1 } : { file, start: part.start, end: part.end };
}

const IS_QUOTE = /['"]/;

/** What lies between two neighbours: nothing in a template, `' + ` and ` + '` in a sum. */
function isJoint(between: string): boolean {
  return between === '' || /^['"]?\s*\+\s*['"]?$/.test(between);
}

/** The cut with the operators that join it: a string that is cut in part keeps its quotes. */
function closeCut(first: Piece, last: Piece, analysis: Pick<Analysis, 'getText'>): FileEdit | null {
  const { file } = first;
  const text = analysis.getText(file);
  const source = text.slice(first.start, last.end);
  const before = text[first.start - 1] ?? '';
  const after = text[last.end] ?? '';
  const operator = /\s*\+\s*$/.exec(text.slice(Math.max(0, first.start - 80), first.start - 1))?.[0];
  const isAtQuote = IS_QUOTE.test(before) && operator !== undefined;
  const endsInText = IS_QUOTE.test(after);
  const isSum = /\+/.test(source) && !source.includes('${');
  // `… + id + '/post-call-llm/' + llm`: from the operator to the end of the last operand.
  if (isAtQuote && (endsInText || isSum))
    return { file, start: first.start - 1 - operator.length, end: endsInText ? last.end + 1 : last.end, text: '' };
  if (!isSum) return { file, start: first.start, end: last.end, text: '' };
  const quote = /^[^'"`]*(['"])\s*\+/.exec(source)?.[1];
  if (quote === undefined) return null;
  return { file, start: first.start, end: endsInText ? last.end + 1 : last.end, text: quote };
}

/** Deletes what stands behind the agent's id, if anything does; null where that cannot be done by one edit. */
export function cutHelper(use: Use, analysis: Pick<Analysis, 'getText'>): readonly FileEdit[] | null {
  const kept = use.match === null ? undefined : alignTarget(use.match)?.kept;
  if (kept === undefined) return null;
  if (use.path.segments.length <= kept) return [];
  const cut = cutPath(use, kept, analysis);
  return cut === null ? null : [cut];
}

/** Deletes the path behind its first `kept` segments; null when it does not stand in one piece of source. */
function cutPath(use: Use, kept: number, analysis: Pick<Analysis, 'getText'>): FileEdit | null {
  const from = use.path.slashes[kept];
  if (!from) return null;
  const { end } = use.path;
  const pieces: Piece[] = [];
  for (let index = from.part; index <= end.part; index += 1) {
    const part = use.url.parts[index];
    if (part === undefined || (index === end.part && end.index === 0)) break;
    const isLast = index === end.part;
    const piece = findPartRange(part, index === from.part ? from.index : 0, isLast ? end.index : null, analysis);
    if (piece === null) return null;
    pieces.push(piece);
  }
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return null;
  const text = analysis.getText(first.file);
  const isOnePiece = pieces.every((piece, index) => {
    const previous = pieces[index - 1];
    if (piece.file !== first.file) return false;
    if (previous === undefined) return true;
    // What a constant holds stands elsewhere, also before it.
    return previous.end <= piece.start && isJoint(text.slice(previous.end, piece.start));
  });
  return isOnePiece ? closeCut(first, last, analysis) : null;
}

/** Written the same in a path and between quotes. */
const PLAIN = /^[\w.~-]+$/;
/** What a path needs, and a body does not. */
const ENCODED = /^encodeURI(?:Component)?\b/;

/** The LLM id as last path segment, as an expression; null where it is not one text or one expression. */
function readPathValue(
  { path, url, request, reference }: Use,
  index: number,
  analysis: Analysis,
): MessageChange['value'] | null {
  const segment = path.segments[index];
  const file = request?.site.file ?? reference?.expression.file;
  if (segment === undefined || file === undefined) return null;
  if (segment !== null) return PLAIN.test(segment) ? { source: `'${segment}'`, file } : null;
  const at = findHoleOf(url, path, index);
  const part = at === null ? undefined : url.parts[at];
  const isAll = at !== null && path.end.part === at + 1 && path.end.index === 0;
  if (part?.kind !== 'hole' || !isAll) return null;
  const source = analysis.getText(part.location.file).slice(part.start, part.end);
  return ENCODED.test(source) ? null : { source, file: part.location.file };
}

function describeChange(use: Use, match: Match, analysis: Analysis): MessageChange | string {
  const methods = use.url.methods ?? use.request?.methods ?? use.reference?.methods ?? null;
  const [method] = methods ?? [];
  if (use.request === null && methods === null) return 'it only describes a request';
  if (methods === null || method === undefined || methods.length !== 1) return 'its method is not statically known';
  if (method === 'GET' || method === 'HEAD')
    return `there is nothing to read there in v1: read ${POST_CALL_FIELD} of the agent instead`;
  const row = match.row;
  const from = row !== null && 'bodyFields' in row ? (row.bodyFields ?? []) : [];
  const change = { method: match.v1Method ?? 'PATCH', field: POST_CALL_FIELD, from };
  if (method === 'DELETE') return { ...change, value: 'null' };
  const depth = splitPath(match.row?.legacy ?? '').length;
  if (depth <= 3) return { ...change, value: 'body' };
  const value = readPathValue(use, depth - 1, analysis);
  return value === null ? 'the id at the end of its path is not one text or one expression' : { ...change, value };
}

/** The edits beside the version prefix: the path's end, the method and the body. */
export function planMove(use: Use, analysis: Analysis): MessageAnswer {
  const { match } = use;
  if (match === null) return refuse('it only describes a request');
  const change = describeChange(use, match, analysis);
  if (typeof change === 'string') return refuse(change);
  const cut = cutHelper(use, analysis);
  if (cut === null) return refuse('the end of its path is not written in one place');
  const message = analysis.planMessage(use.url, change);
  return message.ok ? { ...message, edits: [...cut, ...message.edits] } : message;
}
