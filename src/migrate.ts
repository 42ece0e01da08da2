import type { ApplyResult } from './apply/apply.ts';
import { describeBases, requireBases } from './bases.ts';
import type { Settings } from './config/settings.ts';
import { acceptChanges } from './decisions/accept-changes.ts';
import type { Decision } from './decisions/parse-decisions.ts';
import { UserError } from './errors.ts';
import { escapeControls } from './escape/controls.ts';
import { describeApart, keepWithCompanions } from './model/companions.ts';
import type { AskedEndpoint, BaseUse, Edit, EndpointUse, Finding } from './model/plan.ts';
import type { Project } from './model/project.ts';
import type { Report, ReportedFinding } from './model/report.ts';
import { isTestFile } from './model/test-files.ts';
import {
  describeScope,
  isInterrupted,
  keepMarkers,
  type PipelineResult,
  type RunContext,
  runPipeline,
  throwIfInterrupted,
} from './pipeline.ts';
import { buildReport } from './report/build-report.ts';
import { count } from './report/describe.ts';
import { readKeys } from './report/hide-keys.ts';
import { maskReport } from './report/mask-report.ts';
import { chooseShard } from './shard/choose-shard.ts';
import type { Shard } from './shard/parse-shard.ts';
import { STAGES } from './stages.ts';
import { EXIT, judgeMigrate } from './verdict.ts';

/** One change as a reviewer sees it. */
export interface ReviewedChange {
  readonly finding: ReportedFinding;
  /** What this change alone does, one diff for each file; keys are masked. */
  findDiffs(): Promise<readonly string[]>;
}

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
  /** Decides on each change in turn; then only the accepted ones are made. */
  readonly review?: ((changes: readonly ReviewedChange[]) => Promise<ReadonlySet<string>>) | undefined;
  /** May bases that were inferred, not named, be written to? Asked only when there is something to write. */
  acceptInferred(bases: readonly BaseUse[]): Promise<boolean>;
}

interface Verification {
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
  /** The texts that keys are put together from in the code: only a patch may show them. */
  readonly keys: readonly string[];
}

export function createSourceReader(project: Project): RunResult['readSource'] {
  return (file) => project.load(file)?.text ?? null;
}

/** What `RunResult.keys` has. */
export function listKeys({ project, plan }: Pick<PipelineResult, 'project' | 'plan'>): readonly string[] {
  return readKeys(plan.keyTexts, createSourceReader(project));
}

export const NO_CHANGES: ApplyResult = { changes: [], errors: [], notices: [], dirty: [] };
const MAX_LISTED = 10;

function explainDirty(dirty: readonly string[]): UserError {
  const shown = dirty.slice(0, MAX_LISTED).map((file) => `  ${escapeControls(file)}`);
  const rest = dirty.length > MAX_LISTED ? [`  and ${dirty.length - MAX_LISTED} more`] : [];
  const message = ['These files have uncommitted changes. Nothing was written.', ...shown, ...rest].join('\n');
  return new UserError(message, {
    hint: 'Commit or stash them, or add --allow-dirty; of ignored files git keeps no copy.',
  });
}

async function applyPlan(
  { project, plan }: PipelineResult,
  run: Pick<MigrateRun, 'dryRun' | 'allowDirty' | 'transforms' | 'annotate'>,
  context: RunContext,
  asksGit = false,
): Promise<ApplyResult> {
  if (plan.edits.length === 0) return NO_CHANGES;
  const { dryRun, allowDirty, annotate } = run;
  const transforms =
    run.transforms !== null && annotate === true ? [...run.transforms, 'mark-manual-work'] : run.transforms;
  const { stages = STAGES, signal } = context;
  context.onProgress?.(dryRun ? 'comparing' : 'writing');
  const options = { dryRun, allowDirty, asksGit, transforms, ...(signal === undefined ? {} : { signal }) };
  const applied = await stages.apply(plan, project, options);
  if (applied.dirty.length > 0) throw explainDirty(applied.dirty);
  return applied;
}

