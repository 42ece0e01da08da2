import type { CheckedEndpoint, LegacyComparison, ProbeResult, Verdict } from '../model/probe-result.ts';
import { describeCounts } from './describe-counts.ts';
import { explainReason, explainStop } from './explain-reason.ts';

/** What the style of a text means; a stream without colour gets the text alone. */
type Paint = (style: 'error' | 'warning' | 'note' | 'added' | 'faint' | 'strong', text: string) => string;

interface TableContext {
  readonly paint: Paint;
  /** Makes a text of the code safe to print: names of files and routes can hold control characters. */
  readonly clean: (text: string) => string;
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
}

const STYLES: Readonly<Record<Verdict, Parameters<Paint>[0]>> = {
  confirmed: 'added',
  exists: 'added',
  absent: 'error',
  drift: 'error',
  denied: 'warning',
  unverified: 'warning',
  'not-sent': 'faint',
};

type Cells = readonly [verdict: string, method: string, route: string, usedAt: string, why: string];

function describeUse({ usedAt }: CheckedEndpoint): string {
  const [first = '', ...more] = usedAt;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

function toCells(checked: CheckedEndpoint, clean: TableContext['clean']): Cells {
  const status = checked.status === null ? '' : ` (${checked.status})`;
  return [
    checked.verdict,
    clean(checked.method ?? '?'),
    clean(checked.path),
    clean(describeUse(checked)),
    clean(explainReason(checked)) + status,
  ];
}

function renderRows(checked: readonly CheckedEndpoint[], { paint, verbosity, clean }: TableContext): readonly string[] {
  const rows = checked.map((endpoint) => toCells(endpoint, clean));
  const head: Cells = ['verdict', 'method', 'route', rows.some(([, , , use]) => use !== '') ? 'used at' : '', 'why'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cells: Cells): readonly string[] => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  const join = (cells: readonly string[]): string =>
    cells
      .filter((cell) => cell !== '')
      .join('  ')
      .trimEnd();
  const lines = checked.flatMap((endpoint, index) => {
    const [verdict = '', ...rest] = pad(rows[index] ?? head);
    const line = join([paint(STYLES[endpoint.verdict], verdict), ...rest]);
    const notes = verbosity === 'verbose' ? endpoint.notes.map((note) => paint('faint', `    ${clean(note)}`)) : [];
    return [line, ...notes];
  });
  return [paint('faint', join(pad(head))), ...lines];
}

function renderLegacy(
  legacy: readonly LegacyComparison[] | undefined,
  clean: TableContext['clean'],
): readonly string[] {
  if (legacy === undefined || legacy.length === 0) return [];
  const lines = legacy.flatMap(({ legacyPath, path, outcome, differences, ignored, notes }) => [
    `  ${legacyPath} beside ${path}: ${outcome}`,
    ...[...differences, ...notes].map((text) => `    ${text}`),
    ...(ignored.length === 0 ? [] : [`    not compared, it changes by itself: ${ignored.join(', ')}`]),
  ]);
  return ['', 'Legacy twins, by shape', ...lines.map(clean)];
}

/** For people: one line for each endpoint, then numbers, then what ended the run. */
export function renderTable(result: ProbeResult, context: TableContext): string {
  const { checked, stopped, baseUrl, notices } = result;
  const wanted =
    context.verbosity === 'quiet'
      ? checked.filter(({ verdict }) => verdict === 'absent' || verdict === 'drift')
      : checked;
  const rows = wanted.length === 0 ? [] : renderRows(wanted, context);
  const stop =
    stopped === null ? [] : ['', context.paint(stopped === 'auth-off' ? 'error' : 'warning', explainStop(stopped))];
  if (context.verbosity === 'quiet') return [...rows, ...stop].map((line) => `${line}\n`).join('');
  const facts = [
    '',
    `${baseUrl}: ${describeCounts(result)}`,
    ...notices.map((notice) => context.clean(`note: ${notice}`)),
  ];
  return [...rows, ...renderLegacy(result.legacy, context.clean), ...facts, ...stop]
    .map((line) => `${line}\n`)
    .join('');
}
