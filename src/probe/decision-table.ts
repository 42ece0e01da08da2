import type { Verdict } from '../model/probe-result.ts';
import {
  BEFORE_ROUTING,
  BODY_JUDGED,
  hasMissBelow,
  isAmongN,
  isClass,
  isDisturbed,
  isGateway,
  isGuarded,
  isIn,
  isMiss,
  isN,
  isRefusal,
  isSame,
  isShield,
  isT,
  isTargetD,
  isTargetN,
  type Observation,
  someN,
} from './observation.ts';

/**
 * What keyless answers prove about an operation, as data (research: probe, 2.4). N is the answer to random paths beside
 * the target, D to a path below it, G to a GET of N, P to a keyless GET of a list that exists, T to the target itself. Two answers are
 * the same when their prints are. A combination that no row names proves nothing.
 */

/** When a row can be asked: before the first keyless write, before the target, or with everything. */
export type Phase = 'before' | 'controls' | 'target';

export interface Row {
  readonly id: string;
  readonly phase: Phase;
  readonly when: (seen: Observation) => boolean;
  readonly verdict: Extract<Verdict, 'exists' | 'absent' | 'unverified'>;
  readonly reason: string;
  /** `run`: authentication is off, everything ends. `writes`: no further keyless write is sent. */
  readonly stops?: 'run' | 'writes';
}

const BEFORE: readonly Row[] = [
  { id: '0a', phase: 'before', when: (s) => !s.hasPositive, verdict: 'unverified', reason: 'no-positive-control' },
  {
    id: '0b',
    phase: 'before',
    when: (s) => isClass(s.keyless.status, 2),
    verdict: 'unverified',
    reason: 'auth-off',
    stops: 'run',
  },
  {
    id: '0c',
    phase: 'before',
    when: (s) => !isGuarded(s) && !isIn(s.keyless.status, [404]),
    verdict: 'unverified',
    reason: 'no-keyless-control',
  },
];

const CONTROLS: readonly Row[] = [
  {
    id: '31',
    phase: 'controls',
    when: (s) => someN(s, ({ status }) => isClass(status, 2)),
    verdict: 'unverified',
    reason: 'auth-off',
    stops: 'run',
  },
  {
    id: '28',
    phase: 'controls',
    when: (s) => someN(s, ({ status }) => status === 405 || status === 501),
    verdict: 'unverified',
    reason: 'method-refused-everywhere',
  },
  {
    id: '32',
    phase: 'controls',
    when: (s) => someN(s, ({ status }) => status === 429),
    verdict: 'unverified',
    reason: 'rate-limited',
  },
  { id: '32', phase: 'controls', when: (s) => someN(s, isDisturbed), verdict: 'unverified', reason: 'server-error' },
  {
    id: '29',
    phase: 'controls',
    when: (s) => s.siblings.some(({ status }) => isIn(status, BEFORE_ROUTING)),
    verdict: 'unverified',
    reason: 'judged-before-routing',
  },
  {
    id: '30',
    phase: 'controls',
    when: (s) => s.siblings.some(({ status }) => isClass(status, 3)),
    verdict: 'unverified',
    reason: 'redirect',
  },
  {
    id: '22',
    phase: 'controls',
    when: (s) => isN(s, 403) && !isSame(s.siblings[0] ?? s.target, s.getMiss),
    verdict: 'unverified',
    reason: 'method-filtered',
  },
  {
    id: '27',
    phase: 'controls',
    when: (s) => isN(s, 401) && !isSame(s.siblings[0] ?? s.target, s.getMiss),
    verdict: 'unverified',
    reason: 'shielded',
  },
  {
    id: 'controls',
    phase: 'controls',
    when: (s) => s.siblings.some(({ status }) => !isIn(status, [401, 403, 404, 410])),
    verdict: 'unverified',
    reason: 'unusable-control',
  },
];

const ANY: readonly Row[] = [
  // Before flapping: what was done is done, whichever answer it was.
  {
    id: '14',
    phase: 'target',
    when: (s) => isClass(s.target.status, 2),
    verdict: 'exists',
    reason: 'auth-off',
    stops: 'run',
  },
  { id: '33', phase: 'target', when: (s) => s.isFlapping, verdict: 'unverified', reason: 'flapping' },
  {
    id: '4',
    phase: 'target',
    when: (s) => isAmongN(s) && isRefusal(s.target),
    verdict: 'unverified',
    reason: 'shielded',
  },
  { id: '4', phase: 'target', when: isAmongN, verdict: 'unverified', reason: 'parameter-route' },
  {
    id: '3',
    phase: 'target',
    when: (s) => isMiss(s) && isRefusal(s.target) && isTargetD(s),
    verdict: 'unverified',
    reason: 'shielded',
  },
];

