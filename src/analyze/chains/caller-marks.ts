import { listRefs } from '../values/provenance.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { TextValue, Value } from '../values/values.ts';

/**
 * Where a parameter takes the values of all callers, each value keeps which call it came with. `env ?? literal` of one
 * caller is one base with its default; what two callers hand over are two bases.
 */
export class CallerMarks {
  readonly #calls = new Set<number>();

  mark(value: Value, call: number): Value {
    this.#calls.add(call);
    return withProvenance(value, { item: call });
  }

  /** The same for texts that came with the same calls. */
  describe(text: TextValue): string {
    if (this.#calls.size === 0) return '';
    const calls = new Set(listRefs(text.refs).filter((ref) => this.#calls.has(ref)));
    return [...calls].sort((a, b) => a - b).join(' ');
  }
}
