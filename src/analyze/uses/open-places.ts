import type { Evaluator } from '../evaluator.ts';
import type { Reading } from '../importing/importers.ts';
import { type Flow, type Place, readMembers } from './places.ts';

/** An object that gives itself back holds the value as deep as one likes: of so many members and calls no program asks. */
const MAX_PATH = 24;
/** The places that one text is followed to. */
const MAX_PLACES = 20_000;

/** Places where the value is read that are still to be judged: each once, however many ways lead there. */
export class OpenPlaces {
  readonly #queue: Place[] = [];
  readonly #visited = new Set<string>();
  readonly #evaluator: Evaluator;
  /** The first that was too many: nobody looked at what is done with the value there. */
  beyond: Place | null = null;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  add(place: Place): void {
    // Most readings of a table or a namespace are of its other members: for those no key is made.
    if (readMembers(place) === null) return;
    const by = place.handed === null ? '' : this.#evaluator.identify(place.handed.call);
    // A hook sees what several calls send: an edit at one of those is not one at the others.
    const sent = place.isAnswer === true ? place.entered.at(-1) : '';
    const key = `${this.#evaluator.identify(place.node)} ${place.path.join('.')} ${place.isHandedOver} ${place.isUrl} ${sent} ${place.isAnswer} ${place.isEncoded === true} ${by}`;
    if (this.#visited.has(key) || place.path.length > MAX_PATH) return;
    if (this.#visited.size >= MAX_PLACES) {
      this.beyond ??= place;
      return;
    }
    this.#visited.add(key);
    this.#queue.push(place);
  }

  addReadings(readings: readonly Reading[], path: readonly string[], from: Flow): void {
    for (const { node, module, path: way } of readings) this.add({ ...from, node, module, path: [...way, ...path] });
  }

  /** The next place; undefined when all were taken. */
  take(): Place | undefined {
    return this.#queue.pop();
  }
}
