import { escapeControls } from '../escape/controls.ts';
import type { ProbeResult } from '../model/probe-result.ts';
import { countUnplaced } from '../probe/issues.ts';
import { renderAnnotations } from '../probe/render-annotations.ts';
import { renderGitlab } from '../probe/render-gitlab.ts';
import { renderHtml } from '../probe/render-html.ts';
import { renderJson } from '../probe/render-json.ts';
import { renderJunit } from '../probe/render-junit.ts';
import { renderMarkdown } from '../probe/render-markdown.ts';
import { renderRdjson } from '../probe/render-rdjson.ts';
import { renderSarif } from '../probe/render-sarif.ts';
import { renderTable } from '../probe/render-table.ts';
import { VERSION } from '../version.ts';
import { createStyle, hasColour } from './colour.ts';
import type { ProbeFormat, ProbeOutput } from './commands/probe.ts';
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

/** Formats that are lists of places in code. */
const POINTING: readonly ProbeFormat[] = ['sarif', 'gitlab', 'rdjson'];

export function renderProbe(
  result: ProbeResult,
  { format, file }: ProbeOutput,
  values: TableValues,
  prefix: string,
  io: Io,
): string {
  const left = POINTING.includes(format) ? countUnplaced(result) : 0;
  if (left > 0) io.stderr.write(`warning: the ${format} leaves out ${left} endpoints that no code was named for\n`);
  switch (format) {
    case 'json':
      return renderJson(result);
    case 'html':
      return renderHtml(result);
    case 'markdown':
      return renderMarkdown(result);
    case 'sarif':
      return renderSarif(result, prefix, VERSION);
    case 'github':
      return renderAnnotations(result, prefix);
    case 'gitlab':
      return renderGitlab(result, prefix);
    case 'junit':
      return renderJunit(result);
    case 'rdjson':
      return renderRdjson(result, prefix);
    case 'text':
      return renderText(result, file === null, values, io);
  }
}
