import { UserError } from '../errors.ts';
import type { RunResult } from '../migrate.ts';
import { escapeControls } from '../report/escape.ts';
import { listFilesWithKeys, maskReport } from '../report/mask-report.ts';
import type { Output } from '../report/outputs.ts';
import { REPORTERS } from '../report/registry.ts';
import type { RenderContext, Reporter } from '../report/reporter.ts';
import { writeOutput } from '../report/write-output.ts';
import { createStyle, hasColour } from './colour.ts';
import type { OptionValues } from './command.ts';
import type { Io } from './io.ts';
import type { OUTPUT_OPTIONS } from './options.ts';

export type OutputValues = OptionValues<typeof OUTPUT_OPTIONS>;

/** Mistakes that must be found before any work is done. */
export function checkOutputValues({ quiet, verbose, jobs }: OutputValues): void {
  if (quiet === true && verbose === true) throw new UserError('--quiet and --verbose exclude each other.');
  if (jobs !== undefined && !/^[1-9]\d{0,3}$/.test(jobs)) {
    throw new UserError(`--jobs: "${jobs}" is not a whole number from 1.`);
  }
}

function createContext(values: OutputValues, output: Output, scope: string, io: Io): RenderContext {
  const isStdout = output.file === null;
  return {
    style: createStyle(isStdout && hasColour(io.stdout, io.env, values['no-color'] === true)),
    verbosity: values.quiet === true ? 'quiet' : values.verbose === true ? 'verbose' : 'normal',
    scope,
    stopCommands: isStdout && io.env.GITHUB_ACTIONS === 'true' ? io.createToken() : null,
  };
}

/** Notices go to stderr, results to where they were asked for. */
export async function present(
  { report, notices }: RunResult,
  outputs: readonly Output[],
  values: OutputValues,
  target: { readonly cwd: string; readonly scope: string },
  io: Io,
): Promise<void> {
  const masked = maskReport(report);
  const texts: (readonly [Output, string])[] = [];
  for (const output of outputs) {
    const reporter: Reporter = await REPORTERS[output.name]();
    const context = createContext(values, output, target.scope, io);
    texts.push([output, reporter.render(reporter.needsSource === true ? report : masked, context)]);
    if (reporter.needsSource !== true) continue;
    for (const file of listFilesWithKeys(report, masked)) {
      io.stderr.write(`warning: the ${output.name} shows a key that stands in ${escapeControls(file)}\n`);
    }
  }
  if (values.quiet !== true) for (const notice of notices) io.stderr.write(`note: ${escapeControls(notice)}\n`);
  for (const [{ file }, text] of texts) {
    if (file === null) io.stdout.write(text);
    else await writeOutput(target.cwd, file, text);
  }
}
