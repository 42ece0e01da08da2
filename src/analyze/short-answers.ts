import type { SyntaxNode } from '../syntax/tree.ts';
import type { Memo } from './unsettled.ts';

/** An answer for which steps ran out is worked out again only with at least this many times those that it had. */
const TIMES = 2;

/** The answers that steps ran out over: a question that has more of them left may get to know the rest. */
export class ShortAnswers {
  readonly #steps = new WeakMap<Memo, Map<SyntaxNode, number>>();

  /** Was the node answered with far fewer steps than are left now, and not in full? */
  isShort(node: SyntaxNode, memo: Memo, stepsLeft: number): boolean {
    const had = this.#steps.get(memo)?.get(node);
    return had !== undefined && stepsLeft >= had * TIMES;
  }

  /** `had`: the steps that there were for the node; null where they were enough. */
  note(node: SyntaxNode, memo: Memo, had: number | null): void {
    const own = this.#steps.get(memo);
    if (had === null) own?.delete(node);
    else this.#steps.set(memo, (own ?? new Map()).set(node, had));
  }
}
