import { escapeControls, escapeFileName } from '../../escape/controls.ts';
import type { Level } from '../../model/findings.ts';
import type { Report } from '../../model/report.ts';
import { renderCommand } from '../../workflow-commands.ts';
import { count } from '../describe.ts';
import { type Issue, listOpenIssues, renderMessage } from '../issues.ts';
import type { RenderContext } from '../reporter.ts';
import { nameInRepository } from '../repository-path.ts';

/** Annotations of GitHub Actions. They need no token, so they also work for pull requests from forks. */

/** GitHub keeps ten of each level for a step and drops the rest without a word; the tenth counts the rest. */
const BUDGET = 9;
/** Longer messages are cut by GitHub. */
const MAX_MESSAGE = 4_000;
const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

function renderAnnotation(issue: Issue, { prefix }: RenderContext): string {
  const { file, line, column, endLine, endColumn, level, code, id } = issue;
  const name = nameInRepository(prefix, file);
  const place = { file: escapeFileName(name), line, endLine, col: column };
  const end = endLine === line && endColumn > column ? { endColumn } : {};
  // The log shows the message alone.
  const message = escapeControls(`${name}:${line}:${column} ${renderMessage(issue)}`).slice(0, MAX_MESSAGE);
  return renderCommand(COMMANDS[level], { ...place, ...end, title: `${code} ${id}` }, message);
}

/** What is new before what was known and has expired. */
function rankByNews(issues: readonly Issue[]): readonly Issue[] {
  return [...issues.filter(({ mark }) => mark === null), ...issues.filter(({ mark }) => mark !== null)];
}

function renderLevel(level: Level, issues: readonly Issue[], context: RenderContext): readonly string[] {
  const ranked = rankByNews(issues.filter((issue) => issue.level === level));
  const rest = ranked.length - BUDGET;
  const shown = ranked.slice(0, BUDGET).map((issue) => renderAnnotation(issue, context));
  if (rest <= 0) return shown;
  const message = `and ${count(rest, `more ${level}`)}: see the job summary or the log`;
  return [...shown, renderCommand(COMMANDS[level], { title: 'v1-migrate' }, message)];
}

export function render(report: Report, context: RenderContext): string {
  const issues = listOpenIssues(report);
  const lines = (['error', 'warning', 'note'] as const).flatMap((level) => renderLevel(level, issues, context));
  return lines.map((line) => `${line}\n`).join('');
}
