import { resolve } from 'node:path';
import { type Baseline, EMPTY_BASELINE } from './baseline/baseline.ts';
import { type Marked, markFindings } from './baseline/mark-findings.ts';
import { describeBases } from './bases.ts';
import type { ChangedFiles } from './changed/list-changed-files.ts';
import type { Settings } from './config/settings.ts';
import { createSourceReader, listKeys, NO_CHANGES, previewChanges, type RunResult } from './migrate.ts';
import { toRelative } from './model/paths.ts';
import type { Report } from './model/report.ts';
import { describeScope, type RunContext, runPipeline } from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { count } from './report/describe.ts';
import { chooseShard } from './shard/choose-shard.ts';
import type { Shard } from './shard/parse-shard.ts';
import type { Owns } from './shard/partition.ts';
import { type FailOn, judgeCheck } from './verdict.ts';

export interface CheckRun {
  readonly failOn: FailOn;
  readonly baseline?: Baseline | undefined;
  /** Only findings in these files, or whose requests stand in them. */
  readonly changed?: ChangedFiles | undefined;
  /** Only the files of this part; what they say is known from all. */
  readonly shard?: Shard | undefined;
  /** Also with the edits that `migrate` would make, as a dry run shows them. */
  readonly showsChanges?: boolean;
}

export interface CheckResult extends RunResult {
  /** The findings with what the baseline says of them. */
  readonly marked: Marked;
}

/** Was the file looked at, so that what is missing in it is gone? A deleted file was, with the folder it stood in. */
function createSeen({ cwd, paths }: Settings, errors: Report['errors'], owns: Owns): (file: string) => boolean {
  const roots = paths.map((path) => toRelative(cwd, resolve(cwd, path)));
  const failed = new Set(errors.map(({ file }) => file));
  const isInside = (file: string): boolean =>
    roots.length === 0 || roots.some((root) => root === '' || file === root || file.startsWith(`${root}/`));
  return (file) => !failed.has(file) && isInside(file) && owns(file);
}

function keepChanged(report: Report, { files }: ChangedFiles): Report {
  return {
    ...report,
    findings: report.findings.filter(
      ({ file, requests }) => files.has(file) || requests.some((use) => files.has(use.file)),
    ),
    changes: report.changes.filter(({ file }) => files.has(file)),
    errors: report.errors.filter(({ file }) => files.has(file)),
  };
}

function describeChanged(all: Report, kept: Report, { files, ref, mergeBase }: ChangedFiles): string {
  const left = all.findings.length - kept.findings.length;
  const differ = `${count(files.size, 'file')} ${files.size === 1 ? 'differs' : 'differ'} from ${ref}`;
  const unread = all.errors.length - kept.errors.length;
  const rest =
    unread === 0
      ? ''
      : `; ${count(unread, 'file')} elsewhere could not be analysed, a check without --changed names them`;
  return `${differ} (merge base ${mergeBase}; uncommitted and new files too); ${count(left, 'finding')} elsewhere not shown${rest}`;
}

/** The same result as another baseline sees it. */
export function applyBaseline(
  result: Pick<CheckResult, 'report' | 'readSource' | 'keys' | 'notices'>,
  run: CheckRun,
  settings: Settings,
  owns: Owns = () => true,
): CheckResult {
  const { today } = settings;
  const { findings, errors } = result.report;
  const marked = markFindings(findings, run.baseline ?? EMPTY_BASELINE, today, createSeen(settings, errors, owns));
  const report = { ...result.report, findings: marked.findings };
  return { ...result, report, marked, exitCode: judgeCheck(report, run) };
}

/** discover → analyze → plan → report. Writes nothing, and says whether legacy uses that must go remain. */
export async function runCheck(settings: Settings, run: CheckRun, context: RunContext): Promise<CheckResult> {
  const found = await runPipeline(settings, context);
  const { plan, notices: ofShard, owns } = chooseShard(found, run.shard);
  const readSource = createSourceReader(found.project);
  const { today, catalog } = settings;
  const { changes, errors } =
    run.showsChanges === true ? await previewChanges({ ...found, plan }, context) : NO_CHANGES;
  const report = buildReport(plan, {
    command: 'check',
    dryRun: true,
    shard: run.shard,
    today,
    cutoff: catalog.cutoff,
    changes,
    errors,
    readSource,
  });
  const notices = [
    ...settings.notices,
    ...describeScope(found.project),
    ...plan.notices,
    ...ofShard,
    ...describeBases(found.plan),
  ];
  const result = applyBaseline({ report, readSource, keys: listKeys(found), notices }, run, settings, owns);
  if (run.changed === undefined) return result;
  const kept = keepChanged(result.report, run.changed);
  return {
    ...result,
    report: kept,
    exitCode: judgeCheck(kept, run),
    notices: [...notices, describeChanged(result.report, kept, run.changed)],
  };
}
