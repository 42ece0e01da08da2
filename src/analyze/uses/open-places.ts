import type { Evaluator } from '../evaluator.ts';
import type { Reading } from './importers.ts';
import type { Flow, Place } from './places.ts';

/** Places where the value is read that are still to be judged: each once, however many ways lead there. */
export class OpenPlaces {
  readonly #queue: Place[] = [];
  readonly #visited = new Set<string>();
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  add(place: Place): void {
    const by = place.handed === null ? '' : this.#evaluator.identify(place.handed.call);
    const key = `${this.#evaluator.identify(place.node)} ${place.path.join('.')} ${place.isHandedOver} ${place.isUrl} ${place.isAnswer} ${by}`;
    if (this.#visited.has(key)) return;
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