/** What a dry run would show. */
export function previewChanges(result: PipelineResult, context: RunContext): Promise<ApplyResult> {
  return applyPlan(result, { dryRun: true, allowDirty: true, transforms: null, annotate: false }, context);
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

/** The report as reviewers see it. */
function reportMasked(result: PipelineResult, applied: ApplyResult, run: MigrateRun, settings: Settings): Report {
  return maskReport(reportRun(result, applied, run, settings), listKeys(result));
}

function isLeftOut({ transform }: Edit, { transforms }: MigrateRun): boolean {
  return transforms !== null && transform !== 'mark-manual-work' && !transforms.includes(transform);
}

/** The edits of these findings and no others, as far as one can be made without another. */
function keepEdits(result: PipelineResult, ids: ReadonlySet<string>): PipelineResult {
  const { plan } = result;
  const edits = keepWithCompanions(plan, ({ finding }) => ids.has(finding));
  return { ...result, plan: { ...plan, edits, notices: [...plan.notices, ...describeApart(plan, ids)] } };
}

/** The run with what a reviewer accepts, one by one. What writing would refuse is found out before anybody is asked. */
async function reviewChanges(
  result: PipelineResult,
  run: MigrateRun,
  settings: Settings,
  { onProgress: _, ...context }: RunContext,
): Promise<PipelineResult> {
  if (run.review === undefined) return result;
  const dryRun: MigrateRun = { ...run, dryRun: true };
  const all = await applyPlan(result, dryRun, context, !run.dryRun);
  const failed = new Set(all.errors.map(({ file }) => file));
  const chosen = result.plan.edits.filter(
    ({ transform }) => run.transforms === null || run.transforms.includes(transform),
  );
  const edited = new Set(chosen.map(({ finding }) => finding));
  const { findings } = reportMasked(result, all, dryRun, settings);
  const changes = findings
    .filter(({ id, file }) => edited.has(id) && !failed.has(file))
    .map((finding) => ({
      finding,
      findDiffs: async () => {
        const edits = result.plan.edits.filter((edit) => edit.finding === finding.id);
        const dry = await applyPlan({ ...result, plan: { ...result.plan, edits } }, dryRun, context);
        return reportMasked(result, dry, dryRun, settings).changes.map(({ diff }) => diff);
      },
    }));
  if (changes.length === 0) return result;
  const ids = await run.review(changes);
  const kept = keepEdits(result, ids);
  const notice = `${count(changes.length, 'change')}: ${ids.size} accepted; only the accepted ones are made`;
  return { ...kept, plan: { ...kept.plan, notices: [...kept.plan.notices, notice] } };
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
  const { ids, notices } = acceptChanges(reportMasked(result, dry, run, settings), run.decisions);
  const kept = keepEdits(result, ids);
  return { ...kept, plan: { ...kept.plan, notices: [...kept.plan.notices, ...notices] } };
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

/** What a test stands for is told by the paths that the code sends: once they are written, nobody can find it again. */
function describeLeftTests(findings: readonly Finding[]): readonly string[] {
  const left = findings.filter(
    ({ code, fix, file }) => fix === 'manual' && /^(?:legacy-path|api-key-header)$/.test(code) && isTestFile(file),
  );
  if (left.length === 0) return [];
  const one = left.length === 1;
  const listed = left.slice(0, MAX_LISTED).map(({ file, line }) => `${file}:${line}`);
  const places = [...listed, ...(left.length > MAX_LISTED ? ['…'] : [])].join(', ');
  return [
    `${count(left.length, 'finding')} in tests ${one ? 'is' : 'are'} left to you, and a second run may not list ${one ? 'it' : 'them'} any more: ${places}. Run the tests.`,
  ];
}

/** discover → analyze → plan → apply → report. Writes files unless it is a dry run. */
export async function runMigrate(settings: Settings, run: MigrateRun, context: RunContext = {}): Promise<RunResult> {
  const found = await runPipeline(run.annotate === true ? { ...settings, annotate: 'sync' } : settings, context);
  if (!run.dryRun) await requireBases(found.plan, (bases) => run.acceptInferred(bases));
  throwIfInterrupted(context);
  const { result: verified, verification } = await verifyPlan(found, run, context);
  const kept = run.annotate === true ? await keepMarkers(verified, settings, context) : verified;
  const part = chooseShard(kept, run.shard);
  const accepted = await keepAccepted({ ...kept, plan: part.plan }, run, settings, context);
  const { halted } = verification;
  const result = halted === null ? await reviewChanges(accepted, run, settings, context) : accepted;
  const { plan } = result;
  const applied = halted === null ? await applyPlan(result, run, context) : NO_CHANGES;
  const whole = reportRun(result, applied, run, settings);
  const report: Report = isInterrupted(context) ? { ...whole, stopped: 'interrupted' } : whole;
  const leavesOut = plan.edits.some((edit) => isLeftOut(edit, run));
  return {
    report,
    readSource: createSourceReader(result.project),
    keys: listKeys(result),
    exitCode: isInterrupted(context)
      ? EXIT.interrupted
      : halted === null
        ? judgeMigrate(report, { exitCode: run.exitCode, leavesOut })
        : EXIT.incomplete,
    notices: [
      ...settings.notices,
      ...describeScope(found.project),
      ...plan.notices,
      ...part.notices,
      ...verification.notices,
      ...(halted === null ? [] : [`${halted} Nothing was written.`]),
      ...applied.notices,
      ...(applied.changes.length > 0 && !run.dryRun ? describeLeftTests(plan.findings) : []),
      ...describeBases(verified.plan),
    ],
  };
}
