import { escapeControls } from '../escape/controls.ts';
import { escapeProse, renderCode, renderFence } from '../escape/markdown.ts';
import type { Report } from '../model/report.ts';
import { count, describeCutoff, describeFindings, isOpen } from './describe.ts';
import { groupBy } from './group-by.ts';
import { describeMark, type Issue, listIssues } from './issues.ts';
import type { RenderContext } from './reporter.ts';
import { nameInRepository } from './repository-path.ts';

/** The report as a comment or a job summary: numbers first, then what needs a person, then what is automatic. */

function renderTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function renderNumbers({ accounting }: Report): string {
  const { total, rewrite, move, manual, noEquivalent, unlisted, unresolved, alreadyV1, suppressed } =
    accounting.requests;
  const head = ['requests', 'automatic', 'by hand', 'stay on legacy', 'not known', 'already v1', 'suppressed'];
  const row = [total, rewrite + move, manual, noEquivalent, unlisted + unresolved, alreadyV1, suppressed];
  return renderTable(head, [row]);
}

function renderHead(report: Report): string {
  const open = report.findings.filter(isOpen);
  const known = report.findings.length - open.length;
  return [
    `### v1-migrate ${report.command}: ${escapeProse(describeFindings(open))}`,
    '',
    `Cut-off ${describeCutoff(report.cutoff)}.${known === 0 ? '' : ` ${count(known, 'finding')} in the baseline.`}${
      report.errors.length === 0 ? '' : ` **${count(report.errors.length, 'file')} could not be done.**`
    }`,
    '',
    renderNumbers(report),
  ].join('\n');
}

function renderRow(issue: Issue, { prefix }: RenderContext): string {
  const { file, line, column, subject, id, finding, mark } = issue;
  // Two paths say what is automatic; a person is told which expression it is, and why.
  const isSaid = finding !== null && finding.fix !== 'manual' && finding.legacyPath !== null;
  const words = [
    ...(isSaid ? [] : [escapeProse(issue.message)]),
    ...(mark === null ? [] : [escapeProse(describeMark(mark))]),
  ];
  const cells = [
    renderCode(`${nameInRepository(prefix, file)}:${line}:${column}`),
    [finding === null ? '' : renderCode(subject), ...words].filter((text) => text !== '').join(' '),
    finding?.evidence ?? '',
    id,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Folded until somebody opens it; only its rows can be left out. */
interface Section {
  readonly head: string;
  readonly rows: readonly string[];
}

const SECTION_END = '\n</details>';

/** One section for each code and kind of fix: its reason is said once. */
function createSection(issues: readonly Issue[], context: RenderContext): readonly Section[] {
  const [first] = issues;
  if (first === undefined) return [];
  const isAutomatic = first.finding?.fix === 'auto';
  const kind = first.mark?.state === 'accepted' ? 'in the baseline' : isAutomatic ? 'automatic' : first.level;
  const isOpen = first.level === 'error' && kind === 'error';
  const title = `<summary><b>${first.code}</b>: ${issues.length} (${kind})</summary>`;
  const table = renderTable(['where', 'what', 'evidence', 'id'], []);
  return [
    {
      head: `\n<details${isOpen ? ' open' : ''}>${title}\n\n${escapeProse(first.hint)}\n\n${table}`,
      rows: issues.map((issue) => renderRow(issue, context)),
    },
  ];
}

function listDiffs(report: Report): readonly Section[] {
  return report.changes.map(({ file, edits, diff }) => {
    const lines = diff.replace(/\n$/, '').split('\n').map(escapeControls).join('\n');
    return {
      head: `\n<details><summary>${renderCode(file)}: ${count(edits, 'edit')}</summary>\n`,
      rows: [renderFence('diff', lines)],
    };
  });
}

function rankGroup([first]: readonly Issue[]): number {
  if (first?.finding === null) return 0;
  if (first?.mark?.state === 'accepted') return 4;
  if (first?.finding?.fix === 'manual') return 1;
  return first?.finding?.fix === 'none' ? 3 : 2;
}

function listGroups(report: Report): readonly (readonly Issue[])[] {
  const keyOf = ({ code, finding, mark }: Issue): string => `${code} ${finding?.fix} ${mark?.state === 'accepted'}`;
  return [...groupBy(listIssues(report), keyOf).values()].sort((a, b) => rankGroup(a) - rankGroup(b));
}

/** Cut between rows, with the number of those that are missing: a comment that is too long is refused as a whole. */
export function renderMarkdown(report: Report, context: RenderContext, maxBytes: number): string {
  const sections = listGroups(report).flatMap((issues) => createSection(issues, context));
  const parts = [renderHead(report)];
  const sizeOf = (text: string): number => Buffer.byteLength(text) + 1;
  let room = maxBytes - sizeOf(parts.join('')) - 200; // for the last line
  let left = 0;
  for (const { head, rows } of [...sections, ...listDiffs(report)]) {
    const frame = sizeOf(head) + sizeOf(SECTION_END);
    let used = frame;
    const fitting = rows.findIndex((row) => {
      used += sizeOf(row);
      return used > room;
    });
    const shown = fitting === -1 ? rows : rows.slice(0, fitting);
    left += rows.length - shown.length;
    if (shown.length === 0) continue;
    parts.push(head, ...shown, SECTION_END);
    room -= frame + shown.reduce((sum, row) => sum + sizeOf(row), 0);
  }
  if (left > 0) parts.push(`\n${left} rows or diffs did not fit here; the JSON and HTML reports have all.`);
  return `${parts.join('\n')}\n`;
}
