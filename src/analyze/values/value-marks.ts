import { joinRopes, type Refs, type Trail } from './provenance.ts';
import type { Choice, Handover, SingleValue, Value } from './values.ts';

/** What a value carries with it: where it passed through, the branch that it belongs to, the call that handed it over. */

/** Adds provenance to a value. */
export function withProvenance<V extends Value>(value: V, refs: Refs, trail: Trail = null): V {
  if ((refs === null && trail === null) || value.type === 'primitive') return value;
  const joined = joinRopes(value.refs, refs);
  const followed = joinRopes(value.trail, trail);
  if (joined === value.refs && followed === value.trail) return value;
  // The most frequent copy of all. To set the members of a copy takes half the time of a literal that overrides them.
  const marked = { ...value };
  Object.assign(marked, { refs: joined, trail: followed });
  return marked;
}

/** Adds choices to a value; unions hand them to each option. */
export function withChoices<V extends Value>(value: V, choices: readonly Choice[] | undefined): V {
  if (choices === undefined || choices.length === 0 || value.type === 'primitive') return value;
  // What is new stands first (see addSeams).
  if (value.choices === undefined) return { choices, ...value };
  return { ...value, choices: mergeChoices(value.choices, choices) ?? choices };
}

/** What one caller of a function gives goes with what else it gives. `at`: its place among all callers of the function. */
export function chooseCaller(callersOf: number, at: number): Choice {
  return { source: `callers of ${callersOf}`, option: at, callersOf };
}

/** Takes from a value the choices that are not among `others`. */
export function keepChoices<V extends Value>(value: V, others: readonly Choice[] | undefined): V {
  if (value.choices === undefined || value.choices.length === 0 || value.type === 'primitive') return value;
  const kept = value.choices.filter((choice) =>
    others?.some(({ source, option }) => source === choice.source && option === choice.option),
  );
  return kept.length === value.choices.length ? value : { ...value, choices: kept };
}

/** Takes from a value the choices that are of the same decisions as `others`. */
export function dropChoices(value: Value, others: readonly Choice[] | undefined): Value {
  if (value.type === 'primitive' || value.choices === undefined || others === undefined) return value;
  const kept = value.choices.filter((choice) => !others.some(({ source }) => source === choice.source));
  return kept.length === value.choices.length ? value : { ...value, choices: kept };
}

/** The choices of two values that are used together; null when they cannot be. */
export function mergeChoices(
  first: readonly Choice[] | undefined,
  second: readonly Choice[] | undefined,
): readonly Choice[] | null {
  if (first === undefined || first.length === 0) return second ?? [];
  if (second === undefined || second.length === 0) return first;
  const merged = [...first];
  for (const choice of second) {
    const known = first.find((entry) => entry.source === choice.source);
    if (known === undefined) merged.push(choice);
    else if (known.option !== choice.option) return null;
  }
  return merged;
}

/** Does a function have it from a call? What an instance is made with has no call that hands it over until a method does. */
export function isHandedOver(via: Handover | null | undefined): via is Handover {
  return via != null && via.call.type !== 'NewExpression';
}

/** Marks the texts of a value as handed over by a call; the outermost call keeps the mark. */
export function withHandover(value: SingleValue, via: Handover | undefined): SingleValue;
export function withHandover(value: Value, via: Handover | undefined): Value;
export function withHandover(value: Value, via: Handover | undefined): Value {
  if (via === undefined) return value;
  switch (value.type) {
    case 'text':
      return { ...value, atoms: value.atoms.map((atom) => (isHandedOver(atom.via) ? atom : { ...atom, via })) };
    case 'union':
    case 'object':
    case 'array':
    case 'unknown':
      return isHandedOver(value.via) ? value : { ...value, via };
    case 'external':
      // What a package gave back, and not what it exports.
      return value.made === null || isHandedOver(value.via) ? value : { ...value, via };
    case 'url':
      return { ...value, href: withHandover(value.href, via) };
    default:
      return value;
  }
}
