import type { Envelope, Operation } from '../contract/catalog.ts';
import { isJsonObject } from '../model/json-object.ts';

/** Lists whose paging numbers the reference calls integers (§8.1 rule 1); elsewhere a fraction is odd and no contradiction. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['/v1/workflows']);

interface EnvelopeReport {
  /** The member and what is wrong with it: `items: missing, expected array`; null when the body is as documented. */
  readonly drift: string | null;
  readonly notes: readonly string[];
  readonly records: readonly unknown[];
}

function describeType(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** An own member by its dotted name; what `__proto__` brings along does not count. */
export function readMember(body: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      body,
    );
}

function explainMember(body: unknown, name: string, expected: string): string | null {
  const [parent] = name.split('.');
  const outer = parent === undefined || parent === name ? undefined : readMember(body, parent);
  if (parent !== undefined && parent !== name && !isJsonObject(outer)) {
    return `${parent}: ${describeType(outer)}, expected object`;
  }
  const type = describeType(readMember(body, name));
  return type === expected ? null : `${name}: ${type}, expected ${expected}`;
}

function judgeNumber(body: unknown, name: string, mustBeWhole: boolean): { drift: string | null; note: string | null } {
  const drift = explainMember(body, name, 'number');
  if (drift !== null) return { drift, note: null };
  const value = readMember(body, name);
  if (Number.isSafeInteger(value)) return { drift: null, note: Number(value) < 0 ? `${name}: negative` : null };
  if (mustBeWhole) return { drift: `${name}: not a whole number, expected integer`, note: null };
  return { drift: null, note: `${name}: not a whole number` };
}

function firstOf<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}

/** Is this the body that §8.1 shows for the list? Further members are always allowed, records are not looked into. */
export function checkEnvelope({ path }: Operation, envelope: Envelope, body: unknown): EnvelopeReport {
  if (envelope.records === null) {
    const drift = Array.isArray(body) ? null : `root: ${describeType(body)}, expected array`;
    return { drift, notes: [], records: Array.isArray(body) ? body : [] };
  }
  if (!isJsonObject(body)) return { drift: `root: ${describeType(body)}, expected object`, notes: [], records: [] };
  const numbers = envelope.paging.map((name) => judgeNumber(body, name, WHOLE_NUMBERS.has(path)));
  const members = Object.entries(envelope.members ?? {}).map(([name, type]) => explainMember(body, name, type));
  const drift = firstOf([
    explainMember(body, envelope.records, 'array'),
    ...numbers.map((number) => number.drift),
    ...members,
  ]);
  const records = readMember(body, envelope.records);
  return {
    drift,
    notes: numbers.flatMap(({ note }) => note ?? []),
    records: Array.isArray(records) ? records : [],
  };
}
