import type { FunctionNode } from '../../syntax/nodes.ts';
import type { Env, Value } from '../values/values.ts';

/** What functions give back whatever they are called with, worked out once per function and context. */
export class Summaries {
  readonly #known = new WeakMap<FunctionNode, Map<Env, Map<string, Value | null>>>();
  readonly #isCutShort: () => boolean;

  /** `isCutShort`: was the last answer one for want of steps? Then it is not kept. */
  constructor(isCutShort: () => boolean) {
    this.#isCutShort = isCutShort;
  }

  /** The summary of a function in a context; null where its arguments matter, or while it is being worked out. */
  find(fn: FunctionNode, env: Env, self: string, compute: () => Value | null): Value | null {
    const byEnv = this.#known.get(fn) ?? new Map<Env, Map<string, Value | null>>();
    this.#known.set(fn, byEnv);
    const bySelf = byEnv.get(env) ?? new Map<string, Value | null>();
    byEnv.set(env, bySelf);
    const known = bySelf.get(self);
    if (known !== undefined) return known;
    bySelf.set(self, null);
    const value = compute();
    if (this.#isCutShort()) bySelf.delete(self);
    else bySelf.set(self, value);
    return value;
  }
}
