import type { ApplyResult } from './apply/apply.ts';
import { describeBases, requireBases } from './bases.ts';
import type { Settings } from './config/settings.ts';
import { acceptChanges } from './decisions/accept-changes.ts';
import type { Decision } from './decisions/parse-decisions.ts';
import { UserError } from './errors.ts';
import type { AskedEndpoint, BaseUse, EndpointUse } from './model/plan.ts';
import type { Project } from './model/project.ts';
import type { Report } from './model/report.ts';
import { isInterrupted, type PipelineResult, type RunContext, runPipeline, throwIfInterrupted } from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { maskReport } from './report/mask-report.ts';
import { chooseShard } from './shard/choose-shard.ts';
import type { Shard } from './shard/parse-shard.ts';
import { STAGES } from './stages.ts';
import { EXIT, judgeMigrate } from './verdict.ts';

export interface MigrateRun {
  readonly dryRun: boolean;
  readonly allowDirty: boolean;
  /** Names of transforms (finding codes) to apply; null: all. */
  readonly transforms: readonly string[] | null;
  readonly exitCode: boolean;
  /** Only the files of this part; what they say is known from all. */
  readonly shard?: Shard | undefined;
  /** Write comments above work that is left, and remove those whose work is done. */
  readonly annotate?: boolean;
  /** What a reviewer decided: then only the accepted changes are made. */
  readonly decisions?: readonly Decision[] | undefined;
  /** Ask the live platform first, and write only what it has (contract 8). */
  readonly verify?: Verify | undefined;
  /** May bases that were inferred, not named, be written to? Asked only when there is something to write. */
  acceptInferred(bases: readonly BaseUse[]): Promise<boolean>;
}

export interface Verification {
  readonly asked: readonly AskedEndpoint[];
  /** Why nothing may be written: the platform could not be asked at all. */
  readonly halted: string | null;
  readonly notices: readonly string[];
}

export type Verify = (endpoints: readonly EndpointUse[], context: RunContext) => Promise<Verification>;

export interface RunResult {
  readonly report: Report;
  readonly exitCode: number;
  /** Things to say on stderr. */
  readonly notices: readonly string[];
  /** The text that findings point into, also after it was rewritten; null for a file that is not at hand. */
  readSource(file: string): string | null;
}

export function createSourceReader(project: Project): RunResult['readSource'] {
  return (file) => project.load(file)?.text ?? null;
}

const NO_CHANGES: ApplyResult = { changes: [], errors: [], notices: [], dirty: [] };
const MAX_LISTED = 10;

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
  const { dryRun, allowDirty, annotate } = run;
  const transforms =
    run.transforms !== null && annotate === true ? [...run.transforms, 'mark-manual-work'] : run.transforms;
  const { stages = STAGES, signal } = context;
  context.onProgress?.(dryRun ? 'comparing' : 'writing');
  const options = { dryRun, allowDirty, transforms, ...(signal === undefined ? {} : { signal }) };
  const applied = await stages.apply(plan, project, options);
  if (applied.dirty.length > 0) throw explainDirty(applied.dirty);
  return applied;
}

function reportRun(
  { project, plan }: PipelineResult,
  { changes, errors }: ApplyResult,
  { dryRun, shard }: MigrateRun,
  { today, catalog }: Settings,
): Report {
  const readSource = createSourceReader(project);
  const facts = { dryRun, shard, today, cutoff: catalog.cutoff, changes, errors, readSource };
  return buildReport(plan, { command: 'migrate', ...facts });
}

/** The run with the accepted edits alone; what was accepted is compared with what a dry run shows now. */
async function keepAccepted(
  result: PipelineResult,
  run: MigrateRun,
  settings: Settings,
  context: RunContext,
): Promise<PipelineResult> {
  if (run.decisions === undefined) return result;
  const dry = await applyPlan(result, { ...run, dryRun: true }, context);
  const { ids, notices } = acceptChanges(maskReport(reportRun(result, dry, run, settings)), run.decisions);
  const { plan } = result;
  const edits = plan.edits.filter(({ finding }) => ids.has(finding));
  return { ...result, plan: { ...plan, edits, notices: [...plan.notices, ...notices] } };
}

const UNASKED: Verification = { asked: [], halted: null, notices: [] };

/** The plan in the light of what the platform says; without endpoints there is nothing to ask. */
async function verifyPlan(
  found: PipelineResult,
  { verify }: MigrateRun,
  context: RunContext,
): Promise<{ readonly result: PipelineResult; readonly verification: Verification }> {
  if (verify === undefined) return { result: found, verification: UNASKED };
  const { endpoints } = found.plan;
  const verification = endpoints.length === 0 ? UNASKED : await verify(endpoints, context);
  throwIfInterrupted(context);
  return { result: { ...found, plan: await found.planAgain(verification.asked) }, verification };
}

/** discover → analyze → plan → apply → report. Writes files unless it is a dry run. */
export async function runMigrate(settings: Settings, run: MigrateRun, context: RunContext = {}): Promise<RunResult> {
  const found = await runPipeline(run.annotate === true ? { ...settings, annotate: 'sync' } : settings, context);
  if (!run.dryRun) await requireBases(found.plan, (bases) => run.acceptInferred(bases));
  throwIfInterrupted(context);
  const { result: verified, verification } = await verifyPlan(found, run, context);
  const part = chooseShard(verified, run.shard);
  const result = await keepAccepted({ ...verified, plan: part.plan }, run, settings, context);
  const { plan } = result;
  const { halted } = verification;
  const applied = halted === null ? await applyPlan(result, run, context) : NO_CHANGES;
  const report = reportRun(result, applied, run, settings);
  return {
    report,
    readSource: createSourceReader(result.project),
    exitCode: isInterrupted(context) ? EXIT.interrupted : halted === null ? judgeMigrate(report, run) : EXIT.incomplete,
    notices: [
      ...settings.notices,
      ...plan.notices,
      ...part.notices,
      ...verification.notices,
      ...(halted === null ? [] : [`${halted} Nothing was written.`]),
      ...applied.notices,
      ...describeBases(verified.plan),
    ],
  };
}
