import type { Evaluator } from '../evaluator.ts';
import { listOptions } from '../values/unions.ts';
import {
  type Argument,
  type Env,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectEntry,
  type ObjectValue,
  type Value,
} from '../values/values.ts';
import { listProperties } from './objects.ts';
import { findMerger, type Source } from './own-mergers.ts';

/** What a function of the project gives back that copies the members of objects into another one. */

function toEntry(argument: Argument): ObjectEntry {
  return { kind: 'spread', slot: argument.kind === 'value' ? argument : { ...argument, kind: 'expression' } };
}

/** Members of members are laid out this deep. */
const MAX_DEPTH = 4;

/** What is made of the members that are objects in several of the sources: what those have together. */
export function mergeMembers(
  evaluator: Evaluator,
  sources: readonly Value[],
  depth = MAX_DEPTH,
): readonly ObjectEntry[] {
  if (depth === 0) return [];
  const members = new Map<string, ObjectValue[]>();
  for (const source of sources.flatMap(listOptions)) {
    if (source.type !== 'object') continue;
    for (const [name, member] of listProperties(evaluator, source)) {
      const objects = listOptions(member).flatMap((option) => (option.type === 'object' ? [option] : []));
      members.set(name, [...(members.get(name) ?? []), ...objects]);
    }
  }
  return [...members].flatMap(([name, objects]): readonly ObjectEntry[] => {
    if (objects.length < 2) return [];
    const spreads = objects.map((value): ObjectEntry => ({ kind: 'spread', slot: { kind: 'value', value } }));
    const entries = [...spreads, ...mergeMembers(evaluator, objects, depth - 1)];
    return [
      { kind: 'slot', name, slot: { kind: 'value', value: { type: 'object', node: null, entries, ...NO_PROVENANCE } } },
    ];
  });
}

/** What such a function gives back; null for every other. `env`: its call. */
export function callOwnMerger(
  evaluator: Evaluator,
  value: FunctionValue,
  args: readonly Argument[],
  env: () => Env,
): Value | null {
  const merger = findMerger(value.fn, value.module);
  if (merger === null) return null;
  const laid = evaluator.layOutArguments(args);
  const take = (source: Source) => ('from' in source ? laid.slice(source.from) : [laid[source.index]]);
  const { target } = merger;
  const begun: Argument | null | undefined =
    typeof target === 'number' ? laid[target] : { kind: 'expression', node: target, module: value.module, env: env() };
  const given = [begun, ...merger.sources.flatMap(take)].filter((argument) => argument !== undefined);
  const known = given.flatMap((argument) => argument ?? []);
  if (known.length < given.length) return null;
  const [first] = known.map((argument) => (typeof target === 'number' ? evaluator.evaluateArgument(argument) : null));
  const node = first?.type === 'object' ? first.node : null;
  const ordered = merger.isDefault ? [...known].reverse() : known;
  const values = merger.isDeep ? ordered.map((argument) => evaluator.evaluateArgument(argument)) : [];
  const entries = [...ordered.map(toEntry), ...mergeMembers(evaluator, values)];
  return { type: 'object', node, entries, ...NO_PROVENANCE };
}
