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

/** A key that is written twice stays one key: where one of its texts is left to a seam, the other one is as well. */
function planWith(texts: TextGroups, inStep: InStep | null, all: readonly Use[], context: PlanContext): TextPlan {
  const left = new Set<number>();
  for (;;) {
    const { groups, steps } = texts.list(left, inStep);
    const planned = planSeams(groups, all, context);
    const changed = listMoving(planned.groups);
    const seamed = groups.flatMap(({ literal, movers }) =>
      movers.length > 0 && !changed.has(literal) && !left.has(literal) ? [literal] : [],
    );
    const broken = steps.size === 0 ? [] : listBroken(groups, planned).filter((literal) => !left.has(literal));
    const isAsked = broken.length > 0 || (steps.size > 0 && seamed.length > 0);
    if (!isAsked && !texts.holdAny(new Set(seamed))) return { ...planned, steps, inStep };
    for (const literal of [...seamed, ...broken]) left.add(literal);
  }
}

/** Where a place in the program can get the version for all of its requests, its comparisons need not change. */
function planStepping(
  texts: TextGroups,
  all: readonly Use[],
  context: PlanContext,
  suppressions: Suppressions,
): TextPlan {
  const plain = planWith(texts, null, all, context);
  if (context.isOfOneFile === true) return plain;
  const stuck = plain.groups.filter(({ movers, conflicts }) => movers.length > 0 && conflicts.length > 0);
  const comparisons = texts.listComparisons(stuck);
  if (comparisons.size === 0) return plain;
  const { groups } = texts.list(new Set(), null);
  const inStep = new InStep(all, groups, comparisons, context, suppressions);
  const stepping = planWith(texts, inStep, all, context);
  return stepping.steps.size === 0 ? { ...plain, steps: NO_STEPS } : stepping;
}

/** A test that sees a text of the program never keeps it as it is: where nothing else does, the test is left to a person. */
export function planTextsAndSeams(all: readonly Use[], context: PlanContext, suppressions: Suppressions): TextPlan {
  const texts = new TextGroups(all, context.analysis);
  for (;;) {
    const planned = planStepping(texts, all, context, suppressions);
    if (context.isOfOneFile === true || !texts.yieldTests(planned.groups)) return planned;
  }
}
