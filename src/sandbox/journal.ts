import type { Redactor } from './redact.ts';

/** One request that arrived; no credential stands in it. */
export interface JournalEntry {
  readonly method: string;
  /** Without the query, as it was sent. */
  readonly path: string;
  readonly query: unknown;
  /** Did it carry a good key? */
  readonly authorized: boolean;
  /** The parsed body, or null. */
  json: unknown;
  /** Of the answer; null while there is none. */
  status: number | null;
  /** The route whose handler ran, or null: a request that was refused before has none. */
  handler: string | null;
  /** The connection ended before the answer was whole. */
  aborted: boolean;
}

/** The newest requests are kept, as many and as large as fit in little memory. */
const MAX_ENTRIES = 20_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface KeptRequest {
  readonly entry: JournalEntry;
  bytes: number;
}

export class Journal {
  readonly #redactor: Redactor;
  #kept: KeptRequest[] = [];
  /** Index of the oldest entry that still counts. */
  #first = 0;
  #bodyBytes = 0;
  /** How many entries made room for newer ones. */
  dropped = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Notes a request that arrived. Its body follows with addBody, when there is one. */
  add(request: Pick<JournalEntry, 'method' | 'path' | 'query' | 'authorized'>): KeptRequest {
    const entry: JournalEntry = {
      method: request.method,
      path: this.#redactor.path(request.path),
      query: this.#redactor.json(request.query),
      authorized: request.authorized,
      json: null,
      status: null,
      handler: null,
      aborted: false,
    };
    const kept = { entry, bytes: 0 };
    this.#kept.push(kept);
    this.#trim();
    return kept;
  }

  addBody(kept: KeptRequest, body: unknown, bytes: number): void {
    kept.entry.json = this.#redactor.json(body);
    kept.bytes = bytes;
    this.#bodyBytes += bytes;
    this.#trim();
  }

  list(): readonly JournalEntry[] {
    return this.#kept.slice(this.#first).map(({ entry }) => entry);
  }

  /** Forgets everything; the number of entries that were there. */
  clear(): number {
    const count = this.#kept.length - this.#first;
    this.#kept = [];
    this.#first = 0;
    this.#bodyBytes = 0;
    this.dropped = 0;
    return count;
  }

  #trim(): void {
    while (this.#kept.length - this.#first > MAX_ENTRIES || this.#bodyBytes > MAX_BODY_BYTES) {
      this.#bodyBytes -= this.#kept[this.#first]?.bytes ?? 0;
      this.#first += 1;
      this.dropped += 1;
    }
    // Moved in one go and rarely: taking one off the front of a long array each time is slow.
    if (this.#first > MAX_ENTRIES) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
  }
}
