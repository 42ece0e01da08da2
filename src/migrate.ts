import type { ApplyResult } from './apply/apply.ts';
import type { Settings } from './config/settings.ts';
import { UserError } from './errors.ts';
import type { BaseUse, Plan } from './model/plan.ts';
import type { Report } from './model/report.ts';
import { isInterrupted, type PipelineResult, type RunContext, runPipeline, throwIfInterrupted } from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { STAGES } from './stages.ts';
import { EXIT, judgeMigrate } from './verdict.ts';

export interface MigrateRun {
  readonly dryRun: boolean;
  readonly allowDirty: boolean;
  /** Names of transforms (finding codes) to apply; null: all. */
  readonly transforms: readonly string[] | null;
  readonly exitCode: boolean;
  /** May bases that were inferred, not named, be written to? Asked only when there is something to write. */
  acceptInferred(bases: readonly BaseUse[]): Promise<boolean>;
}

export interface RunResult {
  readonly report: Report;
  readonly exitCode: number;
  /** Things to say on stderr. */
  readonly notices: readonly string[];
}

const NO_CHANGES: ApplyResult = { changes: [], errors: [], notices: [], dirty: [] };
const MAX_LISTED = 10;

/** Bases that the plan proposes in the hints of `unresolved-base`. */
function listProposedBases(plan: Plan): readonly string[] {
  const proposals = plan.findings.flatMap(({ hint }) => /--base-url (\S+)/.exec(hint)?.[1] ?? []);
  return [...new Set(proposals)];
}

function isBaseMissing(plan: Plan): boolean {
  return plan.bases.length === 0 && plan.findings.some(({ code }) => code === 'unresolved-base');
}

function explainMissingBase(plan: Plan): string {
  const count = plan.findings.filter(({ code }) => code === 'unresolved-base').length;
  const requests = count === 1 ? '1 request looks' : `${count} requests look`;
  return `No base is known: ${requests} like the platform's, but where they go is not certain.`;
}

/** Writing needs bases that somebody named or agreed to (contract 7, "No base given"). */
async function checkBases(plan: Plan, run: MigrateRun): Promise<void> {
  if (isBaseMissing(plan)) {
    const proposals = listProposedBases(plan).map((base) => `--base-url ${base}`);
    const hint = proposals.length === 0 ? 'Add --base-url <url|env:NAME>.' : `Add ${proposals.join(' or ')}.`;
    throw new UserError(`${explainMissingBase(plan)} Nothing was written.`, { hint });
  }
  const inferred = plan.bases.filter(({ source }) => source === 'inferred');
  if (inferred.length === 0 || plan.edits.length === 0) return;
  if (await run.acceptInferred(inferred)) return;
  throw new UserError('The base was inferred from the code, not named. Nothing was written.', {
    hint: `If it is the platform, add ${inferred.map(({ base }) => `--base-url ${base}`).join(' ')} (or --yes).`,
  });
}

function explainDirty(dirty: readonly string[]): UserError {
  const shown = dirty.slice(0, MAX_LISTED).map((file) => `  ${file}`);
  const rest = dirty.length > MAX_LISTED ? [`  and ${dirty.length - MAX_LISTED} more`] : [];
  const message = ['These files have uncommitted changes. Nothing was written.', ...shown, ...rest].join('\n');
  return new UserError(message, { hint: 'Commit or stash them, or add --allow-dirty.' });
}

async function applyPlan(
  { project, plan }: PipelineResult,
  run: MigrateRun,
  context: RunContext,
): Promise<ApplyResult> {
  if (plan.edits.length === 0) return NO_CHANGES;
  const { dryRun, allowDirty, transforms } = run;
  const { stages = STAGES, signal } = context;
  context.onProgress?.(dryRun ? 'comparing' : 'writing');
  const options = { dryRun, allowDirty, transforms, ...(signal === undefined ? {} : { signal }) };
  const applied = await stages.apply(plan, project, options);
  if (applied.dirty.length > 0) throw explainDirty(applied.dirty);
  return applied;
}

/** discover → analyze → plan → apply → report. Writes files unless it is a dry run. */
export async function runMigrate(settings: Settings, run: MigrateRun, context: RunContext = {}): Promise<RunResult> {
  const result = await runPipeline(settings, context);
  const { plan } = result;
  if (!run.dryRun) await checkBases(plan, run);
  throwIfInterrupted(context);
  const applied = await applyPlan(result, run, context);
  const report = buildReport(plan, {
    command: 'migrate',
    dryRun: run.dryRun,
    today: settings.today,
    cutoff: settings.catalog.cutoff,
    changes: applied.changes,
    errors: applied.errors,
  });
  const missing = isBaseMissing(plan) ? [`${explainMissingBase(plan)} Name one with --base-url.`] : [];
  return {
    report,
    exitCode: isInterrupted(context) ? EXIT.interrupted : judgeMigrate(report, run),
    notices: [...settings.notices, ...plan.notices, ...applied.notices, ...missing],
  };
}
