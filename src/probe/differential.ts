import type { Baseline } from './baseline.ts';
import { findRow, type Row } from './decision-table.ts';
import type { ProbeRequest } from './interlock.ts';
import { createUnseen, isRefusal, type Observation, type Seen } from './observation.ts';
import { look, lookRecent, type Run } from './run.ts';

/** The paths of one keyless comparison, and how each is asked. */
interface Comparison {
  readonly target: string;
  readonly siblings: readonly string[];
  readonly descendant: string;
  readonly ask: (path: string) => ProbeRequest;
}

export interface Finding {
  readonly row: Row;
  readonly status: number | null;
}

const NOT_ASKED = createUnseen('not asked');

function isSuccess({ status }: Seen): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Asks one after the other and ends at the first 2xx: what was done once must not be done again. */
async function lookAll(
  run: Run,
  paths: readonly string[],
  ask: Comparison['ask'],
  lookOnce = look,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (const path of paths) {
    const answer = await lookOnce(run, ask(path));
    seen.push(answer);
    if (isSuccess(answer)) break;
  }
  return seen;
}

/** Each answer the same as when it was first asked for. */
function isAlike(a: readonly Seen[], b: readonly Seen[]): boolean {
  return a.length === b.length && a.every(({ print }, index) => print.exact === b[index]?.print.exact);
}

/** G: does a GET of the random path get the same answer? Asked only where the answer itself was a refusal. */
async function lookAtGet(run: Run, { siblings }: Comparison, seen: readonly Seen[]): Promise<Seen | null> {
  const path = siblings[0];
  if (path === undefined || !seen.some(isRefusal) || seen.some(isSuccess)) return null;
  return lookRecent(run, { kind: 'keyless', method: 'GET', path });
}

function decide(seen: Observation): Finding {
  const row = findRow('target', seen);
  if (row === null) throw new Error('the decision table has an answer for every target');
  return { row, status: seen.target.status };
}

/**
 * Controls, target, target, controls backwards (ABBA), each answer compared by its print; the decision table says what
 * they prove. The target is not asked when the controls are of no use.
 */
export async function compareWithoutKey(run: Run, baseline: Baseline, comparison: Comparison): Promise<Finding> {
  const { target, siblings, descendant, ask } = comparison;
  const unasked: Observation = {
    hasPositive: baseline.hasPositive,
    keyless: baseline.keyless,
    siblings: [],
    descendant: NOT_ASKED,
    getMiss: null,
    target: NOT_ASKED,
    isFlapping: false,
  };
  const before = findRow('before', unasked);
  if (before !== null) return { row: before, status: null };

  const paths = [...siblings, descendant];
  const controls = await lookAll(run, paths, ask, lookRecent);
  const controlled: Observation = {
    ...unasked,
    siblings: controls.slice(0, siblings.length),
    descendant: controls[siblings.length] ?? controls.at(-1) ?? NOT_ASKED,
    getMiss: await lookAtGet(run, comparison, controls),
  };
  const early = findRow('controls', controlled);
  if (early !== null) return { row: early, status: null };

  const targets = await lookAll(run, [target, target], ask);
  const [first = NOT_ASKED, second] = targets;
  const success = targets.find(isSuccess);
  if (success !== undefined) return decide({ ...controlled, target: success });

  const again = await lookAll(run, [...paths].reverse(), ask);
  const late = again.find(isSuccess);
  const lateRow = late === undefined ? null : findRow('controls', { ...controlled, descendant: late });
  if (lateRow !== null) return { row: lateRow, status: null };
  const isFlapping = first.print.exact !== second?.print.exact || !isAlike(controls, [...again].reverse());
  return decide({ ...controlled, target: first, isFlapping });
}
