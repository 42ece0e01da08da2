import type { CheckResult, CheckRun } from '../../check.ts';
import type { Settings } from '../../config/settings.ts';
import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import type { RunContext } from '../../pipeline.ts';
import type { FailOn } from '../../verdict.ts';
import type { BaselineValues } from '../check-baseline.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import type { Io } from '../io.ts';
import { OUTPUT_OPTIONS, SCOPE_OPTIONS, SHARD_OPTIONS } from '../options.ts';
import { readShard } from '../read-shard.ts';
import type { Work } from '../run-with-report.ts';

const LEVELS = ['error', 'warning'] as const;

function parseFailOn(text: string | undefined): FailOn {
  if (text === undefined) return 'error';
  const level = LEVELS.find((word) => word === text);
  if (level !== undefined) return level;
  throw new UserError(`--fail-on: "${text}" is neither error nor warning.${suggest(text, LEVELS)}`);
}

async function runChanged(ref: string | undefined, cwd: string, { env }: Io): Promise<CheckRun['changed']> {
  if (ref === undefined) return undefined;
  const { listChangedFiles, listDefaultRefs } = await import('../../changed/list-changed-files.ts');
  return listChangedFiles(cwd, ref === '' ? listDefaultRefs(env) : [ref]);
}

/** `--changed src`: what is no commit and is there as a path was meant as one. */
async function readChanged(
  changed: string | undefined,
  paths: readonly string[],
  cwd: string,
): Promise<{ readonly changed: string | undefined; readonly paths: readonly string[] }> {
  if (changed === undefined || changed === '') return { changed, paths };
  const { isCommit } = await import('../../changed/list-changed-files.ts');
  const { findMissingPath } = await import('../../config/settings.ts');
  const isPath = findMissingPath(cwd, [changed]) === undefined && !(await isCommit(cwd, changed));
  return isPath ? { changed: '', paths: [changed, ...paths] } : { changed, paths };
}

/** The check, and around it what the baseline needs; the file is read first and written last. */
async function runGuard(
  values: BaselineValues,
  asked: Pick<CheckRun, 'failOn' | 'shard' | 'showsChanges'>,
  settings: Settings,
  context: RunContext,
  io: Io,
): Promise<CheckResult> {
  const { runCheck } = await import('../../check.ts');
  const file = values.baseline;
  const changed = await runChanged(values.changed, settings.cwd, io);
  if (file === undefined) return runCheck(settings, { ...asked, changed }, context);

  const { readBaseline } = await import('../../baseline/read-baseline.ts');
  const { describeElsewhere, describePaid, makeUpdate } = await import('../check-baseline.ts');
  const updates = values['update-baseline'] === true;
  const { checkFile, writeOutput } = await import('../../report/write-output.ts');
  if (updates) await checkFile(settings.cwd, file, 'baseline');
  const baseline = readBaseline(settings.cwd, file, updates);
  const result = await runCheck(settings, { ...asked, changed, baseline }, context);
  const said = [...describeElsewhere(baseline, result), ...describePaid(file, result)];
  if (!updates) return { ...result, notices: [...result.notices, ...said] };

  const update = makeUpdate(baseline, result, values);
  const { renderBaseline } = await import('../../baseline/baseline.ts');
  const { applyBaseline } = await import('../../check.ts');
  await writeOutput(settings.cwd, file, renderBaseline(update.baseline), 'baseline');
  const updated = applyBaseline(result, { ...asked, baseline: update.baseline }, settings);
  return { ...updated, notices: [...result.notices, ...update.notices] };
}

export const check = defineCommand({
  name: 'check',
  usage: '[paths..]',
  summary: 'For CI: write nothing, fail while legacy uses that must go remain.',
  examples: [
    ['npx v1-migrate check ./src', 'fail on errors'],
    ['npx v1-migrate check ./src --fail-on warning', 'fail on warnings too'],
    ['npx v1-migrate check --changed', 'only what this branch changes'],
    ['npx v1-migrate check --baseline v1-migrate.baseline.json', 'all but what is known and accepted'],
    ['npx v1-migrate check ./src --reporter json', 'for scripts'],
  ],
  exitCodes: [
    [0, 'nothing at or above --fail-on outside the baseline'],
    [1, 'legacy uses remain'],
    [2, 'usage or configuration error'],
    [3, 'incomplete: a file could not be read or parsed'],
    [130, 'interrupted'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: {
    'fail-on': { type: 'string', value: '<error|warning>', help: 'The weakest level that fails (default error).' },
    changed: {
      type: 'string',
      value: '[ref]',
      isValueOptional: true,
      help: 'Only findings in files that differ from where HEAD left ref (default: the target or default branch).',
    },
    baseline: { type: 'string', value: '<file>', help: 'Findings that are accepted, each by its id and until a day.' },
    'update-baseline': {
      type: 'boolean',
      help: 'Add what is open to the baseline and remove what is gone. Not in CI.',
    },
    reason: { type: 'string', value: '<text>', help: 'With --update-baseline: why new entries are accepted.' },
    owner: { type: 'string', value: '<name>', help: 'With --update-baseline: who takes care of new entries.' },
    until: { type: 'string', value: '<YYYY-MM-DD>', help: 'With --update-baseline: the last day of new entries.' },
    ...SCOPE_OPTIONS,
    ...SHARD_OPTIONS,
    ...OUTPUT_OPTIONS,
    ...GLOBAL_OPTIONS,
  },
  async run(values, paths, io) {
    const failOn = parseFailOn(values['fail-on']);
    const { checkBaselineValues } = await import('../check-baseline.ts');
    const { formatDay } = await import('../../calendar.ts');
    checkBaselineValues(values, values.today ?? formatDay(io.now), io);
    const { runWithReport } = await import('../run-with-report.ts');
    const { resolveCwd } = await import('../scope.ts');
    const named = await readChanged(values.changed, paths, resolveCwd(io, values.cwd));
    const asked = { ...values, changed: named.changed };
    const shard = await readShard(values.shard);
    // Only a patch needs the edits: to make them takes as long as to find them.
    const showsChanges = values.reporter?.some((text) => /^patch(=|$)/.test(text)) === true;
    const run = { failOn, shard, showsChanges };
    const work: Work = (settings, context) => runGuard(asked, run, settings, context, io);
    return runWithReport(asked, named.paths, io, work, failOn);
  },
});
