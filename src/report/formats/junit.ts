import { escapeControls } from '../../escape/controls.ts';
import type { Report } from '../../model/report.ts';
import { groupBy } from '../group-by.ts';
import { describeMark, type Issue, listIssues, listSuppressed, renderMessage } from '../issues.ts';
import type { RenderContext } from '../reporter.ts';
import { nameInRepository } from '../repository-path.ts';
import { escapeXml } from '../xml.ts';

/**
 * JUnit as Jenkins' schema and GitLab's reader both take it: `file` stands on the suite and not on the case, and names
 * are unique, since GitLab keeps only the first of equal ones.
 */

type Outcome = 'failures' | 'errors' | 'skipped' | 'passed';

interface Case extends Issue {
  readonly isHidden: boolean;
}

function judge({ finding, mark, level, isHidden }: Case, { failOn }: RenderContext): Outcome {
  if (finding === null) return 'errors';
  if (isHidden) return 'skipped';
  if (mark?.state === 'accepted') return 'skipped';
  return level === 'error' || (level === 'warning' && failOn === 'warning') ? 'failures' : 'passed';
}

function escapeText(text: string): string {
  return escapeXml(escapeControls(text));
}

function renderBody(issue: Case, outcome: Outcome, { prefix }: RenderContext): string {
  const place = `${nameInRepository(prefix, issue.file)}:${issue.line}:${issue.column}`;
  const words = `${place} ${renderMessage(issue)}`;
  if (outcome === 'skipped') {
    const why = issue.mark === null ? 'hidden by a comment' : describeMark(issue.mark);
    return `<skipped message="${escapeText(why)}"/>`;
  }
  if (outcome === 'passed') return `<system-out>${escapeText(words)}</system-out>`;
  const tag = outcome === 'errors' ? 'error' : 'failure';
  return `<${tag} type="${issue.code}" message="${escapeText(issue.message)}">${escapeText(words)}</${tag}>`;
}

function renderCase(issue: Case, outcome: Outcome, context: RenderContext): string {
  const { code, line, column, subject, id, file } = issue;
  const name = `${code} at ${line}:${column} ${subject} (${id})`;
  const className = nameInRepository(context.prefix, file)
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.');
  const body = renderBody(issue, outcome, context);
  return `    <testcase classname="${escapeText(className)}" name="${escapeText(name)}" time="0">${body}</testcase>`;
}

function countOutcomes(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  return `tests="${outcomes.length}" failures="${count('failures')}" errors="${count('errors')}" skipped="${count('skipped')}"`;
}

function renderSuite(file: string, issues: readonly Case[], context: RenderContext): readonly string[] {
  const outcomes = issues.map((issue) => judge(issue, context));
  const path = escapeText(nameInRepository(context.prefix, file));
  return [
    `  <testsuite name="${path}" ${countOutcomes(outcomes)} time="0" file="${path}">`,
    ...issues.map((issue, index) => renderCase(issue, outcomes[index] ?? 'passed', context)),
    '  </testsuite>',
  ];
}

/** An empty file would look as if nothing had run. */
const CLEAN = [
  '  <testsuite name="v1-migrate" tests="1" failures="0" errors="0" skipped="0" time="0">',
  '    <testcase classname="v1-migrate" name="no legacy paths" time="0"/>',
  '  </testsuite>',
];

export function render(report: Report, context: RenderContext): string {
  const issues: readonly Case[] = [
    ...listIssues(report).map((issue) => ({ ...issue, isHidden: false })),
    ...listSuppressed(report).map((issue) => ({ ...issue, isHidden: true })),
  ];
  const outcomes = issues.map((issue) => judge(issue, context));
  const failures = outcomes.filter((outcome) => outcome === 'failures').length;
  const errors = outcomes.filter((outcome) => outcome === 'errors').length;
  const byFile = [...groupBy(issues, ({ file }) => file)].sort(([a], [b]) => (a < b ? -1 : 1));
  const suites = byFile.flatMap(([file, ofFile]) => renderSuite(file, ofFile, context));
  const head = `name="v1-migrate ${report.command}" tests="${Math.max(1, issues.length)}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${head} time="0">`,
    ...(suites.length === 0 ? CLEAN : suites),
    '</testsuites>',
    '',
  ].join('\n');
}
