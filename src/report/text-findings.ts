import { escapeControls } from '../escape/controls.ts';
import type { FileChange, Report, ReportedFinding } from '../model/report.ts';
import { describeMove, describeUse, isOpen } from './describe.ts';
import { groupBy } from './group-by.ts';
import { type Hunk, parseHunks } from './hunks.ts';
import { describeMark } from './issues.ts';
import type { RenderContext, Style } from './reporter.ts';

/** The part of the text report that lists findings, each with the lines of the diff that it explains. */

const LINE_STYLES: Readonly<Record<string, Style>> = { '+': 'added', '-': 'removed', '@': 'faint' };

type Styled = Pick<RenderContext, 'style'>;

function renderHead(finding: ReportedFinding, { style }: Styled): string {
  const { file, line, column, level, id, code, evidence, baseline } = finding;
  const parts = [
    `${escapeControls(file)}:${line}:${column}`,
    style(level, level),
    style('faint', id),
    style('strong', code),
    escapeControls(describeMove(finding)),
    ...(evidence === null ? [] : [style('faint', `(${evidence})`)]),
    ...(baseline === undefined ? [] : [escapeControls(`[${describeMark(baseline)}]`)]),
  ];
  return parts.join('  ');
}

function renderProof({ requests, trail }: ReportedFinding): readonly string[] {
  return [
    ...requests.map(({ file, line, column, client }) => `used at ${file}:${line}:${column} by ${client}`),
    ...trail.map(({ file, line, column, text }) => `from ${file}:${line}:${column}  ${text}`),
  ];
}

/** The reason without the path that the head already shows. */
function trimMessage(finding: ReportedFinding): string {
  const start = `${describeUse(finding)}: `;
  return finding.message.startsWith(start) ? finding.message.slice(start.length) : finding.message;
}

/** Edits and notes speak for themselves; of notes the hint is worth a line. */
function listWords(finding: ReportedFinding, verbosity: RenderContext['verbosity']): readonly string[] {
  if (verbosity === 'verbose') return [finding.message, finding.hint, ...renderProof(finding)];
  if (verbosity === 'quiet' || finding.fix === 'auto') return [];
  return finding.level === 'note' ? [finding.hint] : [trimMessage(finding), finding.hint];
}

/** What was said already, and the finding that said it first. */
type Said = Map<string, string>;

/** What is to be said in words, each thing once: twenty campaigns have one reason. */
function renderDetails(finding: ReportedFinding, { verbosity }: RenderContext, said: Said): readonly string[] {
  const words = listWords(finding, verbosity).filter((text) => text !== '');
  const news = verbosity === 'verbose' ? words : words.filter((text) => !said.has(text));
  const first = said.get(words[0] ?? '');
  // Without a word it would look like one that is edited.
  if (news.length === 0 && first !== undefined && finding.fix === 'manual') return [`    By hand, as ${first}.`];
  for (const text of news) said.set(text, finding.id);
  return news.map((text) => `    ${escapeControls(text)}`);
}

function renderHunk({ lines }: Hunk, { style }: Styled): readonly string[] {
  return lines.map((line) => {
    const text = escapeControls(line.replace(/\r$/, ''));
    const lineStyle = LINE_STYLES[line.charAt(0)];
    return `  ${lineStyle === undefined ? text : style(lineStyle, text)}`;
  });
}

/** One finding on its own: the reason, the proof, and what settles it. */
export function renderWithDiffs(
  finding: ReportedFinding,
  diffs: readonly string[],
  context: Styled,
): readonly string[] {
  const words = [trimMessage(finding), finding.hint, ...renderProof(finding)].filter((text) => text !== '');
  return [
    renderHead(finding, context),
    ...words.map((text) => `    ${escapeControls(text)}`),
    ...diffs.flatMap(parseHunks).flatMap((hunk) => renderHunk(hunk, context)),
  ];
}

function isInside({ start, end }: Hunk, { line }: ReportedFinding): boolean {
  return line >= start && line <= end;
}

/** The findings of one file in their order; a hunk follows the last finding that stands in it. */
function renderFile(
  findings: readonly ReportedFinding[],
  change: FileChange | undefined,
  context: RenderContext,
  said: Said,
): readonly string[] {
  const hunks = change === undefined || context.verbosity === 'quiet' ? [] : parseHunks(change.diff);
  const shown = new Set<Hunk>();
  const lines = findings.flatMap((finding, index) => {
    const next = findings[index + 1];
    const due = hunks.filter(
      (hunk) => !shown.has(hunk) && isInside(hunk, finding) && !(next !== undefined && isInside(hunk, next)),
    );
    for (const hunk of due) shown.add(hunk);
    const block = [renderHead(finding, context), ...renderDetails(finding, context, said)];
    return [...block, ...due.flatMap((hunk) => renderHunk(hunk, context)), ...(due.length > 0 ? [''] : [])];
  });
  const rest = hunks.filter((hunk) => !shown.has(hunk));
  if (rest.length === 0) return lines;
  return [...lines, escapeControls(change?.file ?? ''), ...rest.flatMap((hunk) => renderHunk(hunk, context)), ''];
}

export function renderFindings(report: Report, context: RenderContext): readonly string[] {
  const said: Said = new Map();
  const changes = new Map(report.changes.map((change) => [change.file, change]));
  const listed = context.verbosity === 'verbose' ? report.findings : report.findings.filter(isOpen);
  const byFile = groupBy(listed, ({ file }) => file);
  const files = [...new Set([...byFile.keys(), ...changes.keys()])].sort();
  return files.flatMap((file) => renderFile(byFile.get(file) ?? [], changes.get(file), context, said));
}
