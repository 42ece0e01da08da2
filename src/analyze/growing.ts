import type { CallSite } from './callers/project-index.ts';
import type { Evaluator } from './evaluator.ts';

/** The calls and the loaded files of a program are lists that grow while it is evaluated: each item is taken once, in its order. */

/** How much of one list was taken. */
export class Intake {
  #taken = 0;

  takeNew<Item>(items: readonly Item[], take: (item: Item) => void): void {
    while (this.#taken < items.length) {
      const item = items[this.#taken];
      // Counted first: to take it may evaluate something that asks for the same list.
      this.#taken += 1;
      if (item !== undefined) take(item);
    }
  }
}

/** Makes a function that says what was found in the list of its owner, up to its present end. */
export function gather<Owner extends object, Item, Found>(
  list: (owner: Owner) => readonly Item[],
  make: () => Found,
  take: (found: Found, item: Item, owner: Owner) => void,
): (owner: Owner) => Found {
  const known = new WeakMap<Owner, { readonly intake: Intake; readonly found: Found }>();
  return (owner) => {
    const { intake, found } = known.get(owner) ?? { intake: new Intake(), found: make() };
    known.set(owner, { intake, found });
    intake.takeNew(list(owner), (item) => take(found, item, owner));
    return found;
  };
}

/** The same of all calls of a program. */
export function gatherFromCalls<Found>(
  make: () => Found,
  take: (found: Found, site: CallSite, evaluator: Evaluator) => void,
): (evaluator: Evaluator) => Found {
  return gather(({ index }: Evaluator) => index.calls, make, take);
}
