/** Reading unified diffs. Line numbers are those of the old text, where findings stand. */

export interface Hunk {
  readonly start: number;
  /** The last line of the old text that the hunk covers. */
  readonly end: number;
  /** With the mark before each line; the head (`@@ … @@`) first. */
  readonly lines: readonly string[];
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/;

export function parseHunks(diff: string): readonly Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = [];
  for (const line of diff.split('\n')) {
    const head = HEAD.exec(line);
    if (head !== null) {
      const start = Number(head[1]);
      hunks.push({ start, end: start + Number(head[2] ?? 1) - 1, lines: [line] });
      continue;
    }
    // An empty line can only be the end of the diff: a source line has at least its mark.
    if (line !== '') hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}
