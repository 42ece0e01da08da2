import { HttpError, missingRecord } from './http-error.ts';

export type SandboxRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What a sandbox can hold of its clients' records, in characters of JSON; a bound of our own. */
const MAX_STORED = 32 * 1024 * 1024;
/** What a record costs beside its text. */
const OVERHEAD = 256;

/** Counts what clients have stored. */
class Budget {
  #used = 0;

  /** Throws 507 when there is no room: a record is never silently dropped. */
  change(by: number): void {
    if (by > 0 && this.#used + by > MAX_STORED) throw new HttpError(507, 'The sandbox is full; start it again.');
    this.#used += by;
  }
}

/** All records of one list, in the order in which they came. */
export class Collection {
  /** For messages: `Agent`. */
  readonly noun: string;
  readonly idPrefix: string;
  readonly #budget: Budget;
  readonly #records = new Map<string, SandboxRecord>();
  /** Of records that a client wrote. */
  readonly #sizes = new Map<string, number>();
  /** The records as an array, made again after a change: lists are read far more often than written. */
  #listed: readonly SandboxRecord[] | null = null;

  constructor(noun: string, idPrefix: string, records: readonly SandboxRecord[], budget: Budget) {
    this.noun = noun;
    this.idPrefix = idPrefix;
    this.#budget = budget;
    for (const record of records) this.#records.set(record.id, record);
  }

  list(): readonly SandboxRecord[] {
    this.#listed ??= [...this.#records.values()];
    return this.#listed;
  }

  find(id: string): SandboxRecord | undefined {
    return this.#records.get(id);
  }

  /** The record with this id. Throws 404 when it is not there. */
  require(id: string): SandboxRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw missingRecord(this.noun);
    return record;
  }

  /** Adds the record, or takes the place of the one with its id. */
  put(record: SandboxRecord): SandboxRecord {
    const size = JSON.stringify(record).length + OVERHEAD;
    this.#budget.change(size - (this.#sizes.get(record.id) ?? 0));
    this.#sizes.set(record.id, size);
    this.#records.set(record.id, record);
    this.#listed = null;
    return record;
  }

  /** Throws 404 when it is not there. */
  remove(id: string): void {
    this.require(id);
    this.#budget.change(-(this.#sizes.get(id) ?? 0));
    this.#sizes.delete(id);
    this.#records.delete(id);
    this.#listed = null;
  }
}

/** The collections by the path of their list below the version prefix: `agents`, `voices/s2s`. */
export class Workspace {
  readonly #collections = new Map<string, Collection>();
  readonly #budget = new Budget();

  add(name: string, noun: string, idPrefix: string, records: readonly SandboxRecord[]): void {
    this.#collections.set(name, new Collection(noun, idPrefix, records, this.#budget));
  }

  /** The collection of that name; a row of the catalogue without sample data is a bug. */
  get(name: string): Collection {
    const collection = this.#collections.get(name);
    if (collection === undefined) throw new Error(`The sandbox has no sample data for ${name}`);
    return collection;
  }
}
