import type { ReportedFinding } from '../model/report.ts';
import { parseHunks } from './hunks.ts';

/** The lines of a diff that settle one finding, with a line of context around each run. */

export interface ChangeLine {
  readonly kind: 'context' | 'removed' | 'added';
  /** Number in the old text, or for an added line in the new. */
  readonly number: number;
  readonly text: string;
}

/** Lines that were replaced together: as many new as old ones pair up, one by one. */
interface Block {
  readonly removed: readonly ChangeLine[];
  readonly added: readonly ChangeLine[];
  readonly before: ChangeLine | null;
  readonly after: ChangeLine | null;
}

/** The diff of one file, taken apart once for all its findings. */
export interface FileDiff {
  /** By the number of each old line in it, and of the line before it when it only adds. */
  readonly blocks: ReadonlyMap<number, Block>;
}

/** A block of this size that does not pair up is shown in part. */
const MAX_LINES = 40;
const KINDS = { ' ': 'context', '-': 'removed', '+': 'added' } as const;

function readLines(hunk: ReturnType<typeof parseHunks>[number]): readonly ChangeLine[] {
  const [head = '', ...marked] = hunk.lines;
  let oldNumber = hunk.start;
  let newNumber = Number(/\+(\d+)/.exec(head)?.[1] ?? 1);
  return marked.flatMap((line): ChangeLine[] => {
    const kind = KINDS[line.charAt(0) as ' ' | '-' | '+']; // another mark (`\ No newline`) is undefined
    if (kind === undefined) return [];
    const number = kind === 'added' ? newNumber : oldNumber;
    if (kind !== 'added') oldNumber += 1;
    if (kind !== 'removed') newNumber += 1;
    return [{ kind, number, text: line.slice(1).replace(/\r$/, '') }];
  });
}

function listBlocks(lines: readonly ChangeLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const start = at;
    while (at < lines.length && lines[at]?.kind !== 'context') at += 1;
    if (at > start) {
      const changed = lines.slice(start, at);
      blocks.push({
        removed: changed.filter(({ kind }) => kind === 'removed'),
        added: changed.filter(({ kind }) => kind === 'added'),
        before: lines[start - 1] ?? null,
        after: lines[at] ?? null,
      });
    }
    at += 1;
  }
  return blocks;
}

export function readFileDiff(diff: string): FileDiff {
  const blocks = new Map<number, Block>();
  for (const block of parseHunks(diff).flatMap((hunk) => listBlocks(readLines(hunk)))) {
    for (const { number } of block.removed) blocks.set(number, block);
    if (block.removed.length === 0) blocks.set(block.before?.number ?? (block.after?.number ?? 1) - 1, block);
  }
  return { blocks };
}

function listTouched(finding: ReportedFinding): readonly number[] {
  const edits = finding.edits?.filter(({ file }) => file === finding.file) ?? [];
  const lines = edits.flatMap(({ line, endLine }) =>
    Array.from({ length: endLine - line + 1 }, (_, index) => line + index),
  );
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** Of lines that pair up only the touched ones; a neighbour that changes too is no context. */
function showPairs({ removed, added, before, after }: Block, touched: ReadonlySet<number>): readonly ChangeLine[] {
  const pairs = removed.flatMap((line, index) => {
    const other = added[index];
    return touched.has(line.number) && other !== undefined ? [line, other] : [];
  });
  const first = removed[0]?.number ?? 0;
  const last = removed.at(-1)?.number ?? 0;
  return [
    ...(before !== null && touched.has(first) ? [before] : []),
    ...pairs,
    ...(after !== null && touched.has(last) ? [after] : []),
  ];
}

function showBlock(block: Block, touched: ReadonlySet<number>): readonly ChangeLine[] {
  const { removed, added, before, after } = block;
  if (removed.length === added.length) return showPairs(block, touched);
  const changed = [...removed, ...added].slice(0, MAX_LINES);
  return [...(before === null ? [] : [before]), ...changed, ...(after === null ? [] : [after])];
}

/** Empty when nothing of the diff belongs to the finding. */
export function listChangeLines(finding: ReportedFinding, { blocks }: FileDiff): readonly ChangeLine[] {
  const touched = listTouched(finding);
  const own = new Set(touched.flatMap((line) => blocks.get(line) ?? []));
  const lines = [...own].flatMap((block) => showBlock(block, new Set(touched)));
  const seen = new Set<string>();
  return lines.filter(({ kind, number }) => {
    const key = `${kind} ${number}`;
    return !seen.has(key) && seen.add(key);
  });
}
