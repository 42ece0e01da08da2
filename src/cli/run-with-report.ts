import type { Settings } from '../config/settings.ts';
import type { RunResult } from '../migrate.ts';
import type { RunContext } from '../pipeline.ts';
import { parseOutputs } from '../report/outputs.ts';
import { checkOutputs } from '../report/write-output.ts';
import type { FailOn } from '../verdict.ts';
import { COMMANDS } from './commands/index.ts';
import type { Io } from './io.ts';
import { checkOutputValues, type OutputValues, present } from './present.ts';
import { printConfig } from './print-config.ts';
import { createProgress } from './progress.ts';
import { renderAgain } from './render-again.ts';
import { readSettings, renderScope, type ScopeValues } from './scope.ts';

/** What a command does between reading its arguments and showing its result. */
export type Work = (settings: Settings, context: RunContext, io: Io) => Promise<RunResult>;

/** A question must not stand behind the line of what is going on. */
function clearBeforeQuestions(io: Io, clear: () => void): Io {
  const { ask } = io;
  if (ask === null) return io;
  return {
    ...io,
    ask: (question) => {
      clear();
      return ask(question);
    },
  };
}

/**
 * The frame of every command that ends in a report: all mistakes of the command line and the config come first, then
 * the work, then the report. Returns the exit code.
 */
export async function runWithReport(
  values: ScopeValues & OutputValues,
  paths: readonly string[],
  io: Io,
  work: Work,
  failOn: FailOn = 'error',
): Promise<number> {
  checkOutputValues(values);
  const outputs = parseOutputs(values.reporter ?? []);
  const names = COMMANDS.map(({ name }) => name);
  const settings = await readSettings(values, paths, io, names);
  if (values['print-config'] === true) return printConfig(settings, values, io);
  await checkOutputs(settings.cwd, outputs);

  const progress = createProgress(io, values['no-progress'] === true || values.quiet === true);
  const context: RunContext = {
    signal: io.signal,
    onProgress: progress.show,
    ...(io.stages === undefined ? {} : { stages: io.stages }),
  };
  try {
    const result = await work(settings, context, clearBeforeQuestions(io, progress.clear));
    progress.clear();
    const target = {
      cwd: settings.cwd,
      scope: renderScope(values, paths, io.cwd, settings.cwd),
      again: renderAgain(values, paths, io.cwd, settings.cwd),
      failOn,
      isSaved: false,
    };
    await present(result, outputs, values, target, io);
    return result.exitCode;
  } finally {
    progress.clear();
  }
}
