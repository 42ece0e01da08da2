import type { Answer } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { listSiblings } from './compile-plan.ts';
import { compareWithoutKey, type Finding } from './differential.ts';
import { getMessageTemplate } from './fingerprint.ts';
import { isSame, type Seen } from './observation.ts';
import { conclude, type Outcome } from './outcome.ts';
import type { FilledPath } from './record-ids.ts';
import { getAsked, type Run, see } from './run.ts';

/**
 * A keyed GET that was answered 404: is it the path that does not exist, or the record? The same answer from random paths
 * means the path, unless the platform words both alike; then the keyless comparison decides, or nothing does.
 */

/** Words like `Cannot GET /v1/…` come from the router: no handler repeats method and path of a record it misses. */
function isRouterMiss(run: Run, path: string, answer: Answer): boolean {
  const template = getMessageTemplate(answer, getAsked(run, { method: 'GET', path }));
  return template.includes('{path}') && template.includes('{method}');
}

async function askSiblings(run: Run, paths: readonly string[]): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (const path of paths) seen.push(see(run, { method: 'GET', path }, await run.read(path)));
  return seen;
}

function compareKeyless(
  run: Run,
  baseline: Baseline,
  { path }: FilledPath,
  siblings: readonly string[],
): Promise<Finding> {
  const ask = (asked: string) => ({ kind: 'keyless', method: 'GET', path: asked }) as const;
  const descendant = `${path}/${run.stray}`;
  return compareWithoutKey(run, baseline, { target: path, siblings, descendant, ask });
}

/** The target and all controls are alike with the key: what do they answer without? */
async function judgeAlike(
  run: Run,
  baseline: Baseline,
  filled: FilledPath,
  siblings: readonly string[],
  answer: Answer,
): Promise<Outcome> {
  const { path, ids } = filled;
  const { row } = await compareKeyless(run, baseline, filled, siblings);
  if (row.stops === 'run') return conclude('unverified', 'answers-without-key', answer.status);
  if (row.verdict === 'exists') return conclude('exists', 'no-record', answer.status);
  if (row.verdict === 'absent') return conclude('absent', row.reason, answer.status);
  if (row.id === '33') return conclude('unverified', 'flapping', answer.status);
  if (ids === 'none' || isRouterMiss(run, path, answer)) return conclude('absent', 'unknown-route', answer.status);
  return conclude('unverified', 'indistinguishable', answer.status);
}

/** Another 404 than that of random paths: a handler's, unless the path looks unknown without the key. */
async function judgeOther(
  run: Run,
  baseline: Baseline,
  filled: FilledPath,
  siblings: readonly string[],
  { status }: Answer,
): Promise<Outcome> {
  const { row } = await compareKeyless(run, baseline, filled, siblings);
  if (row.verdict === 'absent') return conclude('unverified', 'contradiction', status);
  return conclude('exists', 'no-record', status);
}

export async function judgeMiss(
  run: Run,
  baseline: Baseline,
  template: string,
  filled: FilledPath,
  answer: Answer,
): Promise<Outcome> {
  const { path } = filled;
  const { status } = answer;
  const siblings = listSiblings(path, template, run.catalog.versionPrefix, run.stray);
  if (siblings.length === 0) return conclude('unverified', 'no-control', status);
  const request = { method: 'GET', path } as const;
  const own = see(run, request, answer);
  const controls = await askSiblings(run, siblings);
  const again = await run.session.exchange({ kind: 'keyed', ...request });
  if (again.kind === 'failure') return conclude('unverified', again.reason, again.status);
  if (!isSame(see(run, request, again), own)) return conclude('unverified', 'flapping', status);
  const alike = controls.filter((control) => isSame(control, own)).length;
  if (alike === controls.length) return judgeAlike(run, baseline, filled, siblings, answer);
  if (alike > 0) return conclude('unverified', 'parameter-route', status);
  const [first = own] = controls;
  const areMisses = controls.every((control) => control.status === 404 && isSame(control, first));
  if (!areMisses) return conclude('unverified', 'unusable-control', status);
  return judgeOther(run, baseline, filled, siblings, answer);
}
