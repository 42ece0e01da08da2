/** What was seen of one operation without a key, and the questions that the decision table asks of it. */

import { isSamePrint, type Print } from './fingerprint.ts';

/** One answer: `status` null when there was none. */
export interface Seen {
  readonly status: number | null;
  readonly print: Print;
}

/** Stands for an answer that was not asked for, or did not come. */
export function createUnseen(why: string): Seen {
  return { status: null, print: { exact: why, loose: why } };
}

export interface Observation {
  /** K: the list with the key answered 2xx JSON. */
  readonly hasPositive: boolean;
  readonly keyless: Seen;
  /** At least one; in the order of the replaced segments. */
  readonly siblings: readonly Seen[];
  readonly descendant: Seen;
  /** Asked only where N is 401 or 403. */
  readonly getMiss: Seen | null;
  readonly target: Seen;
  readonly isFlapping: boolean;
}

const UNSTABLE: readonly number[] = [408, 425, 429];
export const BEFORE_ROUTING: readonly number[] = [400, 411, 415, 422];
export const BODY_JUDGED: readonly number[] = [400, 411, 413, 415, 422];

export function isIn(status: number | null, statuses: readonly number[]): boolean {
  return status !== null && statuses.includes(status);
}

export function isClass(status: number | null, hundreds: number): boolean {
  return status !== null && Math.floor(status / 100) === hundreds;
}

export function isDisturbed({ status }: Seen): boolean {
  return status === null || status >= 500 || isIn(status, UNSTABLE);
}

export function isSame(a: Seen, b: Seen | null): boolean {
  return b !== null && a.status !== null && isSamePrint(a.print, b.print);
}

/** All controls beside the target are alike, with this status. */
export function isN(seen: Observation, ...statuses: readonly number[]): boolean {
  const first = seen.siblings[0];
  if (first === undefined || !isIn(first.status, statuses)) return false;
  return seen.siblings.every((sibling) => isSame(sibling, first));
}

export function isMiss(seen: Observation): boolean {
  return isN(seen, 404, 410);
}

export function isRefusal({ status }: Seen): boolean {
  return status === 401 || status === 403;
}

export function someN(seen: Observation, test: (sibling: Seen) => boolean): boolean {
  return seen.siblings.some(test) || test(seen.descendant);
}

/** Below the target is a path that does not exist either, so no prefix explains what the target answers. */
export function hasMissBelow(seen: Observation): boolean {
  const first = seen.siblings[0];
  return first !== undefined && isSame(seen.descendant, first);
}

export function isGuarded({ keyless }: Observation): boolean {
  return isRefusal(keyless) || isClass(keyless.status, 3);
}

/** An API gateway that answers 403 to every unknown route, whatever the method, and otherwise to a missing key. */
export function isGateway(seen: Observation): boolean {
  const first = seen.siblings[0];
  if (first === undefined || !isN(seen, 403)) return false;
  return isSame(first, seen.getMiss) && !isSame(first, seen.keyless);
}

export function isShield(seen: Observation): boolean {
  const first = seen.siblings[0];
  return first !== undefined && isN(seen, 401) && isSame(first, seen.getMiss);
}

export function isT(seen: Observation, ...statuses: readonly number[]): boolean {
  return isIn(seen.target.status, statuses);
}

export function isTargetN(seen: Observation): boolean {
  return seen.siblings.every((sibling) => isSame(seen.target, sibling));
}

export function isTargetD(seen: Observation): boolean {
  return isSame(seen.target, seen.descendant);
}

/** Some controls answer as the target does and some do not: a prefix or a parameter answers for it. */
export function isAmongN(seen: Observation): boolean {
  return !isTargetN(seen) && seen.siblings.some((sibling) => isSame(seen.target, sibling));
}
