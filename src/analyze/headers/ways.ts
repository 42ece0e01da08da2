import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Emission } from '../messages/emission.ts';
import { mergeChoices } from '../values/value-marks.ts';
import type { Choice } from '../values/values.ts';

/** On which ways the headers that a literal holds are sent: those of two branches never go together. */

interface Way {
  /** Null for what is handed to a request under way. */
  readonly emission: Emission | null;
  readonly choices: readonly Choice[];
}

/** Of a literal with more, any could be the one. */
const MAX_WAYS = 200;

export class Ways {
  readonly #ways = new Map<SyntaxNode, Way[]>();

  add(literal: SyntaxNode, emission: Emission | null, choices: readonly Choice[]): void {
    const own = this.#ways.get(literal) ?? [];
    this.#ways.set(literal, own);
    if (own.length < MAX_WAYS) own.push({ emission, choices });
  }

  /** Can what the two hold be sent at once? What no literal holds goes with everything. */
  canMeet(one: SyntaxNode | null, other: SyntaxNode | null): boolean {
    const [first, second] = [one, other].map((node) => (node === null ? undefined : this.#ways.get(node)));
    if (first === undefined || second === undefined) return true;
    if (first.length === MAX_WAYS || second.length === MAX_WAYS) return true;
    return first.some((way) =>
      second.some(
        ({ emission, choices }) =>
          (way.emission === null || emission === null || way.emission === emission) &&
          mergeChoices(way.choices, choices) !== null,
      ),
    );
  }
}
