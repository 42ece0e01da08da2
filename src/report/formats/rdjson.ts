import { escapeControls } from '../../escape/controls.ts';
import type { Region } from '../../model/location.ts';
import type { Report } from '../../model/report.ts';
import { type Issue, listOpenIssues, renderMessage } from '../issues.ts';
import { renderJson } from '../render-json.ts';
import type { RenderContext } from '../reporter.ts';
import { nameInRepository } from '../repository-path.ts';
import { cacheByFile, splitSource } from '../source-lines.ts';
import { HOME_PAGE } from '../web.ts';

/** reviewdog's diagnostics. Its columns count bytes of UTF-8, so without the source there are none, and no suggestions. */

const SEVERITIES = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const;

type Lines = readonly string[] | null;

function renderPosition(line: number, column: number, lines: Lines): object {
  const text = lines?.[line - 1];
  if (text === undefined) return { line };
  return { line, column: Buffer.byteLength(text.slice(0, column - 1)) + 1 };
}

function renderRange({ line, column, endLine, endColumn }: Region, lines: Lines): object {
  return { start: renderPosition(line, column, lines), end: renderPosition(endLine, endColumn, lines) };
}

function renderDiagnostic(issue: Issue, findLines: (file: string) => Lines, { prefix }: RenderContext): object {
  const { code, file, level, finding } = issue;
  const lines = findLines(file);
  const edits = finding?.edits ?? [];
  const [edit, ...more] = edits;
  // A suggestion settles the finding as a whole or is none; reviewdog reads several as alternatives.
  const suggestion = lines !== null && more.length === 0 && edit?.file === file ? edit : undefined;
  const requests = finding?.requests ?? [];
  return {
    message: escapeControls(renderMessage(issue)),
    location: { path: nameInRepository(prefix, file), range: renderRange(issue, lines) },
    severity: SEVERITIES[level],
    code: { value: code, url: HOME_PAGE },
    ...(suggestion === undefined
      ? {}
      : { suggestions: [{ range: renderRange(suggestion, lines), text: suggestion.text }] }),
    ...(requests.length === 0
      ? {}
      : {
          related_locations: requests.map((use) => ({
            message: `${use.method ?? 'request'} by ${escapeControls(use.client)}`,
            location: {
              path: nameInRepository(prefix, use.file),
              range: { start: renderPosition(use.line, use.column, findLines(use.file)) },
            },
          })),
        }),
  };
}

export function render(report: Report, context: RenderContext): string {
  const findLines = cacheByFile(context, splitSource);
  return renderJson({
    source: { name: 'v1-migrate', url: HOME_PAGE },
    diagnostics: listOpenIssues(report).map((issue) => renderDiagnostic(issue, findLines, context)),
  });
}
