import { escapeControls } from '../escape/controls.ts';
import type { Accounting } from '../model/plan.ts';
import type { Report } from '../model/report.ts';
import { count, describeCutoff, describeFindings, isOpen } from './describe.ts';
import { groupBy } from './group-by.ts';
import type { RenderContext } from './reporter.ts';

/** The end of the text report: numbers that add up, what was left out, and what to do next. */

type Row = readonly [label: string, number: number];

function listColumns({ files, requests, references }: Accounting): readonly (readonly Row[])[] {
  return [
    [
      ['files seen', files.seen],
      ['no candidate', files.noCandidate],
      ['analysed', files.analysed],
      ['not parsed', files.unparsed],
      ['not readable', files.unreadable],
    ],
    [
      ['requests', requests.total],
      ['rewrite', requests.rewrite],
      ['move', requests.move],
      ['by hand', requests.manual],
      ['no v1 form', requests.noEquivalent],
      ['unlisted', requests.unlisted],
      ['unresolved', requests.unresolved],
      ['already v1', requests.alreadyV1],
      ['suppressed', requests.suppressed],
    ],
    [
      ['references', references.total],
      ['rewrite', references.rewrite],
      ['by hand', references.manual],
    ],
  ];
}

function renderColumn(rows: readonly Row[]): readonly string[] {
  const labelWidth = Math.max(...rows.map(([label]) => label.length)) + 2;
  const numberWidth = Math.max(...rows.map(([, number]) => String(number).length));
  return rows.map(([label, number], index) => {
    const indent = index === 0 ? '' : '  ';
    return (indent + label).padEnd(labelWidth + 2) + String(number).padStart(numberWidth);
  });
}

/** The first row of a column is the sum of those below it. */
function renderTable(accounting: Accounting): readonly string[] {
  const columns = listColumns(accounting).map(renderColumn);
  const height = Math.max(...columns.map((column) => column.length));
  const widths = columns.map((column) => column[0]?.length ?? 0);
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((column, index) => (column[row] ?? '').padEnd(widths[index] ?? 0))
      .join('     ')
      .trimEnd(),
  );
}

export function renderErrors({ errors }: Report, { style }: RenderContext): readonly string[] {
  return errors.map(({ file, line, column, code, message, level = 'error' }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return `${escapeControls(place)}  ${style(level, level)}  ${style('strong', code)}  ${escapeControls(message)}`;
  });
}

function renderSkipped({ skipped }: Report, { verbosity }: RenderContext): readonly string[] {
  if (skipped.length === 0) return [];
  const byReason = groupBy(skipped, ({ reason }) => reason);
  const counts = [...byReason].map(([reason, files]) => `${files.length} ${reason}`).sort();
  const list = verbosity === 'verbose' ? skipped.map(({ file, reason }) => `  ${escapeControls(file)}  ${reason}`) : [];
  return [`Skipped    ${counts.join(', ')}`, ...list];
}

function renderShard({ shard }: Report): readonly string[] {
  return shard === undefined ? [] : [`Shard      ${shard.index} of ${shard.count}: the sums are those of its files`];
}

function renderSuppressed({ suppressed = [] }: Report, { verbosity }: RenderContext): readonly string[] {
  if (suppressed.length === 0) return [];
  const list = suppressed.map(({ file, line, id, code }) => `  ${escapeControls(file)}:${line}  ${id}  ${code}`);
  const head = `Hidden     ${count(suppressed.length, 'finding')} by ignore comments`;
  return verbosity === 'verbose' ? [head, ...list] : [head];
}

function renderBases({ bases }: Report): readonly string[] {
  if (bases.length === 0) return ['Base       none known'];
  return bases.map(
    ({ base, source, requests }) => `Base       ${escapeControls(base)} (${source}), ${count(requests, 'request')}`,
  );
}

