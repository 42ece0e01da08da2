import type { Report } from '../../model/report.ts';
import type { RenderContext } from '../reporter.ts';
import { renderFindings } from '../text-findings.ts';
import { renderErrors, renderSummary } from '../text-summary.ts';

/** Nothing is ever cut here: a log that leaves findings out is read as if they were not there. */
function renderLines(report: Report, context: RenderContext): readonly string[] {
  const listed = [...renderFindings(report, context), ...renderErrors(report, context)];
  if (context.verbosity === 'quiet') return listed;
  const gap = listed.length === 0 || listed.at(-1) === '' ? [] : [''];
  return [...listed, ...gap, ...renderSummary(report, context)];
}

/** For people: findings with their reasons and diff, then numbers, then what to do next. */
export function render(report: Report, context: RenderContext): string {
  const lines = renderLines(report, context);
  if (lines.length === 0) return '';
  const { stopCommands } = context;
  const guarded = stopCommands === null ? lines : [`::stop-commands::${stopCommands}`, ...lines, `::${stopCommands}::`];
  return `${guarded.join('\n')}\n`;
}
