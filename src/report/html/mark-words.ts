/** Where two lines differ, as one range of each: edits of paths are one insertion, and a reader looks for that. */
interface Difference {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

export function findDifference(before: string, after: string): Difference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  let oldEnd = before.length - tail;
  let newEnd = after.length - tail;
  // `/calls` → `/v1/calls` can be read as `v1/` put in behind the slash; people read `/v1` put in before it.
  while (start > 0 && oldEnd === start && after[start] !== '/' && after[start - 1] === after[newEnd - 1]) {
    start -= 1;
    oldEnd -= 1;
    newEnd -= 1;
  }
  return { start, oldEnd, newEnd };
}
