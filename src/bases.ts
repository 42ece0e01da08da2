import { UserError } from './errors.ts';
import type { BaseUse, Plan } from './model/plan.ts';

/** What a run without a named base may do (contract 7, "No base given"). */

function listFlags(bases: readonly string[]): readonly string[] {
  return bases.map((base) => `--base-url ${base}`);
}

/** Bases that the plan proposes in the hints of `unresolved-base`. */
export function listProposed(plan: Plan): readonly string[] {
  const proposals = plan.findings.flatMap(({ hint }) => /--base-url (env:\w+|https?:\S+)/.exec(hint)?.[1] ?? []);
  return [...new Set(proposals)];
}

export function listInferred({ bases }: Plan): readonly BaseUse[] {
  return bases.filter(({ source }) => source === 'inferred');
}

/** A tree without a request that looks like the platform's needs no base. */
function isBaseMissing({ bases, findings }: Plan): boolean {
  return bases.length === 0 && findings.some(({ code }) => code === 'unresolved-base');
}

function explainMissing({ findings }: Plan): string {
  const count = findings.filter(({ code }) => code === 'unresolved-base').length;
  return `No base is known: ${count === 1 ? '1 request looks' : `${count} requests look`} like the platform's, but where they go is not certain.`;
}

/** What a run has to say about bases that nobody named, on stderr. */
export function describeBases(plan: Plan): readonly string[] {
  const flags = listFlags(isBaseMissing(plan) ? listProposed(plan) : listInferred(plan).map(({ base }) => base));
  if (isBaseMissing(plan)) {
    const isSaid = plan.notices.some((notice) => notice.includes('--base-url'));
    return isSaid
      ? []
      : [`${explainMissing(plan)} To include them: ${flags.join(' or ') || '--base-url <url|env:NAME>'}`];
  }
  return flags.length === 0 ? [] : [`no base was given, so it was taken from the code: ${flags.join(' ')}`];
}

/** Throws unless the bases were named, or somebody agrees to the inferred ones; asked before the first file is written. */
export async function requireBases(
  plan: Plan,
  acceptInferred: (bases: readonly BaseUse[]) => Promise<boolean>,
): Promise<void> {
  if (isBaseMissing(plan)) {
    const proposals = listFlags(listProposed(plan));
    const hint = proposals.length === 0 ? 'Add --base-url <url|env:NAME>.' : `Add ${proposals.join(' or ')}.`;
    throw new UserError(`${explainMissing(plan)} Nothing was written.`, { hint });
  }
  const inferred = listInferred(plan);
  if (inferred.length === 0 || plan.edits.length === 0) return;
  if (await acceptInferred(inferred)) return;
  throw new UserError('The base was inferred from the code, not named. Nothing was written.', {
    hint: `If it is the platform, add ${listFlags(inferred.map(({ base }) => base)).join(' ')} (or --yes).`,
  });
}
