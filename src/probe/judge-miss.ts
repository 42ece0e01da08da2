import type { Answer, Exchange } from './answer.ts';
import type { Baseline } from './baseline.ts';
import { createStray, listSiblings } from './compile-plan.ts';
import { compareWithoutKey } from './differential.ts';
import { getFingerprint, getMessageTemplate } from './fingerprint.ts';
import { conclude, type Outcome } from './outcome.ts';
import type { FilledPath } from './record-ids.ts';
import { getAsked, type Run } from './run.ts';

/**
 * A keyed GET that was answered 404: is it the path that does not exist, or the record? The same answer from random paths
 * means the path, unless the platform words both alike; then the keyless comparison decides, or nothing does.
 */

function print(run: Run, path: string, exchange: Exchange): string {
  if (exchange.kind === 'failure') return `failure ${exchange.reason}`;
  return getFingerprint(exchange, getAsked(run, { method: 'GET', path }));
}

/** Words like `Cannot GET /v1/…` come from the router: no handler repeats method and path of a record it misses. */
function isRouterMiss(run: Run, path: string, answer: Answer): boolean {
  const template = getMessageTemplate(answer, getAsked(run, { method: 'GET', path }));
  return template.includes('{path}') && template.includes('{method}');
}

async function askSiblings(run: Run, paths: readonly string[]): Promise<readonly string[]> {
  const prints: string[] = [];
  for (const path of paths) prints.push(print(run, path, await run.read(path)));
  return prints;
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
  const ask = (asked: string) => ({ kind: 'keyless', method: 'GET', path: asked }) as const;
  const descendant = `${path}/${createStray(run.createWord)}`;
  const { row } = await compareWithoutKey(run, baseline, { target: path, siblings, descendant, ask });
  if (row.stops === 'run') return conclude('unverified', 'answers-without-key', answer.status);
  if (row.verdict === 'exists') return conclude('exists', 'no-record', answer.status);
  if (row.verdict === 'absent') return conclude('absent', row.reason, answer.status);
  if (row.id === '33') return conclude('unverified', 'flapping', answer.status);
  if (ids === 'none' || isRouterMiss(run, path, answer)) return conclude('absent', 'unknown-route', answer.status);
  return conclude('unverified', 'indistinguishable', answer.status);
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
  const siblings = listSiblings(path, template, run.catalog.versionPrefix, run.createWord);
  if (siblings.length === 0) return conclude('unverified', 'no-control', status);
  const own = print(run, path, answer);
  const prints = await askSiblings(run, siblings);
  const again = await run.session.exchange({ kind: 'keyed', method: 'GET', path });
  if (again.kind === 'failure') return conclude('unverified', again.reason, again.status);
  if (print(run, path, again) !== own) return conclude('unverified', 'flapping', status);
  const alike = prints.filter((other) => other === own).length;
  if (alike === prints.length) return judgeAlike(run, baseline, filled, siblings, answer);
  if (alike > 0) return conclude('unverified', 'parameter-route', status);
  const areMisses = prints.every((other) => other.startsWith('404 |') && other === prints[0]);
  return areMisses ? conclude('exists', 'no-record', status) : conclude('unverified', 'unusable-control', status);
}
