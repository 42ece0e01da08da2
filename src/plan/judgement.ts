import type { Addressed } from '../model/analysis.ts';
import type { Edit } from '../model/plan.ts';
import type { FindingDraft } from './findings.ts';
import { mentionHeader } from './rules/api-key-header.ts';
import type { Suppressions } from './suppressions.ts';
import type { Use } from './uses.ts';

/** What is decided so far. */
export interface Judgement {
  readonly suppressions: Suppressions;
  /** Uses of which a comment hides the finding. */
  readonly suppressed: Set<Use>;
  readonly drafts: FindingDraft[];
  readonly edits: Map<FindingDraft, Omit<Edit, 'finding'>[]>;
  readonly blocked: Set<Use>;
  /** Requests that carry the header which /v1 does not accept. */
  readonly keyed: ReadonlySet<Addressed>;
}

/** Takes a finding in, and notes the uses of which a comment hides it. */
export function addDraft(
  { drafts, suppressions, suppressed, keyed }: Judgement,
  draft: FindingDraft,
  uses: readonly Use[],
): void {
  drafts.push(mentionHeader(draft, uses, keyed));
  if (suppressions.findComment(draft) !== null) for (const use of uses) suppressed.add(use);
}
