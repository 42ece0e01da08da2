import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { TextValue } from '../values/values.ts';
import type { Chain } from './chains.ts';
import { isOnlyBaseOpen, listPathLiterals } from './open-params.ts';

interface LeftAlternative {
  readonly chain: Chain;
  readonly isLeft: (text: TextValue) => boolean;
}

/**
 * `list(id) { return fetch(this.base + (id ? `/calls/${id}` : '/calls')); }`, and nobody gives an id: its callers are asked for the
 * base alone, and what none of them chooses is sent as well, by whoever has the method.
 */
export class Alternatives {
  readonly #words: ReadonlySet<string>;
  /** By chain, of all contexts in which it was looked at. */
  readonly #noted = new Map<Chain, Set<number>>();

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  clear(): void {
    this.#noted.clear();
  }

  /** The callers of the outermost method are asked: what can it send, as far as it says so itself? */
  note(chain: Chain, sent: readonly SentRequest[], sink: CallSite): void {
    if (!isOnlyBaseOpen(sent, sink, this.#words)) return;
    const noted = this.#noted.get(chain) ?? new Set<number>();
    this.#noted.set(chain, noted);
    for (const literal of listPathLiterals(sent, sink, this.#words)) noted.add(literal);
  }

  /** Those of which none of the ways that were followed sends a text. */
  listLeft(sent: ReadonlySet<number>): readonly LeftAlternative[] {
    return [...this.#noted].flatMap(([chain, literals]) => {
      const left = new Set([...literals].filter((literal) => !sent.has(literal)));
      const isLeft = ({ atoms }: TextValue): boolean =>
        atoms.some((atom) => atom.kind === 'text' && atom.origin !== null && left.has(atom.origin.literal));
      return left.size === 0 ? [] : [{ chain, isLeft }];
    });
  }
}
