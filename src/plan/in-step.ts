import type { Comparison } from '../model/comparison.ts';
import { type ComparedEdit, type Fate, isClosed, listPathEdits, settle } from './compared-texts.ts';
import { isOfComparisons, isOfTests } from './left-requests.ts';
import type { TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { draftCompared } from './rules/compared-texts.ts';
import { draftMove, findProxy } from './rules/text-rules.ts';
import type { Suppressions } from './suppressions.ts';
import type { Use } from './uses.ts';

/** Which comparisons are answered as they were when the texts change that are to, and what else changes for that. */

/** By comparison: its edits; those that stand in the way are not there. */
export type Steps = ReadonlyMap<Comparison, readonly ComparedEdit[]>;

export const NO_STEPS: Steps = new Map();

export class InStep {
  readonly #uses: readonly Use[];
  readonly #context: PlanContext;
  readonly #suppressions: Suppressions;
  readonly #edits: ReturnType<typeof listPathEdits>;
  readonly #certain: ReadonlySet<number>;
  readonly #allowed: ReadonlySet<Comparison>;

  /** `groups`: all texts with those that want them to change. */
  constructor(
    uses: readonly Use[],
    groups: readonly TextGroup[],
    allowed: ReadonlySet<Comparison>,
    context: PlanContext,
    suppressions: Suppressions,
  ) {
    this.#uses = uses;
    this.#context = context;
    this.#suppressions = suppressions;
    this.#edits = listPathEdits(uses);
    const isCertain = (group: TextGroup): boolean => this.#isCertain(group);
    const doubtful = new Set(groups.filter((group) => !isCertain(group)).map(({ literal }) => literal));
    this.#certain = new Set(groups.flatMap(({ literal }) => (doubtful.has(literal) ? [] : [literal])));
    this.#allowed = new Set([...allowed].filter((comparison) => isClosed(comparison, context.analysis)));
  }

  /** Does the text change by itself wherever nothing else is in the way? */
  #isCertain(group: TextGroup): boolean {
    const { analysis, positions } = this.#context;
    const rewrites = group.movers.filter(({ decision }) => decision === 'rewrite');
    if (rewrites.length === 0 || isOfTests(group) || isOfComparisons(group)) return false;
    if (!analysis.isInScope(group.file) || findProxy(group.movers) !== null) return false;
    return !this.#suppressions.hides(draftMove({ ...group, conflicts: [] }, rewrites, positions, true));
  }

  #canEdit(edit: ComparedEdit): boolean {
    const { analysis, positions } = this.#context;
    if (!analysis.isInScope(edit.edit.file)) return false;
    // A comment that keeps it as it is hides what would be said, although nothing is.
    return this.#suppressions.findComment(draftCompared(edit, this.listMovers(edit), positions)) === null;
  }

  /** The uses that it changes with. */
  listMovers({ movers }: ComparedEdit): readonly Use[] {
    return this.#uses.filter(
      ({ decision, place }) => decision === 'rewrite' && place !== null && movers.has(place.literal),
    );
  }

  findFate(literal: number, moving: ReadonlySet<number>): Fate {
    if (!this.#edits.has(literal)) return 'stays';
    if (moving.has(literal)) return this.#certain.has(literal) ? 'moves' : 'open';
    // What is left to a seam, or to a person, is as it was where it is compared.
    return this.#certain.has(literal) ? 'stays' : 'open';
  }

  /** `moving`: the literals that change now; all others that could stay as they are. */
  settle(moving: ReadonlySet<number>): Steps {
    const findFate = (literal: number) => this.findFate(literal, moving);
    const steps = new Map<Comparison, readonly ComparedEdit[]>();
    for (const comparison of this.#allowed) {
      const edits = settle(comparison, { edits: this.#edits, findFate }, (edit) => this.#canEdit(edit));
      if (edits !== null) steps.set(comparison, edits);
    }
    return steps;
  }
}
