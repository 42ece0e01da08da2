import { UserError } from '../errors.ts';
import type { Report } from '../model/report.ts';
import { readFileDiff } from '../report/change-lines.ts';
import { count } from '../report/describe.ts';
import { computeFingerprint } from '../report/fingerprint.ts';
import type { Decision } from './parse-decisions.ts';

interface Accepted {
  /** Ids of the findings whose edits are to be made, and of no others. */
  readonly ids: ReadonlySet<string>;
  readonly notices: readonly string[];
}

const MAX_LISTED = 10;

/** What the reviewer would see now, by id; findings without a change are not in it. */
function listFingerprints({ findings, changes }: Report): ReadonlyMap<string, string> {
  const diffs = new Map(changes.map(({ file, diff }) => [file, readFileDiff(diff)]));
  return new Map(
    findings.flatMap((finding) => {
      const fingerprint = computeFingerprint(finding, diffs.get(finding.file));
      return fingerprint === null ? [] : [[finding.id, fingerprint] as const];
    }),
  );
}

function explainStale(stale: readonly string[]): UserError {
  const shown = stale.slice(0, MAX_LISTED).join(', ');
  const rest = stale.length > MAX_LISTED ? ` and ${stale.length - MAX_LISTED} more` : '';
  const changes = stale.length === 1 ? '1 accepted change is' : `${stale.length} accepted changes are`;
  return new UserError(`${changes} not what was reviewed: ${shown}${rest}. Nothing was written.`, {
    hint: 'The code has changed since, or other paths or bases were given. Make the review again: --dry-run --reporter html=review.html',
  });
}

/**
 * The accepted changes of a dry run. `report` is masked, as the reviewed one was. Throws UserError when one of them is
 * gone or is not what the reviewer saw: then none is made.
 */
export function acceptChanges(report: Report, decisions: readonly Decision[]): Accepted {
  const current = listFingerprints(report);
  const accepted = decisions.filter(({ decision }) => decision === 'accept');
  const stale = accepted.filter(({ id, fingerprint }) => fingerprint === null || current.get(id) !== fingerprint);
  if (stale.length > 0) throw explainStale(stale.map(({ id }) => id));
  const rejected = decisions.filter(({ id, decision }) => decision === 'reject' && current.has(id)).length;
  const open = current.size - accepted.length - rejected;
  const notice = `${count(current.size, 'change')}: ${accepted.length} accepted, ${rejected} rejected, ${open} not decided; only the accepted ones are made`;
  return { ids: new Set(accepted.map(({ id }) => id)), notices: [notice] };
}
