import type { Region } from '../model/location.ts';
import type { Edit } from '../model/plan.ts';
import type { Positions } from './findings.ts';

type Change = Pick<Edit, 'file' | 'start' | 'end' | 'text'>;

/**
 * The lines of findings as they will be when the edits are made: what the next run takes their ids from. A comment that
 * names an id has to name that one.
 */
export class LinesAfter {
  readonly #positions: Positions;
  readonly #edits: readonly Change[];

  constructor(positions: Positions, edits: readonly Change[]) {
    this.#positions = positions;
    this.#edits = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  }

  getLines(region: Region): string {
    const { start, end } = this.#positions.getLineRange(region);
    let lines = this.#positions.getLines(region);
    for (const edit of this.#edits) {
      if (edit.file !== region.file || edit.start < start || edit.end > end) continue;
      lines = lines.slice(0, edit.start - start) + edit.text + lines.slice(edit.end - start);
    }
    return lines;
  }
}
