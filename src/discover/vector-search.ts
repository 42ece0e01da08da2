import { Buffer } from 'node:buffer';
import { append } from '../model/append.ts';
import { BYTE_FILTER } from './byte-filter-module.ts';
import { getWindow, matchesAt, type SearchPattern } from './search-patterns.ts';
import type { ByteSearch } from './word-search.ts';

/** The part of WebAssembly that is needed here; the types of Node do not have it. */
interface WebAssemblyApi {
  readonly Memory: new (options: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly find: (at: number, end: number) => number } };
}

interface Filter {
  readonly memory: ArrayBuffer;
  readonly find: (at: number, end: number) => number;
}

/** As byte-filter.wat has it: bytes that a word is known by, groups of words, and two tables for each of the bytes. */
const DEPTH = 4;
const GROUPS = 8;
const TABLE = 16;
const TABLES = DEPTH * 2 * TABLE;
/** The filter reads as far behind the end of a text. */
const MARGIN = TABLE + DEPTH;
const PAGE = 65_536;

/** Null without WebAssembly (`--jitless`), on a processor without vectors, or where memory may not be reserved. */
function loadFilter(capacity: number): Filter | null {
  const { WebAssembly: api } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  if (api === undefined) return null;
  try {
    const memory = new api.Memory({ initial: Math.ceil((TABLES + capacity + MARGIN) / PAGE) });
    const module = new api.Module(Buffer.from(BYTE_FILTER, 'base64'));
    const { find } = new api.Instance(module, { host: { memory } }).exports;
    return { memory: memory.buffer, find };
  } catch {
    return null; // the search without vectors finds the same
  }
}

/** Which groups allow a byte at one place, by its lower and by its upper half; all ones where every byte will do. */
function fillTables(tables: Uint8Array, patterns: readonly SearchPattern[], from: number, depth: number): void {
  tables.fill(0xff, depth * 2 * TABLE);
  // Words that begin alike share a group: what passes for one of them by mistake is then less.
  const sorted = patterns
    .map(({ places }) => places.slice(from, from + depth))
    .map((places) => ({ places, bytes: Buffer.from(places.flat()) }))
    .sort((a, b) => a.bytes.compare(b.bytes));
  for (const [index, { places }] of sorted.entries()) {
    const group = 1 << Math.floor((index * GROUPS) / sorted.length);
    for (const [place, bytes] of places.entries()) {
      const low = place * 2 * TABLE;
      for (const byte of bytes) {
        tables[low + (byte & 15)] = (tables[low + (byte & 15)] ?? 0) | group;
        tables[low + TABLE + (byte >> 4)] = (tables[low + TABLE + (byte >> 4)] ?? 0) | group;
      }
    }
  }
}

/** The pairs of bytes that may stand at two places of a pattern, each as one number. */
function listPairs({ places }: SearchPattern, at: number, other: number): readonly number[] {
  const right = new Set(places[other]);
  return [...new Set(places[at])].flatMap((byte) => [...right].map((beside) => (byte << 8) | beside));
}

/** The patterns by what may stand at two of their places. */
function groupByPair(
  patterns: readonly SearchPattern[],
  at: number,
  other: number,
): ReadonlyMap<number, readonly SearchPattern[]> {
  const groups = new Map<number, SearchPattern[]>();
  for (const pattern of patterns) for (const pair of listPairs(pattern, at, other)) append(groups, pair, pattern);
  return groups;
}

/** The place of the first `window` that, together with `beside`, tells most patterns apart: names of files often begin alike. */
function findTellingPlace(patterns: readonly SearchPattern[], window: number, beside?: number): number {
  const costs = Array.from({ length: window }, (_, at) => {
    let cost = 0;
    for (const { length } of groupByPair(patterns, at, beside ?? at).values()) cost += length * length;
    return cost;
  });
  return costs.indexOf(Math.min(...costs));
}

/** A buffer for texts of up to `capacity` bytes, and searches that are fast on what is in it. */
export class VectorSearches {
  readonly buffer: Buffer;
  readonly #filter: Filter | null;
  /** Whose tables the filter has. */
  #loaded: Uint8Array | null = null;

  constructor(capacity: number) {
    this.#filter = loadFilter(capacity);
    this.buffer =
      this.#filter === null ? Buffer.allocUnsafeSlow(capacity) : Buffer.from(this.#filter.memory, TABLES, capacity);
  }

  /** Whether these bytes lie in the buffer and can be searched here. */
  holds(bytes: Uint8Array): boolean {
    return this.#filter !== null && bytes.buffer === this.#filter.memory;
  }

  /** Only for what the buffer holds. */
  compile(patterns: readonly SearchPattern[]): ByteSearch {
    const filter = this.#filter;
    if (filter === null) return () => false;
    const window = getWindow(patterns);
    // What stands before a word says less than its letters.
    const from = Math.max(0, Math.min(1, window - DEPTH));
    const telling = findTellingPlace(patterns, window);
    const beside = findTellingPlace(patterns, window, telling);
    const byPair = groupByPair(patterns, telling, beside);
    const tables = new Uint8Array(TABLES);
    fillTables(tables, patterns, from, Math.min(DEPTH, window - from));

    return (bytes) => {
      if (this.#loaded !== tables) new Uint8Array(filter.memory, 0, TABLES).set(tables);
      this.#loaded = tables;
      const first = bytes.byteOffset;
      const end = first + bytes.length;
      for (let at = filter.find(first, end); at >= 0 && at < end; at = filter.find(at + 1, end)) {
        const start = at - first - from;
        const pair = ((bytes[start + telling] ?? 0) << 8) | (bytes[start + beside] ?? 0);
        for (const pattern of byPair.get(pair) ?? []) if (matchesAt(bytes, start, pattern)) return true;
      }
      return false;
    };
  }
}
