import type { Analysis } from '../model/analysis.ts';
import type { FileEdit } from '../model/message.ts';
import type { Edit } from '../model/plan.ts';
import type { FindingDraft, Positions } from './findings.ts';
import { addDraft, type Judgement } from './judgement.ts';
import type { TextGroup } from './places.ts';
import { draftMove, draftOperationMove, findProxy } from './rules/text-rules.ts';
import type { Use } from './uses.ts';

/** The uses of one text that move together, and the edits that they want. */

interface PlannedMove {
  readonly draft: FindingDraft;
  readonly uses: readonly Use[];
  readonly edits: readonly Omit<Edit, 'finding' | 'transform'>[];
  readonly transform: Edit['transform'];
}

/** A request whose base has several values is several uses, which want the same edits. */
function mergeEdits(edits: readonly FileEdit[]): readonly FileEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.file} ${edit.start} ${edit.end} ${edit.text}`, edit])).values()];
}

/** Puts the version before the text of a group, and makes the further edits of requests that become another operation. */
export function planMovers(group: TextGroup, analysis: Analysis, positions: Positions, judgement: Judgement): void {
  const edit = group.movers.find((use) => use.place?.edit)?.place?.edit ?? null;
  const canEdit = analysis.isInScope(group.file) && edit !== null;
  const isAutomatic = canEdit && group.conflicts.length === 0 && findProxy(group.movers) === null;
  const rewrites = group.movers.filter((use) => use.decision === 'rewrite');
  const moves = group.movers.filter((use) => use.decision === 'move');
  const prefix = edit === null ? [] : [{ file: group.file, ...edit }];
  if (!isAutomatic) {
    for (const use of group.movers) judgement.blocked.add(use);
    addDraft(
      judgement,
      draftMove(group, group.movers, positions, canEdit && findProxy(group.movers) === null),
      group.movers,
    );
    return;
  }
  const own = mergeEdits(moves.flatMap((use) => (use.move?.ok === true ? use.move.edits : [])));
  const all = rewrites.length > 0 ? own : [...prefix, ...own];
  const planned: readonly PlannedMove[] = [
    ...(rewrites.length === 0
      ? []
      : [
          {
            draft: draftMove(group, rewrites, positions, true),
            uses: rewrites,
            edits: prefix,
            transform: 'legacy-path' as const,
          },
        ]),
    ...(moves.length === 0
      ? []
      : [
          {
            draft: draftOperationMove(group, moves, positions),
            uses: moves,
            edits: all,
            transform: 'post-call-llm-helper' as const,
          },
        ]),
  ];
  const ignored = planned.flatMap(({ draft }) => judgement.suppressions.findComment(draft) ?? [])[0];
  for (const { draft, uses, edits, transform } of planned) {
    if (ignored === undefined) {
      addDraft(judgement, draft, uses);
      judgement.edits.set(
        draft,
        edits.map((entry) => ({ transform, ...entry })),
      );
      continue;
    }
    // One text: when a comment keeps it as it is for one use, it stays for all.
    for (const use of uses) judgement.blocked.add(use);
    const isHidden = judgement.suppressions.findComment(draft) !== null;
    const kept = { ...group, conflicts: [`a comment at ${ignored.file}:${ignored.line} keeps it as it is`] };
    addDraft(judgement, isHidden ? draft : draftMove(kept, uses, positions, canEdit), uses);
  }
}
