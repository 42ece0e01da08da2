import { append } from '../model/append.ts';
import type { FindingDraft, Positions } from './findings.ts';
import { addDraft, type Judgement } from './judgement.ts';
import { draftCompared } from './rules/compared-texts.ts';
import type { TextPlan } from './texts-and-seams.ts';

/**
 * The edits of texts that requests are compared with. Each of them is wrong without those of the requests, and the other way round:
 * what takes one out of a run takes out all.
 */
export function planCompared(
  { steps, inStep }: Pick<TextPlan, 'steps' | 'inStep'>,
  positions: Positions,
  judgement: Judgement,
): ReadonlyMap<FindingDraft, readonly FindingDraft[]> {
  const companions = new Map<FindingDraft, FindingDraft[]>();
  if (inStep === null) return companions;
  for (const compared of [...steps.values()].flat()) {
    const movers = inStep.listMovers(compared);
    const draft = draftCompared(compared, movers, positions);
    addDraft(judgement, draft, []);
    judgement.edits.set(draft, [{ ...compared.edit, transform: 'legacy-path' }]);
    for (const other of new Set(movers.flatMap((use) => judgement.moving.get(use) ?? []))) {
      append(companions, draft, other);
      append(companions, other, draft);
    }
  }
  return companions;
}
