import { InStep, NO_STEPS, type Steps } from './in-step.ts';
import type { TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { planSeams, type SeamPlan } from './seams.ts';
import type { Suppressions } from './suppressions.ts';
import { TextGroups } from './text-groups.ts';
import type { Use } from './uses.ts';

/** Which texts change, which are left to the places where they enter a URL, and which comparisons change with them. */

export interface TextPlan extends SeamPlan {
  readonly steps: Steps;
  readonly inStep: InStep | null;
}

function listMoving(groups: readonly TextGroup[]): ReadonlySet<number> {
  return new Set(groups.filter(({ movers }) => movers.length > 0).map(({ literal }) => literal));
}

/** Literals that were free to change, and of which a part gets its version elsewhere after all. */
function listBroken(groups: readonly TextGroup[], planned: SeamPlan): readonly number[] {
  const isFree = ({ conflicts }: TextGroup): boolean => conflicts.length === 0;
  const broken = listMoving(planned.groups.filter((group) => !isFree(group)));
  return [...listMoving(groups.filter(isFree))].filter((literal) => broken.has(literal));
}

/** Its conflicts found no seam. */
function isStuck({ movers, conflicts }: TextGroup): boolean {
  return movers.length > 0 && conflicts.length > 0;
}

class TextPlanner {
  readonly #texts: TextGroups;
  readonly #all: readonly Use[];
  readonly #context: PlanContext;
  readonly #suppressions: Suppressions;
  /** The literals whose version may go in front of what a function is handed: where all else leaves them to a person. */
  readonly #handed = new Set<number>();

  constructor(all: readonly Use[], context: PlanContext, suppressions: Suppressions) {
    this.#texts = new TextGroups(all, context.analysis);
    this.#all = all;
    this.#context = context;
    this.#suppressions = suppressions;
  }

  /** A key that is written twice stays one key: where one of its texts is left to a seam, the other one is as well. */
  #planWith(inStep: InStep | null): TextPlan {
    const left = new Set<number>();
    for (;;) {
      const { groups, steps } = this.#texts.list(left, inStep);
      const planned = planSeams(groups, this.#all, this.#context, this.#handed);
      const changed = listMoving(planned.groups);
      const seamed = groups.flatMap(({ literal, movers }) =>
        movers.length > 0 && !changed.has(literal) && !left.has(literal) ? [literal] : [],
      );
      const broken = steps.size === 0 ? [] : listBroken(groups, planned).filter((literal) => !left.has(literal));
      const isAsked = broken.length > 0 || (steps.size > 0 && seamed.length > 0);
      if (!isAsked && !this.#texts.holdAny(new Set(seamed))) return { ...planned, steps, inStep };
      for (const literal of [...seamed, ...broken]) left.add(literal);
    }
  }

  /** Where a place in the program can get the version for all of its requests, its comparisons need not change. */
  #planStepping(): TextPlan {
    const plain = this.#planWith(null);
    if (this.#context.isOfOneFile === true) return plain;
    const comparisons = this.#texts.listComparisons(plain.groups.filter(isStuck));
    if (comparisons.size === 0) return plain;
    const { groups } = this.#texts.list(new Set(), null);
    const inStep = new InStep(this.#all, groups, comparisons, this.#context, this.#suppressions);
    const stepping = this.#planWith(inStep);
    return stepping.steps.size === 0 ? { ...plain, steps: NO_STEPS } : stepping;
  }

  /** A test that sees a text of the program never keeps it as it is: where nothing else does, the test is left to a person. */
  #planYielding(): TextPlan {
    for (;;) {
      const planned = this.#planStepping();
      if (this.#context.isOfOneFile === true || !this.#texts.yieldTests(planned.groups)) return planned;
    }
  }

  run(): TextPlan {
    const planned = this.#planYielding();
    for (const { literal } of planned.groups.filter(isStuck)) this.#handed.add(literal);
    if (this.#handed.size === 0) return planned;
    const handed = this.#planYielding();
    return handed.seams.length > planned.seams.length ? handed : planned;
  }
}

export function planTextsAndSeams(all: readonly Use[], context: PlanContext, suppressions: Suppressions): TextPlan {
  return new TextPlanner(all, context, suppressions).run();
}
