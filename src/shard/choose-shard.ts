import type { Plan } from '../model/plan.ts';
import type { Shard } from './parse-shard.ts';
import { type Owns, partition } from './partition.ts';
import { takeShard } from './take-shard.ts';

/** What a run has found, as far as a shard is cut out of it. */
interface Found {
  readonly plan: Plan;
  readonly project: { readonly seen: readonly string[] };
  readonly noCandidate: readonly string[];
}

interface Part {
  readonly plan: Plan;
  readonly owns: Owns;
  /** Things to say on stderr. */
  readonly notices: readonly string[];
}

/** The plan of one shard; the whole plan when none is asked for. */
export function chooseShard({ plan, project, noCandidate }: Found, shard: Shard | undefined): Part {
  if (shard === undefined) return { plan, owns: () => true, notices: [] };
  const owns = partition(plan, shard);
  const part = takeShard(plan, { seen: project.seen, noCandidate }, owns);
  const share = `${part.findings.length} of ${plan.findings.length} findings, ${part.accounting.files.seen} of ${project.seen.length} files`;
  return { plan: part, owns, notices: [`shard ${shard.index} of ${shard.count}: ${share}; all files were analysed`] };
}
