import { ANYWHERE, type ForeignUse } from '../model/analysis.ts';
import { nameSeam } from '../model/url-value.ts';
import type { FindingDraft } from './findings.ts';
import type { Judgement } from './judgement.ts';
import type { TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { draftSeenByTest } from './rules/text-rules.ts';
import type { SeamGroup, SeamPlan } from './seams.ts';
import type { Use } from './uses.ts';

/**
 * Tests that see a text of the program which changes all the same: the fake of a port looks up `this.responses[path]`, an interceptor
 * adds it to a set. Where nothing else is said of the path in their file, it is said where the test sees it.
 */

/** Is something said of one of these paths, or done to it, in the file already? */
function isSaid(file: string, legacyPaths: readonly string[], drafts: readonly FindingDraft[]): boolean {
  return drafts.some(
    (draft) => draft.region.file === file && draft.legacyPaths.some((path) => legacyPaths.includes(path)),
  );
}

type Moved = Pick<TextGroup, 'movers' | 'inTests' | 'file' | 'start' | 'end'>;

/** The group with what is written into its text, and which tests see that. */
function listMoved(group: TextGroup, seams: readonly SeamGroup[], { moving, edits }: Judgement): readonly Moved[] {
  const isWritten = (use: Use): boolean => {
    const draft = moving.get(use);
    return draft !== undefined && edits.has(draft);
  };
  if (group.conflicts.length === 0 && group.movers.some(isWritten)) return [group];
  return seams.flatMap(({ seam, uses }) => {
    const movers = uses.filter((use) => use.place?.literal === group.literal && isWritten(use));
    const inTests = group.inTests.filter(
      ({ entered }) => entered.includes(nameSeam(seam)) || entered.includes(ANYWHERE),
    );
    return movers.length === 0 ? [] : [{ ...group, movers, inTests }];
  });
}

const MAX_NAME = 80;

/** How much of the code is a name. */
function measureName(text: string, offset: number): number {
  return /^[\w$.]*/.exec(text.slice(offset, offset + MAX_NAME))?.[0].length ?? 0;
}

function draftTest(
  { test, text }: ForeignUse,
  moved: Moved,
  { analysis, positions }: Pick<PlanContext, 'analysis' | 'positions'>,
) {
  if (test === undefined || !analysis.isInScope(test.file)) return [];
  const start = positions.getOffset(test.file, test.line, test.column);
  const end = start + measureName(analysis.getText(test.file), start);
  return [draftSeenByTest(moved, positions.getRegion(test.file, start, end), text, positions)];
}

/** `said`: what is said already. */
export function draftLeftTests(
  { groups, seams }: Pick<SeamPlan, 'groups' | 'seams'>,
  said: readonly FindingDraft[],
  context: Pick<PlanContext, 'analysis' | 'positions'>,
  judgement: Judgement,
): readonly FindingDraft[] {
  return groups
    .filter(({ inTests }) => inTests.length > 0)
    .flatMap((group) => listMoved(group, seams, judgement))
    .flatMap((moved) => moved.inTests.flatMap((use) => draftTest(use, moved, context)))
    .filter(({ region, legacyPaths }) => !isSaid(region.file, legacyPaths, said));
}
