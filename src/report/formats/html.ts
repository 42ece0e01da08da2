import type { Report } from '../../model/report.ts';
import { readFileDiff } from '../change-lines.ts';
import { count } from '../describe.ts';
import { groupBy } from '../group-by.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { type FileFacts, renderChange } from '../html/render-change.ts';
import { renderOverview } from '../html/render-overview.ts';
import { renderPage } from '../html/render-page.ts';
import { renderTools, VIEWS } from '../html/render-tools.ts';
import { type Issue, listIssues } from '../issues.ts';
import type { RenderContext } from '../reporter.ts';
import { cacheByFile, splitSource } from '../source-lines.ts';

/** One file to review in: readable without a script, offline, on paper; with it, filters and decisions. */

function createFacts(report: Report, context: RenderContext): (file: string) => FileFacts {
  const findLines = cacheByFile(context, splitSource);
  const changes = new Map(report.changes.map(({ file, diff }) => [file, diff]));
  const secrets = groupBy(
    report.findings.filter(({ code }) => code === 'key-in-source'),
    ({ file }) => file,
  );
  return (file) => {
    const diff = changes.get(file);
    const secretLines = (secrets.get(file) ?? []).flatMap(({ line, endLine }) =>
      Array.from({ length: endLine - line + 1 }, (_, index) => line + index),
    );
    return {
      diff: diff === undefined ? undefined : readFileDiff(diff),
      lines: findLines(file),
      secretLines: new Set(secretLines),
      hideKeys: context.hideKeys,
    };
  };
}

const APPLY =
  ' To apply exactly what was accepted: export decisions.json and add <code>--decisions decisions.json</code>.';

function compareInFile(a: Issue, b: Issue): number {
  return a.line - b.line || a.column - b.column;
}

function renderFiles(issues: readonly Issue[], findFacts: (file: string) => FileFacts): readonly string[] {
  const anchors = new Set<string>();
  const byFile = [...groupBy(issues, ({ file }) => file)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byFile.map(([file, ofFile]) => {
    const facts = findFacts(file);
    const changes = [...ofFile].sort(compareInFile).map((issue) => {
      const isNew = !anchors.has(issue.id);
      anchors.add(issue.id);
      return renderChange(issue, facts, isNew ? issue.id : null);
    });
    return [
      '<section>',
      `<h2>${escapeHtml(file)} <span class=dim>${count(ofFile.length, 'finding')}</span></h2>`,
      ...changes,
      '</section>',
    ].join('\n');
  });
}

function renderSkipped({ skipped }: Report): string {
  if (skipped.length === 0) return '';
  const items = skipped.map(({ file, reason }) => `<li><code>${escapeHtml(file)}</code> ${reason}`).join('');
  return `<details><summary>${count(skipped.length, 'file')} left out on purpose</summary><ul>${items}</ul></details>`;
}

export function render(report: Report, context: RenderContext): string {
  const { tool, command, dryRun } = report;
  const issues = listIssues(report);
  const run = command === 'check' ? 'check' : dryRun ? 'dry run, nothing was written' : 'files were written';
  const again = ['npx v1-migrate', command === 'check' ? 'check' : '', context.scope].filter((word) => word !== '');
  const body = [
    '<a class=skip href="#changes">Skip to the changes</a>',
    `<header><h1>v1-migrate review</h1><p>${run} · ${tool.name} ${escapeHtml(tool.version)}</p></header>`,
    renderOverview(report, issues),
    VIEWS,
    renderTools(issues),
    '<main id=changes tabindex=-1 aria-label=Changes>',
    ...renderFiles(issues, createFacts(report, context)),
    '</main>',
    '<footer>',
    `<p>Made by <code>${escapeHtml(again.join(' '))}</code>.${report.changes.length === 0 ? '' : APPLY}</p>`,
    renderSkipped(report),
    '</footer>',
  ].join('\n');
  return renderPage('v1-migrate review', body);
}
