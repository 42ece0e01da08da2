import type { Analysis, ForeignUse } from '../model/analysis.ts';
import { isTestFile } from '../model/test-files.ts';
import type { FindingDraft, Positions } from './findings.ts';
import type { Judgement } from './judgement.ts';
import type { TextGroup } from './places.ts';
import { draftSeenByTest } from './rules/text-rules.ts';

/**
 * Tests that see a text of the program which changes all the same: the fake of a port looks up `this.responses[path]`, an interceptor
 * adds it to a set. Where nothing else is said of the path in their file, it is said where the test sees it.
 */

/** Is something said of one of these paths, or done to it, in the file already? */
function isSaid(file: string, legacyPaths: readonly string[], drafts: readonly FindingDraft[]): boolean {
  return drafts.some((draft) => draft.region.file === file && draft.legacyPaths.some((path) => legacyPaths.includes(path)));
}

function isWritten(group: TextGroup, { moving, edits }: Judgement): boolean {
  return group.movers.some((use) => {
    const draft = moving.get(use);
    return draft !== undefined && edits.has(draft);
  });
}

function readName(text: string, offset: number): number {
  return /^[\w$.]*/.exec(text.slice(offset, offset + 80))?.[0].length ?? 0;
}

function draftTest(
  { test }: ForeignUse,
  text: string,
  group: TextGroup,
  analysis: Analysis,
  positions: Positions,
): readonly FindingDraft[] {
  if (test === undefined || !isTestFile(test.file) || !analysis.isInScope(test.file)) return [];
  const start = positions.getOffset(test.file, test.line, test.column);
  const end = start + readName(analysis.getText(test.file), start);
  return [draftSeenByTest(group, positions.getRegion(test.file, start, end), text, positions)];
}

/** `said`: what is said already. */
export function draftLeftTests(
  groups: readonly TextGroup[],
  said: readonly FindingDraft[],
  analysis: Analysis,
  positions: Positions,
  judgement: Judgement,
): readonly FindingDraft[] {
  return groups
    .filter((group) => group.conflicts.length === 0 && group.inTests.length > 0 && isWritten(group, judgement))
    .flatMap((group) =>
      group.inTests
        .flatMap((use) => draftTest(use, use.text, group, analysis, positions))
        .filter(({ region, legacyPaths }) => !isSaid(region.file, legacyPaths, said)),
    );
}
