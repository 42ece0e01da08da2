import { getStart } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation } from '../modules/module.ts';

/** Of more places that were not followed for one reason, only the first are named. */
const MAX_LISTED = 5;

const SPENT = 'this file takes too many steps to follow; only what is written where it is sent was found';

const EXHAUSTED =
  'The code takes too many steps to follow in full: some requests may be missing. Give fewer paths at a time.';

/** By reason: the places from where ways were not followed to the end. */
export class Cuts {
  readonly #places = new Map<string, Set<string>>();

  readonly note = ({ node, module }: CallSite, reason: string): void => {
    const { file, line } = getLocation(module, getStart(node));
    this.#places.set(reason, (this.#places.get(reason) ?? new Set()).add(`${file}:${line}`));
  };

  listNotices({ fileSteps, isExhausted }: Evaluator): readonly string[] {
    const files = fileSteps.listSpent().map(({ path }) => `${path}: ${SPENT}`);
    return [...files, ...this.#listPlaces(), ...(isExhausted ? [EXHAUSTED] : [])];
  }

  #listPlaces(): readonly string[] {
    return [...this.#places].flatMap(([reason, places]) => {
      const first = [...places].slice(0, MAX_LISTED);
      const rest = places.size - first.length;
      const shown = rest === 0 ? first : [`${first.join(', ')} and ${rest} more`];
      return shown.map((place) => `${place}: ${reason}; the rest was not followed`);
    });
  }
}
