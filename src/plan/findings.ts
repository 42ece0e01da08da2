import type { Analysis, HttpRequest } from '../model/analysis.ts';
import { compareText } from '../model/compare-text.ts';
import { FINDING_KINDS, type FindingCode, type Fix } from '../model/findings.ts';
import { computeLineStarts, getPosition, type LineStarts, type Region } from '../model/location.ts';
import type { PlanOptions } from '../model/options.ts';
import type { Evidence, Finding, RequestUse } from '../model/plan.ts';
import type { TrailStep } from '../model/url-value.ts';
import { IdentitySource } from './identity.ts';
import type { Use } from './uses.ts';

/** What a rule has to say; ids, levels and positions are added when all are known. */
export interface FindingDraft {
  readonly code: FindingCode;
  readonly fix: Fix;
  readonly region: Region;
  /** The text the finding stands in, for its identity. */
  readonly subject: string;
  readonly legacyPaths: readonly string[];
  readonly v1Path: string | null;
  readonly v1Method: string | null;
  readonly evidence: Evidence | null;
  readonly requests: readonly RequestUse[];
  readonly trail: readonly TrailStep[];
  readonly message: string;
  readonly hint: string;
}

/** Turns source offsets into regions; line starts are computed once per file. */
export class Positions {
  readonly #analysis: Pick<Analysis, 'getText'>;
  readonly #files = new Map<string, { readonly text: string; readonly lineStarts: LineStarts }>();

  constructor(analysis: Pick<Analysis, 'getText'>) {
    this.#analysis = analysis;
  }

  #load(file: string) {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const text = this.#analysis.getText(file);
    const entry = { text, lineStarts: computeLineStarts(text) };
    this.#files.set(file, entry);
    return entry;
  }

  getRegion(file: string, start: number, end: number): Region {
    const { text, lineStarts } = this.#load(file);
    const from = getPosition(lineStarts, start, text);
    const to = getPosition(lineStarts, end, text);
    return { file, ...from, endLine: to.line, endColumn: to.column };
  }

  /** The offset of a place that was found as a line and a column. */
  getOffset(file: string, line: number, column: number): number {
    const { text, lineStarts } = this.#load(file);
    const bom = line === 1 && text.charCodeAt(0) === 0xfeff ? 1 : 0;
    return (lineStarts[line - 1] ?? 0) + column - 1 + bom;
  }

  /** The source lines of a region, for its identity. */
  getLines(region: Region): string {
    const { start, end } = this.getLineRange(region);
    return this.#load(region.file).text.slice(start, end);
  }

  /** Offsets of the same. */
  getLineRange(region: Region): { readonly start: number; readonly end: number } {
    const { text, lineStarts } = this.#load(region.file);
    const end = lineStarts[region.endLine];
    return { start: lineStarts[region.line - 1] ?? 0, end: end === undefined ? text.length : end - 1 };
  }
}

export function compareRegions(a: Region, b: Region): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function mergeMethods(known: readonly string[] | null, methods: readonly string[] | null): readonly string[] | null {
  return known === null || methods === null ? null : [...new Set([...known, ...methods])];
}

/** The requests of several uses, each place once, in order; of several methods at one place none is certain. */
export function listRequests(uses: readonly Use[]): readonly RequestUse[] {
  const places = new Map<HttpRequest, readonly string[] | null>();
  for (const { request, url } of uses) {
    if (request === null) continue;
    const methods = url.methods === undefined ? request.methods : url.methods;
    const known = places.get(request);
    places.set(request, known === undefined ? methods : mergeMethods(known, methods));
  }
  const requests = [...places].map(([{ site, client }, methods]) => {
    const { file, line, column } = site;
    return { file, line, column, method: methods?.length === 1 ? (methods[0] ?? null) : null, client };
  });
  return sortRequests(requests);
}

/** In the order of their places, each once. */
export function sortRequests(requests: readonly RequestUse[]): readonly RequestUse[] {
  const places = new Map(
    requests.map((request) => [`${request.file}:${request.line}:${request.column}:${request.method}`, request]),
  );
  return [...places.values()].sort((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
}

/** What they are about is there before and after the request gets its v1 path. */
const ABOUT_ANSWERS: ReadonlySet<FindingCode> = new Set(['envelope-mismatch', 'stream-unchecked']);

/** Orders findings, drops those whose level is off and gives each its id. */
export function finishFindings(
  drafts: readonly FindingDraft[],
  levels: PlanOptions['levels'],
  positions: Pick<Positions, 'getLines'>,
): readonly { readonly finding: Finding; readonly draft: FindingDraft }[] {
  const identities = new IdentitySource();
  const sorted = [...drafts].sort((a, b) => compareRegions(a.region, b.region) || compareText(a.code, b.code));
  return sorted.flatMap((draft) => {
    const level = levels[draft.code] ?? FINDING_KINDS[draft.code].level;
    const paths = [...new Set(draft.legacyPaths)].sort((a, b) => a.length - b.length || compareText(a, b));
    const legacyPath = paths[0] ?? null;
    const id = identities.create(
      draft.code,
      draft.region.file,
      ABOUT_ANSWERS.has(draft.code) ? null : legacyPath,
      draft.subject || positions.getLines(draft.region),
    );
    if (level === 'off') return [];
    const { code, fix, region, v1Path, v1Method, evidence, requests, trail, message, hint } = draft;
    const finding: Finding = {
      id,
      code,
      level,
      fix,
      file: region.file,
      line: region.line,
      column: region.column,
      endLine: region.endLine,
      endColumn: region.endColumn,
      legacyPath,
      ...(paths.length > 1 ? { legacyPaths: paths } : {}),
      v1Path,
      v1Method,
      evidence,
      requests,
      trail,
      message,
      hint,
    };
    return [{ finding, draft }];
  });
}
