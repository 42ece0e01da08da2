import { UserError } from '../errors.ts';
import { escapeControls } from '../escape/controls.ts';
import type { RunResult } from '../migrate.ts';
import { toRelative } from '../model/paths.ts';
import type { Report } from '../model/report.ts';
import { createKeyHider } from '../report/hide-keys.ts';
import { listFilesWithKeys, maskReport } from '../report/mask-report.ts';
import type { Output } from '../report/outputs.ts';
import { REPORTERS } from '../report/registry.ts';
import type { RenderContext, Reporter } from '../report/reporter.ts';
import { writeOutput } from '../report/write-output.ts';
import type { FailOn } from '../verdict.ts';
import { createStyle, hasColour } from './colour.ts';
import type { OptionValues } from './command.ts';
import { annotate } from './github-actions.ts';
import { isInActions } from './guard-stream.ts';
import type { Io } from './io.ts';
import type { OUTPUT_OPTIONS } from './options.ts';
import { quoteForShell } from './quote-for-shell.ts';
import { findPrefix, findRepository } from './scope.ts';
import { writeNotices } from './write-notices.ts';

export type OutputValues = OptionValues<typeof OUTPUT_OPTIONS>;

/** What a run knows of itself beside its result. */
interface Target {
  /** Absolute; report files are relative to it. */
  readonly cwd: string;
  /** The arguments that choose the same files again. */
  readonly scope: string;
  /** Those that choose the same edits. */
  readonly again: string;
  readonly failOn: FailOn;
  /** A report that is rendered again: nothing annotates by itself in GitHub Actions then. */
  readonly isSaved: boolean;
}

/** Mistakes that must be found before any work is done. */
export function checkOutputValues({ quiet, verbose, jobs }: OutputValues): void {
  if (quiet === true && verbose === true) throw new UserError('--quiet and --verbose exclude each other.');
  if (jobs !== undefined && !/^[1-9]\d{0,3}$/.test(jobs)) {
    throw new UserError(`--jobs: "${jobs}" is not a whole number from 1.`);
  }
}

function createContext(
  values: OutputValues,
  output: Output,
  target: Target,
  { readSource, keys }: Pick<RunResult, 'readSource' | 'keys'>,
  io: Io,
): RenderContext {
  const isStdout = output.file === null;
  return {
    style: createStyle(isStdout && hasColour(io.stdout, io.env, values['no-color'] === true)),
    verbosity: values.quiet === true ? 'quiet' : values.verbose === true ? 'verbose' : 'normal',
    scope: target.scope,
    again: target.again,
    isSaved: target.isSaved,
    stopCommands: isStdout && isInActions(io) ? io.createToken() : null,
    failOn: target.failOn,
    prefix: findPrefix(target.cwd),
    isInRepository: findRepository(target.cwd) !== null,
    folder: target.cwd === io.cwd ? '' : quoteForShell(toRelative(io.cwd, target.cwd)),
    readSource,
    hideKeys: createKeyHider(keys),
  };
}

/** What a format shows or leaves out that its reader should know of. */
function warn(
  { name }: Output,
  reporter: Reporter,
  context: RenderContext,
  report: Report,
  masked: Report,
  io: Io,
): void {
  for (const omission of reporter.listOmissions?.(masked, context) ?? []) io.stderr.write(`warning: ${omission}\n`);
  if (reporter.needsSource !== true) return;
  for (const file of listFilesWithKeys(report, masked)) {
    io.stderr.write(`warning: the ${name} shows a key that stands in ${escapeControls(file)}\n`);
  }
}

/** Notices go to stderr, results to where they were asked for. */
export async function present(
  result: Pick<RunResult, 'report' | 'notices' | 'readSource' | 'keys'>,
  outputs: readonly Output[],
  values: OutputValues,
  target: Target,
  io: Io,
): Promise<void> {
  const { report, notices, keys } = result;
  const masked = maskReport(report, keys);
  const texts: (readonly [Output, string])[] = [];
  for (const output of outputs) {
    const reporter: Reporter = await REPORTERS[output.name]();
    const context = createContext(values, output, target, result, io);
    texts.push([output, reporter.render(reporter.needsSource === true ? report : masked, context)]);
    warn(output, reporter, context, report, masked, io);
  }
  writeNotices(notices, values.quiet === true, io);
  for (const [{ file }, text] of texts) {
    if (file === null) io.stdout.write(text);
    else await writeOutput(target.cwd, file, text);
  }
  const toLog = createContext(values, { name: 'github', file: null }, target, result, io);
  if (!target.isSaved) await annotate(masked, outputs, values.reporter ?? [], toLog, io);
}
