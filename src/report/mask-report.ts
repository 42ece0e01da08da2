import { FINDING_KINDS } from '../model/findings.ts';
import type { Report, ReportedFinding } from '../model/report.ts';
import { createKeyHider } from './hide-keys.ts';
import { maskDiff, maskText } from './mask.ts';

/** An edit that writes a key is left out with its finding's others: masked, it would be a wrong fix. */
function dropKeyEdits(finding: ReportedFinding, mask: (text: string) => string): ReportedFinding {
  if (finding.edits?.some(({ text }) => mask(text) !== text) !== true) return finding;
  const { edits: _edits, ...rest } = finding;
  return rest;
}

/** Words of ours that speak of keys hold none. */
export function maskHint(
  { code, hint }: Pick<ReportedFinding, 'code' | 'hint'>,
  mask: (text: string) => string,
): string {
  return hint === FINDING_KINDS[code].help ? hint : mask(hint);
}

function maskFinding(finding: ReportedFinding, mask: (text: string) => string): ReportedFinding {
  return {
    ...dropKeyEdits(finding, mask),
    ...(finding.legacyPath === null ? {} : { legacyPath: mask(finding.legacyPath) }),
    ...(finding.legacyPaths === undefined ? {} : { legacyPaths: finding.legacyPaths.map(mask) }),
    ...(finding.v1Path === null ? {} : { v1Path: mask(finding.v1Path) }),
    message: mask(finding.message),
    hint: maskHint(finding, mask),
    trail: finding.trail.map((step) => ({ ...step, text: mask(step.text) })),
  };
}

/** The names of the files stay as they are. */
function hideInHunks(diff: string, hide: (text: string) => string): string {
  const head = diff.indexOf('\n@@ ') + 1;
  return diff.slice(0, head) + hide(diff.slice(head));
}

/** The report as it may be shown: no literal key in any text (contract 5). `keys` are texts that look like none. */
export function maskReport(report: Report, keys: readonly string[]): Report {
  const hide = createKeyHider(keys);
  // What is said of one path is said of each request that asks for it.
  const masked = new Map<string, string>();
  const mask = (text: string): string => {
    const known = masked.get(text) ?? maskText(hide(text));
    masked.set(text, known);
    return known;
  };
  return {
    ...report,
    findings: report.findings.map((finding) => maskFinding(finding, mask)),
    ...(report.suppressed === undefined
      ? {}
      : { suppressed: report.suppressed.map((finding) => maskFinding(finding, mask)) }),
    changes: report.changes.map((change) => ({ ...change, diff: maskDiff(hideInHunks(change.diff, hide)) })),
    errors: report.errors.map((problem) => ({ ...problem, message: mask(problem.message) })),
  };
}

/** The files in whose diff `masked` (the same report, masked) hides something: a patch of them shows a key. */
export function listFilesWithKeys(report: Report, masked: Report): readonly string[] {
  const shown = new Map(masked.changes.map(({ file, diff }) => [file, diff]));
  return report.changes.filter(({ file, diff }) => shown.get(file) !== diff).map(({ file }) => file);
}
