import fc from 'fast-check';
import { describeFailure } from './describe-failure.ts';
import { addTallies, CAUSES, type Cause, judgeProject, NO_TALLY, type Tally, type Verdict } from './judge.ts';
import { type GeneratedProject, renderProject } from './render.ts';
import { ROWS } from './rows.ts';
import type { ProgramRunner } from './run/program-pool.ts';
import { type Spec, specs } from './spec.ts';

/** Judges many projects and makes of each kind of failure the smallest project that shows it. */

export interface Outcome {
  readonly tally: Tally;
  /** Seeds of the projects that fail, by cause. */
  readonly failed: ReadonlyMap<Cause, readonly number[]>;
}

/** A failure to print: `title` is the same for failures that are likely the same mistake. */
export interface Finding {
  readonly cause: Cause;
  readonly title: string;
  readonly text: string;
}

interface Judged {
  readonly project: GeneratedProject;
  readonly verdict: Verdict;
}

function generate(seed: number): Spec {
  const [spec] = fc.sample(specs, { seed, numRuns: 1 });
  if (spec === undefined) throw new Error('nothing was generated');
  return spec;
}

async function judgeSpec(spec: Spec, runner: ProgramRunner): Promise<Judged> {
  const project = renderProject(spec);
  return { project, verdict: await judgeProject(project, runner) };
}

function listCauses({ failures }: Verdict): readonly Cause[] {
  return CAUSES.filter((cause) => failures.some((failure) => failure.cause === cause));
}

/** One random project for each seed. */
export async function checkSeeds(first: number, count: number, runner: ProgramRunner): Promise<Outcome> {
  let tally = NO_TALLY;
  const failed = new Map<Cause, number[]>();
  for (let seed = first; seed < first + count; seed += 1) {
    const { verdict } = await judgeSpec(generate(seed), runner);
    tally = addTallies(tally, verdict.tally);
    for (const cause of listCauses(verdict)) failed.set(cause, [...(failed.get(cause) ?? []), seed]);
  }
  return { tally, failed };
}

/** Every row of every table on its own. */
export async function checkRows(runner: ProgramRunner, only = ''): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, spec } of ROWS.filter((row) => row.name.includes(only))) {
    const { project, verdict } = await judgeSpec(spec, runner);
    for (const cause of listCauses(verdict))
      findings.push({ cause, title: `row "${name}"`, text: describeFailure(cause, project, verdict) });
  }
  return findings;
}

const MAX_SHRINKS = 400;

/** The smallest project that shrinking the seed's choices leads to and that fails for the same cause. */
export async function shrinkSeed(seed: number, cause: Cause, runner: ProgramRunner): Promise<Finding> {
  let smallest: Judged | null = null;
  let tried = 0;
  const property = fc.asyncProperty(specs, async (spec) => {
    if (tried > MAX_SHRINKS) return;
    tried += 1;
    const judged = await judgeSpec(spec, runner);
    if (!listCauses(judged.verdict).includes(cause)) return;
    smallest = judged;
    throw new Error(cause);
  });
  await fc.check(property, { seed, numRuns: 1 });
  const { project, verdict } = smallest ?? (await judgeSpec(generate(seed), runner));
  const failure = verdict.failures.find((entry) => entry.cause === cause);
  const detail = failure?.detail.split('\n')[0]?.replace(/https?:\S+/g, '…');
  return {
    cause,
    title: `${failure?.choices} (${detail})`,
    text: `seed ${seed}\n${describeFailure(cause, project, verdict)}`,
  };
}

/** Shrinks the first seeds of every cause; what shrinks to the same is told once. */
export async function explainFailures(
  { failed }: Outcome,
  limit: number,
  runner: ProgramRunner,
): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  for (const cause of CAUSES) {
    for (const seed of (failed.get(cause) ?? []).slice(0, limit)) {
      const finding = await shrinkSeed(seed, cause, runner);
      const key = `${cause} ${finding.title}`;
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  return [...findings.values()];
}

export function renderOutcome({ tally, failed }: Outcome, findings: readonly Finding[]): string {
  const { resolvable, moved, free, freeMoved } = tally;
  const share = resolvable === 0 ? 100 : (moved / resolvable) * 100;
  const sorted = CAUSES.flatMap((cause) => findings.filter((finding) => finding.cause === cause));
  return [
    `recall ${share.toFixed(1)} % (${moved} of ${resolvable} resolvable requests; ${freeMoved} of ${free} others)`,
    ...[...failed].map(([cause, seeds]) => `${cause}: ${seeds.length} projects, seeds ${seeds.slice(0, 10).join(' ')}`),
    '',
    ...sorted.map(({ cause, title }, index) => `${index + 1}. ${cause}: ${title}`),
    ...sorted.map(({ cause, title, text }, index) => `\n## ${index + 1}. ${cause}: ${title}\n\n${text}`),
  ].join('\n');
}
