import { getStart } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import { getLocation } from '../modules/module.ts';

/** Of more places that were not followed for one reason, only the first are named. */
const MAX_LISTED = 5;

/** By reason: the places from where ways were not followed to the end. */
export class Cuts {
  readonly #places = new Map<string, Set<string>>();

  readonly note = ({ node, module }: CallSite, reason: string): void => {
    const { file, line } = getLocation(module, getStart(node));
    this.#places.set(reason, (this.#places.get(reason) ?? new Set()).add(`${file}:${line}`));
  };

  listNotices(): readonly string[] {
    return [...this.#places].flatMap(([reason, places]) => {
      const first = [...places].slice(0, MAX_LISTED);
      const rest = places.size - first.length;
      const shown = rest === 0 ? first : [`${first.join(', ')} and ${rest} more`];
      return shown.map((place) => `${place}: ${reason}; the rest was not followed`);
    });
  }
}
