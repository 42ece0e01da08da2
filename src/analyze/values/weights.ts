import type { Value } from './values.ts';

/** Below this a value is weighed each time: to know it again would cost more. */
const MANY = 4;

/** What it costs to make a value, in steps. What was weighed before is only passed on. */
export class Weights {
  readonly #weighed = new WeakSet<object>();

  /** Wide values are dear to make: many options, and most of all many long texts. What is passed on as it is costs nothing. */
  weigh(value: Value): number {
    const parts = value.type === 'text' ? value.atoms : value.type === 'union' ? value.raw : null;
    if (parts === null || (parts.length >= MANY && this.#weighed.has(parts))) return 0;
    if (parts.length >= MANY) this.#weighed.add(parts);
    if (value.type !== 'union') return parts.length;
    return value.raw.reduce((sum, option) => sum + 1 + this.weigh(option), 0);
  }
}