function renderOutcome({ command, dryRun, changes, errors }: Report): readonly string[] {
  if (command === 'check') return [];
  // After a file that could not be written there would have been something.
  const nothing = errors.length > 0 ? 'nothing; see the errors' : 'nothing to write';
  if (changes.length === 0) return [`${dryRun ? 'Dry run' : 'Written'}    ${nothing}`];
  const edits = changes.reduce((sum, change) => sum + change.edits, 0);
  const size = `${count(edits, 'edit')} in ${count(changes.length, 'file')}`;
  return [dryRun ? `Dry run    ${size}; nothing was written` : `Written    ${size}`];
}

function renderNext(
  { command, dryRun, shard, bases, changes, findings }: Report,
  { scope, again, isSaved, folder, isInRepository }: RenderContext,
): readonly string[] {
  const run = (...words: string[]): string => ['npx v1-migrate', ...words].filter((word) => word !== '').join(' ');
  const part = shard === undefined ? '' : `--shard ${shard.index}/${shard.count}`;
  const open = findings.filter(isOpen);
  const first = open.find(({ fix, level }) => fix === 'manual' && level !== 'note');
  const steps: (readonly [string, string])[] = [];
  if (command === 'check' && open.some(({ fix }) => fix === 'auto')) {
    steps.push([run(scope, part, '--dry-run'), 'see the edits']);
  }
  // What was inferred is not written to until somebody names it, and what is written says less of it to the next run.
  const inferred = bases.flatMap(({ base, source }) => (source === 'inferred' ? [`--base-url ${base}`] : []));
  if (command === 'migrate' && dryRun && changes.length > 0) {
    steps.push([run(again, part, ...inferred), 'write them']);
    // Git takes no path that leads out of the folder in which it is run.
    const apply = folder === '' ? 'git apply' : `git -C ${folder} apply`;
    if (changes.every(({ file }) => !file.startsWith('../')))
      steps.push([`${run(again, part, '--dry-run --reporter patch')} | ${apply}`, 'the same as a patch']);
  }
  if (command === 'migrate' && !dryRun && changes.length > 0) {
    if (isInRepository) steps.push(['git diff', 'review what was written']);
    steps.push([run('check', scope, ...inferred), 'keep legacy paths out']);
  }
  if (first !== undefined) steps.push([run('explain', first.id, scope), 'what is to do by hand, one by one']);
  const width = Math.max(0, ...steps.map(([text]) => text.length));
  const rows = steps.map(
    ([text, why], index) => `${index === 0 ? 'Next' : '    '}       ${text.padEnd(width)}   ${why}`,
  );
  const isComplete = !isSaved || rows.length === 0;
  return isComplete ? rows : [...rows, '           with the paths and options of the run that saved the report'];
}

function renderBaselineLine({ findings }: Report): readonly string[] {
  const marks = findings.flatMap(({ baseline }) => (baseline === undefined ? [] : [baseline]));
  if (marks.length === 0) return [];
  const expired = marks.filter(({ state }) => state === 'expired').length;
  const due = marks.flatMap(({ state, until }) => (state === 'accepted' && until !== null ? [until] : [])).sort();
  const parts = [
    `${count(marks.length - expired, 'finding')} accepted`,
    ...(due[0] === undefined ? [] : [`the next until ${due[0]}`]),
    ...(expired === 0 ? [] : [`${expired} expired and counted again`]),
  ];
  return [`Baseline   ${parts.join(', ')}`];
}

export function renderSummary(report: Report, context: RenderContext): readonly string[] {
  return [
    ...renderTable(report.accounting),
    '',
    ...renderShard(report),
    ...renderBases(report),
    `Cut-off    ${describeCutoff(report.cutoff)}`,
    `Findings   ${describeFindings(report.findings.filter(isOpen))}`,
    ...renderBaselineLine(report),
    ...renderSuppressed(report, context),
    ...(report.errors.length === 0 ? [] : [`Errors     ${count(report.errors.length, 'file')} not done`]),
    ...renderSkipped(report, context),
    ...renderOutcome(report),
    ...renderNext(report, context),
  ];
}
