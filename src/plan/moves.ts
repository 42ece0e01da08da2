import { splitPath } from '../contract/catalog.ts';
import type { Match } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import type { FileEdit, MessageAnswer, MessageChange } from '../model/message.ts';
import { getSourceOffset, type UrlPart } from '../model/url-value.ts';
import type { Use } from './uses.ts';

/** Requests that become another operation: the post-call LLM helper as PATCH of the agent (§4.3, §9.4). */

const FIELD = 'post_call_analysis_llm_id';

function refuse(reason: string): MessageAnswer {
  return { ok: false, reason };
}

/** The source range of one part, with `${` and `}` around an expression of a template. */
function findPartRange(
  part: UrlPart,
  from: number,
  to: number | null,
  analysis: Analysis,
): Omit<FileEdit, 'text'> | null {
  if (part.kind === 'env') return null;
  if (part.kind === 'text') {
    if (part.origin === null) return null;
    const end = to ?? part.text.length;
    return {
      file: part.origin.file,
      start: getSourceOffset(part.origin, from),
      end: getSourceOffset(part.origin, end),
    };
  }
  const text = analysis.getText(part.location.file);
  const isInTemplate = text.slice(part.start - 2, part.start) === '${' && text[part.end] === '}';
  return isInTemplate ? { file: part.location.file, start: part.start - 2, end: part.end + 1 } : null;
}

/** A whole string that is added by `+` goes with its operator. */
function widenToOperand(cut: FileEdit, analysis: Analysis): FileEdit {
  const text = analysis.getText(cut.file);
  const quote = text[cut.start - 1];
  const operator = /\s*\+\s*$/.exec(text.slice(Math.max(0, cut.start - 80), cut.start - 1))?.[0];
  const isWhole = (quote === "'" || quote === '"') && text[cut.end] === quote;
  return isWhole && operator !== undefined ? { ...cut, start: cut.start - 1 - operator.length, end: cut.end + 1 } : cut;
}

/** Deletes the path behind its first `kept` segments; null when it does not stand in one piece of source. */
function cutPath(use: Use, kept: number, analysis: Analysis): FileEdit | null {
  const from = use.path.slashes[kept];
  if (!from) return null;
  const { end } = use.path;
  const ranges: Omit<FileEdit, 'text'>[] = [];
  for (let index = from.part; index <= end.part; index += 1) {
    const part = use.url.parts[index];
    if (part === undefined || (index === end.part && end.index === 0)) break;
    const range = findPartRange(
      part,
      index === from.part ? from.index : 0,
      index === end.part ? end.index : null,
      analysis,
    );
    if (range === null) return null;
    ranges.push(range);
  }
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return null;
  const isOnePiece = ranges.every(
    (range, index) => range.file === first.file && (index === 0 || range.start === ranges[index - 1]?.end),
  );
  return isOnePiece
    ? widenToOperand({ file: first.file, start: first.start, end: last.end, text: '' }, analysis)
    : null;
}

/** The LLM id as last path segment, as an expression. */
function readPathValue(use: Use, index: number, analysis: Analysis): MessageChange['value'] | null {
  const segment = use.path.segments[index];
  const request = use.request;
  if (segment === undefined || request === null) return null;
  if (segment !== null) return { source: `'${segment}'`, file: request.site.file };
  const part = use.url.parts.findLast((candidate) => candidate.kind === 'hole');
  if (part?.kind !== 'hole') return null;
  return { source: analysis.getText(part.location.file).slice(part.start, part.end), file: part.location.file };
}

function describeChange(use: Use, match: Match, analysis: Analysis): MessageChange | string {
  const [method] = (use.url.methods === undefined ? use.request?.methods : use.url.methods) ?? [];
  const methods = use.url.methods ?? use.request?.methods ?? null;
  if (methods === null || method === undefined || methods.length !== 1) return 'its method is not statically known';
  if (method === 'GET' || method === 'HEAD')
    return `there is nothing to read there in v1: read ${FIELD} of the agent instead`;
  const row = match.row;
  const from = row !== null && 'bodyFields' in row ? (row.bodyFields ?? []) : [];
  const change = { method: match.v1Method ?? 'PATCH', field: FIELD, from };
  if (method === 'DELETE') return { ...change, value: 'null' };
  const depth = splitPath(match.row?.legacy ?? '').length;
  if (depth <= 3) return { ...change, value: 'body' };
  const value = readPathValue(use, depth - 1, analysis);
  return value === null ? 'the id at the end of its path is not known' : { ...change, value };
}

/** The edits beside the version prefix: the path's end, the method and the body. */
export function planMove(use: Use, analysis: Analysis): MessageAnswer {
  const { match, request } = use;
  if (match === null || request === null) return refuse('it only describes a request');
  const change = describeChange(use, match, analysis);
  if (typeof change === 'string') return refuse(change);
  const cut = cutPath(use, splitPath(match.v1Path ?? '').length - 1, analysis);
  if (cut === null) return refuse('the end of its path is not written in one place');
  const message = analysis.planMessage(use.url, change);
  return message.ok ? { ...message, edits: [cut, ...message.edits] } : message;
}

/** What a person has to write, in full. */
export function describeMoveByHand(use: Use): string {
  const path = use.match?.v1Path ?? '/v1/agents/{id}';
  const isClear = use.request?.methods?.[0] === 'DELETE';
  return `Send PATCH ${path} with the JSON body { "${FIELD}": ${isClear ? 'null' : '"<LLM id>"'} }${isClear ? '' : '; null clears it'}.`;
}
