import type { SyntaxNode } from '../../syntax/tree.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { InstanceValue, ObjectValue, Value } from '../values/values.ts';

/** A member whose value leads back to the same member this often is taken to depend on itself. */
const MAX_SAME_MEMBER = 2;

/** `new Request(this.base, path)` in its own methods: each instance has the member of the one that it was made of. */
const MAX_MADE_OF_LIKE = 10;

/**
 * `{ ...refs, path }` in functions that hand it to each other: each of these objects has all that the others have, and from
 * this many levels of them on, the ways from one to the other are not all gone again.
 */
const MANY_LEVELS = 3;

type Owner = ObjectValue | InstanceValue;

/**
 * The members that are being asked for, and what was found for those far down on the way. An object that spreads itself, or fields
 * that read each other, would ask for the same member for ever.
 */
export class AskedMembers {
  readonly #active = new Map<SyntaxNode | null, Map<string, number>>();
  readonly #asked = new Map<string, { depth: number; readonly answers: Map<object, Value> }>();

  /** What `find` says of the member; null where it is asked for by itself too often. */
  ask(value: Owner, name: string, find: () => Value): Value | null {
    const subject = value.type === 'object' ? (value.node ?? value.madeBy?.fn ?? null) : value.of.node;
    if (subject === null) return find();
    const active = this.#active.get(subject) ?? new Map<string, number>();
    const depth = active.get(name) ?? 0;
    const isMade =
      value.type === 'instance' ? value.construction !== null : value.madeBy != null && value.madeBy.call !== null;
    if (depth >= (isMade ? MAX_MADE_OF_LIKE : MAX_SAME_MEMBER)) return null;
    const asked = this.#asked.get(name) ?? { depth: 0, answers: new Map<object, Value>() };
    // Who hands it over marks it anew each time: it is the same literal in the same calls.
    const key = value.type === 'object' && value.env != null ? value.entries : value;
    const known = asked.depth < MANY_LEVELS ? undefined : asked.answers.get(key);
    if (known !== undefined) return withProvenance(known, value.refs, value.trail);
    this.#asked.set(name, asked);
    this.#active.set(subject, active.set(name, depth + 1));
    asked.depth += 1;
    try {
      const answer = find();
      if (asked.depth > MANY_LEVELS) asked.answers.set(key, answer);
      return answer;
    } finally {
      asked.depth -= 1;
      active.set(name, depth);
      if (asked.depth === 0) this.#asked.delete(name);
    }
  }
}
