/**
 * Where something stands. Offsets count UTF-16 code units of the decoded text (a BOM is one unit);
 * lines and columns are 1-based, columns in UTF-16 code units without the BOM, as editors count.
 */

/** A half-open range `[start, end)` of one file's text. `file` is relative to the cwd, with "/". */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Location extends Position {
  readonly file: string;
}

export interface Region extends Location {
  readonly endLine: number;
  readonly endColumn: number;
}

/** Does the inner one stand in the outer one, or is it the same? */
export function isWithinRegion(inner: Region, outer: Region): boolean {
  const startsBehind = inner.line > outer.line || (inner.line === outer.line && inner.column >= outer.column);
  const endsBefore =
    inner.endLine < outer.endLine || (inner.endLine === outer.endLine && inner.endColumn <= outer.endColumn);
  return inner.file === outer.file && startsBehind && endsBefore;
}

/** Offsets; as numbers of a plain list, those of all files would take more room than their texts need. */
export type LineStarts = Readonly<Uint32Array>;

/** Line starts of a text; lines end at LF or CRLF. */
export function computeLineStarts(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return new Uint32Array(starts);
}

/** The 1-based position of `offset`, given the line starts of the same text. */
export function getPosition(lineStarts: LineStarts, offset: number, text: string): Position {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const bom = low === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return { line: low + 1, column: Math.max(1, offset - (lineStarts[low] ?? 0) + 1 - bom) };
}
