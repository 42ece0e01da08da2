import type { SyntaxNode } from '../syntax/tree.ts';
import type { Module } from './modules/module.ts';
import { ShortAnswers } from './short-answers.ts';
import { makeUnknown } from './texts/texts.ts';
import type { Memo } from './unsettled.ts';
import type { UnknownValue } from './values/values.ts';

/** Expressions nested or chained deeper than this are not followed; hitting it is a reported reason. */
export const MAX_DEPTH = 100;

/** An answer that MAX_DEPTH cut off is worked out again only when asked for from at least this many levels higher. */
const MARGIN = 25;

/** Every other RangeError is a mistake of ours, and no answer. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack size exceeded');
}

/** The answers that MAX_DEPTH cut off, or for which steps ran out: a question from further up, or with more steps, may get to know the rest. */
export class CutOff {
  readonly #depths = new Map<SyntaxNode, WeakMap<Memo, number>>();
  readonly #short = new ShortAnswers();
  /** How often something was too deep. */
  count = 0;

  make(node: SyntaxNode, module: Module): UnknownValue {
    this.count += 1;
    return makeUnknown(node, module, `it is more than ${MAX_DEPTH} steps away`);
  }

  /** Was the node answered far further down than it is asked for now, or with far fewer steps, and not in full? */
  isPartial(node: SyntaxNode, memo: Memo, depth: number, stepsLeft: number): boolean {
    if (this.#short.isShort(node, memo, stepsLeft)) return true;
    const known = this.#depths.get(node)?.get(memo);
    if (known === undefined) return false;
    if (known - depth >= MARGIN) return true;
    this.count += 1; // what is made of it is not the whole answer, either
    return false;
  }

  /** `count`: how often something was too deep before the question; `had`: its steps, null where they were enough. */
  note(node: SyntaxNode, memo: Memo, depth: number, count: number, had: number | null): void {
    this.#short.note(node, memo, had);
    if (this.count === count) {
      this.#depths.get(node)?.delete(memo);
      return;
    }
    const depths = this.#depths.get(node) ?? new WeakMap<Memo, number>();
    this.#depths.set(node, depths.set(memo, depth));
  }
}
