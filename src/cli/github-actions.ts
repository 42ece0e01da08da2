import type { Report } from '../model/report.ts';
import type { Output } from '../report/outputs.ts';
import type { RenderContext } from '../report/reporter.ts';
import { appendOutput } from '../report/write-output.ts';
import { isInActions } from './guard-stream.ts';
import type { Io } from './io.ts';

/** What a run does by itself in GitHub Actions; the text stays, and stderr says what was added. */

/** GitHub refuses a summary above 1 MiB. */
const MAX_SUMMARY = 900_000;

async function appendSummary(report: Report, context: RenderContext, { env, stderr }: Io): Promise<boolean> {
  const file = env.GITHUB_STEP_SUMMARY ?? '';
  if (file === '') return false;
  const { renderMarkdown } = await import('../report/render-markdown.ts');
  try {
    await appendOutput(file, renderMarkdown(report, context, MAX_SUMMARY));
    return true;
  } catch {
    stderr.write('warning: the job summary could not be written\n');
    return false;
  }
}

/**
 * Annotations behind the text, unless a format was chosen for stdout; and the job summary, also for the format `github`.
 * The order on one stream matters: the text has stopped the commands of the runner, and let them go on again.
 */
export async function annotate(
  report: Report,
  outputs: readonly Output[],
  asked: readonly string[],
  context: RenderContext,
  io: Io,
): Promise<void> {
  const isChosen = outputs.some(({ name, file }) => file === null && (name !== 'text' || asked.includes('text')));
  const wantsGithub = outputs.some(({ name }) => name === 'github');
  if (!isInActions(io) || (isChosen && !wantsGithub)) return;
  const added: string[] = [];
  if (!isChosen) {
    const { render } = await import('../report/formats/github.ts');
    io.stdout.write(render(report, context));
    added.push('annotations');
  }
  if (await appendSummary(report, context, io)) added.push('a job summary');
  if (added.length === 0) return;
  io.stderr.write(`note: GitHub Actions: added ${added.join(' and ')} (--reporter text turns this off)\n`);
}
