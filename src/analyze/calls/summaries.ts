import type { FunctionNode } from '../../syntax/nodes.ts';
import type { Env, Value } from '../values/values.ts';

/** What is asked while a summary is worked out. */
interface Asking {
  /** Is the answer one for want of steps? Then it is not kept. */
  readonly isCutShort: boolean;
  /** Tells, when it grows, that the answer depends on who calls what. */
  readonly questionsOfAnyCaller: number;
  noteQuestionOfAnyCaller(): void;
}

type Known = Map<string, Value | null>;

/** What functions give back whatever they are called with, worked out once per function and context. */
export class Summaries {
  readonly #known = new WeakMap<FunctionNode, Map<Env, Known>>();
  /** Those that were worked out before all callers were known, and depend on who they are. */
  readonly #unsettled = new Map<Known, Set<string>>();
  #isSettled = false;
  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** The summary of a function in a context; null where its arguments matter, or while it is being worked out. */
  find(fn: FunctionNode, env: Env, self: string, compute: () => Value | null): Value | null {
    const byEnv = this.#known.get(fn) ?? new Map<Env, Known>();
    this.#known.set(fn, byEnv);
    const bySelf: Known = byEnv.get(env) ?? new Map();
    byEnv.set(env, bySelf);
    const known = bySelf.get(self);
    if (known !== undefined) {
      if (this.#unsettled.get(bySelf)?.has(self) === true) this.#asking.noteQuestionOfAnyCaller();
      return known;
    }
    bySelf.set(self, null);
    const questions = this.#asking.questionsOfAnyCaller;
    const value = compute();
    if (this.#asking.isCutShort) bySelf.delete(self);
    else bySelf.set(self, value);
    if (!this.#isSettled && this.#asking.questionsOfAnyCaller > questions)
      this.#unsettled.set(bySelf, (this.#unsettled.get(bySelf) ?? new Set()).add(self));
    return value;
  }

  /** More callers are known. */
  forget(): void {
    for (const [bySelf, selves] of this.#unsettled) for (const self of selves) bySelf.delete(self);
    this.#unsettled.clear();
  }

  /** All callers are known from now on. */
  settle(): void {
    this.forget();
    this.#isSettled = true;
  }
}
