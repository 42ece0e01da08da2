import type { Module } from './modules/module.ts';

/** Steps that all questions about what stands in one file may take, so that a bundle leaves some to the others. */
const MAX_STEPS_OF_FILE = 150_000;

/** What each of them may take then: enough for a URL that is written where it is sent. */
const LAST_STEPS_OF_QUESTION = 40;

/** Counts the steps that are taken for each file. */
export class FileSteps {
  readonly #taken = new Map<Module, number>();
  #module: Module | null = null;
  #before = 0;

  /** Begins a question about something in `module`, and says how many steps it may take. `stepsOfRun`: those of all so far. */
  begin(module: Module | null, stepsOfRun: number): number {
    if (this.#module !== null) this.#taken.set(this.#module, this.#get(this.#module) + stepsOfRun - this.#before);
    this.#module = module;
    this.#before = stepsOfRun;
    if (module === null) return Number.POSITIVE_INFINITY;
    return Math.max(LAST_STEPS_OF_QUESTION, MAX_STEPS_OF_FILE - this.#get(module));
  }

  #get(module: Module): number {
    return this.#taken.get(module) ?? 0;
  }

  hasSpent(module: Module): boolean {
    return this.#get(module) >= MAX_STEPS_OF_FILE;
  }

  /** The files that took all their steps. */
  listSpent(): readonly Module[] {
    return [...this.#taken.keys()].filter((module) => this.hasSpent(module));
  }
}
