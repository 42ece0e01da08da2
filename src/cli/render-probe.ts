import type { ProbeResult } from '../model/probe-result.ts';
import { renderAnnotations } from '../probe/render-annotations.ts';
import { renderJson } from '../probe/render-json.ts';
import { renderJunit } from '../probe/render-junit.ts';
import { renderMarkdown } from '../probe/render-markdown.ts';
import { renderTable } from '../probe/render-table.ts';
import { escapeControls } from '../report/escape.ts';
import { createStyle, hasColour } from './colour.ts';
import type { ProbeOutput } from './commands/probe.ts';
import type { Io } from './io.ts';

interface TableValues {
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly 'no-color'?: boolean | undefined;
}

function renderText(result: ProbeResult, isStdout: boolean, values: TableValues, io: Io): string {
  const text = renderTable(result, {
    paint: createStyle(isStdout && hasColour(io.stdout, io.env, values['no-color'] === true)),
    clean: escapeControls,
    verbosity: values.quiet === true ? 'quiet' : values.verbose === true ? 'verbose' : 'normal',
  });
  if (!isStdout || io.env.GITHUB_ACTIONS !== 'true' || text === '') return text;
  // A log of GitHub's would run `::commands` found in the names of files.
  const token = io.createToken();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

export function renderProbe(result: ProbeResult, { format, file }: ProbeOutput, values: TableValues, io: Io): string {
  if (format === 'json') return renderJson(result);
  if (format === 'markdown') return renderMarkdown(result);
  if (format === 'junit') return renderJunit(result);
  if (format === 'github') return renderAnnotations(result);
  return renderText(result, file === null, values, io);
}
