import type { Env, Frame, MadeBy } from '../values/values.ts';

/** `function builder() { return new Builder(); }`: one `new` makes an object for each call around it. */

/** Calls further out tell no objects apart. */
const MAX_CALLS = 12;

/** The call in which the one that `frame` stands for is made. */
function findOuter(frame: Frame): Frame | null {
  const env: Env = frame.from ?? frame.calledIn ?? null;
  return env?.frame ?? null;
}

/** Can both be one object? So they can as long as what is known of the calls that led to them is the same. */
export function mayBeSame(one: MadeBy, other: MadeBy): boolean {
  if (one.call === null || other.call === null) return true;
  if (one.call !== other.call) return false;
  let [left, right] = [one.env?.frame ?? null, other.env?.frame ?? null];
  for (let count = 0; left !== null && right !== null && count < MAX_CALLS; count += 1) {
    // Of a function within a function the one is known by its own call, and the other by that of the outer one.
    if (left.fn !== right.fn || left.call === null || right.call === null) return true;
    if (left.call.node !== right.call.node) return false;
    [left, right] = [findOuter(left), findOuter(right)];
  }
  return true;
}
