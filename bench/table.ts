/** One target with what was measured. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly other: string;
  readonly result: string;
  readonly target: string;
  /** null: not measured here. */
  readonly isMet: boolean | null;
}

const COLUMNS = ['what', 'ours', 'other', 'result', 'target', 'verdict'] as const;

function toCells(row: Row): readonly string[] {
  const verdict = row.isMet === null ? 'skipped' : row.isMet ? 'met' : 'MISSED';
  return [row.what, row.ours, row.other, row.result, row.target, verdict];
}

export function renderTable(rows: readonly Row[]): string {
  const lines = [COLUMNS, ...rows.map(toCells)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const text = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${[text[0], widths.map((width) => '-'.repeat(width)).join('  '), ...text.slice(1)].join('\n')}\n`;
}

export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** A row that compares two times; `limit` is the largest allowed quotient of ours by theirs. */
export function compareTimes(
  what: string,
  ours: number,
  other: readonly [name: string, ms: number],
  limit: number,
): Row {
  const [name, ms] = other;
  const quotient = ours / ms;
  const show = (value: number): string =>
    value >= 1 ? `${value.toFixed(2)} x` : `1/${(1 / value).toFixed(value < 0.1 ? 0 : 1)}`;
  return {
    what,
    ours: formatMs(ours),
    other: `${name} ${formatMs(ms)}`,
    result: show(quotient),
    target: `<= ${show(limit).replace('.00', '').replace('.0', '')}`,
    isMet: quotient <= limit,
  };
}

export function limitMemory(what: string, rssMb: number | null, limitMb: number): Row {
  const result = rssMb === null ? 'did not end' : `${Math.round(rssMb)} MB`;
  const isMet = rssMb !== null && rssMb < limitMb;
  return { what, ours: result, other: '', result, target: `< ${limitMb} MB`, isMet };
}