/** N is 404, or 410 (row 16). */
const MISSES: readonly Row[] = [
  {
    id: '1',
    phase: 'target',
    when: (s) => isMiss(s) && isRefusal(s.target) && isSame(s.target, s.keyless) && hasMissBelow(s),
    verdict: 'exists',
    reason: 'asks-for-the-key',
  },
  {
    id: '2',
    phase: 'target',
    when: (s) => isMiss(s) && isRefusal(s.target) && hasMissBelow(s),
    verdict: 'exists',
    reason: 'asks-for-a-key',
  },
  {
    id: '5',
    phase: 'target',
    // Below a collection there may well be a route with an id, which asks for the key.
    when: (s) => isN(s, 404) && isTargetN(s) && (isTargetD(s) || isRefusal(s.descendant)) && isGuarded(s),
    verdict: 'absent',
    reason: 'unknown-route',
  },
  {
    id: '6',
    phase: 'target',
    when: (s) => isN(s, 404) && isTargetN(s) && s.keyless.status === 404,
    verdict: 'unverified',
    reason: 'hidden',
  },
  {
    id: '7',
    phase: 'target',
    when: (s) => isMiss(s) && isT(s, 404) && !isTargetN(s),
    verdict: 'unverified',
    reason: 'other-404',
  },
  {
    id: '16',
    phase: 'target',
    when: (s) => isN(s, 410) && isT(s, 410),
    verdict: 'unverified',
    reason: 'gone-everywhere',
  },
  {
    id: '8',
    phase: 'target',
    when: (s) => isMiss(s) && isT(s, 405),
    verdict: 'absent',
    reason: 'method-not-allowed',
  },
  { id: '9', phase: 'target', when: (s) => isMiss(s) && isT(s, 410), verdict: 'absent', reason: 'gone' },
  {
    id: '10',
    phase: 'target',
    when: (s) => isMiss(s) && isT(s, ...BODY_JUDGED),
    verdict: 'exists',
    reason: 'judged-before-auth',
    stops: 'writes',
  },
  {
    id: '11',
    phase: 'target',
    when: (s) => isMiss(s) && isClass(s.target.status, 3) && isSame(s.target, s.keyless) && hasMissBelow(s),
    verdict: 'exists',
    reason: 'asks-to-log-in',
  },
  {
    id: '12',
    phase: 'target',
    when: (s) => isMiss(s) && isClass(s.target.status, 3),
    verdict: 'unverified',
    reason: 'redirect',
  },
  { id: '13', phase: 'target', when: (s) => isMiss(s) && isT(s, 501), verdict: 'absent', reason: 'not-implemented' },
  {
    id: '15',
    phase: 'target',
    when: (s) => isMiss(s) && isT(s, 429),
    verdict: 'unverified',
    reason: 'rate-limited',
  },
  {
    id: '15',
    phase: 'target',
    when: (s) => isMiss(s) && isDisturbed(s.target),
    verdict: 'unverified',
    reason: 'server-error',
  },
];

const REFUSALS: readonly Row[] = [
  {
    id: '17',
    phase: 'target',
    when: (s) => isGateway(s) && isTargetN(s) && isTargetD(s),
    verdict: 'absent',
    reason: 'unknown-route',
  },
  {
    id: '18',
    phase: 'target',
    when: (s) => isGateway(s) && isRefusal(s.target) && isSame(s.target, s.keyless) && !isTargetD(s),
    verdict: 'exists',
    reason: 'asks-for-the-key',
  },
  {
    id: '19',
    phase: 'target',
    when: (s) => isGateway(s) && isT(s, 401) && !isTargetD(s),
    verdict: 'exists',
    reason: 'asks-for-a-key',
  },
  {
    id: '20',
    phase: 'target',
    when: (s) => isGateway(s) && isT(s, 405, 410),
    verdict: 'absent',
    reason: 'method-not-allowed',
  },
  { id: '21', phase: 'target', when: isGateway, verdict: 'unverified', reason: 'gateway' },
  { id: '23', phase: 'target', when: (s) => isShield(s) && isT(s, 401), verdict: 'unverified', reason: 'shielded' },
  {
    id: '24',
    phase: 'target',
    when: (s) => isShield(s) && isT(s, 405, 410),
    verdict: 'absent',
    reason: 'method-not-allowed',
  },
  { id: '26', phase: 'target', when: isShield, verdict: 'unverified', reason: 'shielded' },
];

export const DECISION_TABLE: readonly Row[] = [...BEFORE, ...CONTROLS, ...ANY, ...MISSES, ...REFUSALS];

const NOTHING: Row = { id: 'else', phase: 'target', when: () => true, verdict: 'unverified', reason: 'inconclusive' };

/** The first row of the phase that holds; null before the target was asked means: go on. */
export function findRow(phase: Phase, seen: Observation): Row | null {
  const row = DECISION_TABLE.find((candidate) => candidate.phase === phase && candidate.when(seen));
  return row ?? (phase === 'target' ? NOTHING : null);
}
