import type { SyntaxNode } from '../syntax/tree.ts';
import type { Value } from './values/values.ts';

export type Memo = Map<SyntaxNode, Value>;

/** What was answered before all callers were known, and depends on who they are. */
export class Unsettled {
  readonly #memos = new Map<SyntaxNode, Set<Memo>>();
  #isSettled = false;

  add(node: SyntaxNode, memo: Memo): void {
    if (!this.#isSettled) this.#memos.set(node, (this.#memos.get(node) ?? new Set()).add(memo));
  }

  has(node: SyntaxNode, memo: Memo): boolean {
    return !this.#isSettled && this.#memos.get(node)?.has(memo) === true;
  }

  /** More callers are known: those answers are forgotten. */
  forget(): void {
    for (const [node, memos] of this.#memos) for (const memo of memos) memo.delete(node);
    this.#memos.clear();
  }

  /** All callers are known from now on. */
  settle(): void {
    this.forget();
    this.#isSettled = true;
  }
}
