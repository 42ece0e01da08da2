import type { Addressed } from '../model/analysis.ts';
import type { PlanOptions } from '../model/options.ts';
import type { Edit } from '../model/plan.ts';
import type { FindingDraft } from './findings.ts';
import { mentionHeader } from './rules/api-key-header.ts';
import type { Suppressions } from './suppressions.ts';
import type { Use } from './uses.ts';

/** What is decided so far. */
export interface Judgement {
  readonly suppressions: Suppressions;
  /** Uses whose finding is hidden. */
  readonly suppressed: Set<Use>;
  readonly drafts: FindingDraft[];
  readonly edits: Map<FindingDraft, Omit<Edit, 'finding'>[]>;
  readonly blocked: Set<Use>;
  /** Requests that carry the header which /v1 does not accept. */
  readonly keyed: ReadonlySet<Addressed>;
  /** What changes the path of a use. */
  readonly moving: Map<Use, FindingDraft>;
  readonly levels: PlanOptions['levels'];
}

/** Is it hidden by a comment, or is its edit switched off with its level? */
function isHidden({ suppressions, levels }: Judgement, draft: FindingDraft): boolean {
  return suppressions.findComment(draft) !== null || (draft.fix === 'auto' && levels[draft.code] === 'off');
}

/** Takes a finding in, and notes the uses that stay because it is hidden. */
export function addDraft(judgement: Judgement, draft: FindingDraft, uses: readonly Use[]): void {
  const { drafts, suppressed, keyed, moving } = judgement;
  const mentioned = mentionHeader(draft, uses, keyed);
  drafts.push(mentioned);
  for (const use of uses) moving.set(use, mentioned);
  if (isHidden(judgement, draft)) for (const use of uses) suppressed.add(use);
}
