import fc from 'fast-check';
import { describeFailure } from './describe-failure.ts';
import { addTallies, CAUSES, type Cause, judgeProject, NO_TALLY, type Tally, type Verdict } from './judge.ts';
import { makePlainer } from './plainer.ts';
import { type GeneratedProject, renderProject } from './render.ts';
import { ROWS } from './rows.ts';
import type { ProgramRunner } from './run/program-pool.ts';
import { listSmaller } from './shrink.ts';
import { type Spec, specs } from './spec.ts';

/** Judges many projects and makes of each kind of failure the smallest project that shows it. */

type Avoid = ReadonlySet<string>;
type Seeds = ReadonlyMap<Cause, readonly number[]>;

export interface Outcome {
  readonly tally: Tally;
  /** Seeds of the projects that fail, by cause, also without the choices to avoid. */
  readonly failed: Seeds;
  /** Seeds of those that only fail with such a choice. */
  readonly hidden: Seeds;
  readonly avoid: Avoid;
}

/** A failure to print: `title` is the same for failures that are likely the same mistake. */
export interface Finding {
  readonly cause: Cause;
  readonly title: string;
  readonly text: string;
  /** The row that fails on its own. */
  readonly row?: string;
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

/** One random project for each seed. `avoid`: choices that are known to fail on their own. */
export async function checkSeeds(first: number, count: number, avoid: Avoid, runner: ProgramRunner): Promise<Outcome> {
  let tally = NO_TALLY;
  const failed = new Map<Cause, number[]>();
  const hidden = new Map<Cause, number[]>();
  for (let seed = first; seed < first + count; seed += 1) {
    const spec = generate(seed);
    const { verdict } = await judgeSpec(spec, runner);
    tally = addTallies(tally, verdict.tally);
    const causes = listCauses(verdict);
    const plainer = causes.length === 0 || avoid.size === 0 ? null : await judgeSpec(makePlainer(spec, avoid), runner);
    const news = plainer === null ? causes : listCauses(plainer.verdict);
    for (const cause of causes) {
      const list = news.includes(cause) ? failed : hidden;
      list.set(cause, [...(list.get(cause) ?? []), seed]);
    }
  }
  return { tally, failed, hidden, avoid };
}

/** Every row of every table on its own. */
export async function checkRows(runner: ProgramRunner, only = ''): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, spec } of ROWS.filter((row) => row.name.includes(only))) {
    const { project, verdict } = await judgeSpec(spec, runner);
    for (const cause of listCauses(verdict))
      findings.push({ cause, title: `row "${name}"`, row: name, text: describeFailure(cause, project, verdict) });
  }
  return findings;
}

/** The smallest project that fails for the same cause as the seed's. */
export async function shrinkSeed(seed: number, cause: Cause, avoid: Avoid, runner: ProgramRunner): Promise<Finding> {
  let spec = makePlainer(generate(seed), avoid);
  let { project, verdict } = await judgeSpec(spec, runner);
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of listSmaller(spec)) {
      const judged = await judgeSpec(candidate, runner);
      if (!listCauses(judged.verdict).includes(cause)) continue;
      spec = candidate;
      ({ project, verdict } = judged);
      isSmaller = true;
      break;
    }
  }
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
  { failed, avoid }: Outcome,
  limit: number,
  runner: ProgramRunner,
): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  for (const cause of CAUSES) {
    for (const seed of (failed.get(cause) ?? []).slice(0, limit)) {
      const finding = await shrinkSeed(seed, cause, avoid, runner);
      const key = `${cause} ${finding.title}`;
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  return [...findings.values()];
}

function describeSeeds(seeds: Seeds, when: string): readonly string[] {
  return CAUSES.flatMap((cause) => {
    const list = seeds.get(cause) ?? [];
    return list.length === 0 ? [] : [`${cause}${when}: ${list.length} projects, seeds ${list.slice(0, 10).join(' ')}`];
  });
}

export function renderOutcome({ tally, failed, hidden }: Outcome, findings: readonly Finding[]): string {
  const { resolvable, moved, free, freeMoved } = tally;
  const share = resolvable === 0 ? 100 : (moved / resolvable) * 100;
  const sorted = CAUSES.flatMap((cause) => findings.filter((finding) => finding.cause === cause));
  return [
    `recall ${share.toFixed(1)} % (${moved} of ${resolvable} resolvable requests; ${freeMoved} of ${free} others)`,
    ...describeSeeds(failed, ''),
    ...describeSeeds(hidden, ' only with rows that fail on their own'),
    '',
    ...sorted.map(({ cause, title }, index) => `${index + 1}. ${cause}: ${title}`),
    ...sorted.map(({ cause, title, text }, index) => `\n## ${index + 1}. ${cause}: ${title}\n\n${text}`),
  ].join('\n');
}
