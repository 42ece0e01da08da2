import { isJsonObject } from '../model/json-object.ts';

/** The types that each member has, over all items of an array: `$.items[].id` → number of values by type. No value is kept. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

const MAX_MEMBERS = 2_000;
/** Names that are ids, not members: all of them are one. */
const ID_NAME = /^([0-9a-f-]{16,}|\d+|[A-Za-z]+_[0-9A-Za-z]{8,})$/;

function nameMember(name: string): string {
  if (ID_NAME.test(name)) return '{*}';
  // Names of a response are printed: only what looks like a name is.
  return /^[\w$.@-]{1,64}$/.test(name) ? name : '{?}';
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function collect(value: unknown, path: string, shape: Map<string, Set<string>>): void {
  const types = shape.get(path) ?? new Set<string>();
  if (!shape.has(path)) {
    if (shape.size >= MAX_MEMBERS) return;
    shape.set(path, types);
  }
  types.add(describe(value));
  if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`, shape);
  if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) collect(member, `${path}.${nameMember(name)}`, shape);
}

export function readShape(value: unknown): Shape {
  const shape = new Map<string, Set<string>>();
  collect(value, '$', shape);
  return shape;
}

function join(types: ReadonlySet<string> | undefined): string {
  return types === undefined ? 'missing' : [...types].sort().join('|');
}

/** Members whose types differ, as `path: now, was before`. */
export function compareShapes(before: Shape, now: Shape): ReadonlyMap<string, string> {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort();
  return new Map(
    paths.flatMap((path) => {
      const [old, current] = [join(before.get(path)), join(now.get(path))];
      return old === current ? [] : [[path, `${path}: ${current}, was ${old}`] as const];
    }),
  );
}
