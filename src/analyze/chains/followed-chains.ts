import { append } from '../../model/append.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Chain } from './chains.ts';
import type { Emitter } from './emitter.ts';

/** Chains by their calls, one call after the other. */
interface Branch {
  readonly next: Map<SyntaxNode, Branch>;
  isTaken: boolean;
}

/** The ways of one request that were followed further out, for what is asked of them when all are known. */
export class FollowedChains {
  #taken: Branch = { next: new Map(), isTaken: false };
  readonly #called: Chain[] = [];
  readonly #passed: { readonly chain: Chain; readonly ways: readonly Chain[] }[] = [];

  clear(): void {
    this.#taken = { next: new Map(), isTaken: false };
    this.#called.length = 0;
    this.#passed.length = 0;
  }

  /** Those that were not taken before: to one call two ways may lead that are known in different steps, and say the same from there on. */
  takeNew(chains: readonly Chain[]): readonly Chain[] {
    return chains.filter((chain) => {
      let branch = this.#taken;
      for (const { node } of chain) {
        const next = branch.next.get(node) ?? { next: new Map(), isTaken: false };
        branch.next.set(node, next);
        branch = next;
      }
      const isNew = !branch.isTaken;
      branch.isTaken = true;
      return isNew;
    });
  }

  note(chain: Chain): void {
    this.#called.push(chain);
  }

  /** Methods that ways lead through on which several calls were known to belong together. */
  notePassed(chain: Chain, longer: readonly Chain[]): void {
    const passed = new Map<SyntaxNode, Chain[]>();
    for (const way of longer) for (const { node } of way.slice(chain.length, -1)) append(passed, node, way);
    for (const [node, ways] of passed) {
      const [way = []] = ways;
      const end = way.findIndex((site) => site.node === node) + 1;
      this.#passed.push({ chain: way.slice(0, end), ways });
    }
  }

  get passed(): readonly { readonly chain: Chain; readonly ways: readonly Chain[] }[] {
    return this.#passed;
  }

  /** What a file exports and is only tried on a stub here: it has a base of its own for who imports it. */
  listTried(emitter: Emitter): readonly Chain[] {
    return this.#called.filter((chain) => {
      const outermost = chain.at(-1);
      return outermost !== undefined && outermost.module.exports.size > 0 && emitter.isOfOwnMachine(outermost.node);
    });
  }
}
