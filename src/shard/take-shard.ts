import type { Accounting, Plan } from '../model/plan.ts';
import { countBases, countReferences, countRequests } from '../plan/accounting.ts';
import type { Owns } from './partition.ts';

/** The tree as the accounting of files sees it. */
interface TreeAccount {
  readonly seen: readonly string[];
  readonly noCandidate: readonly string[];
}

function countFiles({ seen, noCandidate }: TreeAccount, { errors }: Plan, owns: Owns): Accounting['files'] {
  const own = seen.filter(owns).length;
  const without = noCandidate.filter(owns).length;
  const failed = errors.filter(({ file }) => owns(file));
  const unparsed = failed.filter(({ code }) => code === 'unparsed-file').length;
  const unreadable = failed.length - unparsed;
  return { seen: own, noCandidate: without, analysed: own - without - unparsed - unreadable, unparsed, unreadable };
}

/**
 * What the plan says of some of its files; the plans of all shards add up to the whole. A request counts where it
 * stands, a finding where its text stands.
 */
export function takeShard(plan: Plan, tree: TreeAccount, owns: Owns): Plan {
  const isOwn = ({ file }: { readonly file: string }): boolean => owns(file);
  const requests = plan.counted.requests.filter(isOwn);
  const references = plan.counted.references.filter(isOwn);
  return {
    ...plan,
    bases: countBases(plan.bases, requests),
    accounting: {
      files: countFiles(tree, plan, owns),
      requests: countRequests(requests),
      references: countReferences(references),
    },
    counted: { requests, references },
    findings: plan.findings.filter(isOwn),
    suppressed: plan.suppressed.filter(isOwn),
    edits: plan.edits.filter(isOwn),
    errors: plan.errors.filter(isOwn),
    skipped: plan.skipped.filter(isOwn),
  };
}
