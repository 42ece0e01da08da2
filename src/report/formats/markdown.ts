import type { Report } from '../../model/report.ts';
import { renderMarkdown } from '../render-markdown.ts';
import type { RenderContext } from '../reporter.ts';

/** GitHub takes 65,536 characters in a comment. */
const MAX_COMMENT = 60_000;

/** For a pull request's comment or body. */
export function render(report: Report, context: RenderContext): string {
  const text = renderMarkdown(report, context, MAX_COMMENT);
  const { stopCommands } = context;
  if (stopCommands === null) return text;
  // In a log the diffs must not be obeyed; as comments the two commands do not show in the rendered text.
  return `<!--\n::stop-commands::${stopCommands}\n-->\n${text}<!--\n::${stopCommands}::\n-->\n`;
}
