import { FINDING_KINDS } from '../model/findings.ts';
import type { Report, ReportedFinding } from '../model/report.ts';
import { findSourceLine } from './hunks.ts';
import { MASK, maskDiff, maskText } from './mask.ts';

const MIN_SECRET = 4;
/** A key that a browser gets to see is named by its variable. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9_]*$/;

/** The literals that `key-in-source` findings point at, as far as a diff shows them. */
function listSecrets({ findings, suppressed = [], changes }: Report): readonly string[] {
  const diffs = new Map(changes.map(({ file, diff }) => [file, diff]));
  const literals = [...findings, ...suppressed]
    .filter(({ code }) => code === 'key-in-source')
    .flatMap(({ file, line, column, endLine, endColumn }) => {
      const text = findSourceLine(diffs.get(file) ?? '', line);
      return text === undefined ? [] : [text.slice(column - 1, endLine === line ? endColumn - 1 : undefined)];
    })
    .map((literal) => literal.replace(/^['"`]|['"`]$/g, ''));
  // In a report that was masked before, the places are those of longer lines.
  return literals.filter(
    (literal) => literal.length >= MIN_SECRET && !VARIABLE_NAME.test(literal) && !literal.includes(MASK),
  );
}

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

/** The report as it may be shown: no literal key in any text (contract 5). */
export function maskReport(report: Report): Report {
  const secrets = listSecrets(report);
  const hide = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
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
    changes: report.changes.map((change) => ({ ...change, diff: maskDiff(hide(change.diff)) })),
    errors: report.errors.map((problem) => ({ ...problem, message: mask(problem.message) })),
  };
}

/** The files in whose diff `masked` (the same report, masked) hides something: a patch of them shows a key. */
export function listFilesWithKeys(report: Report, masked: Report): readonly string[] {
  const shown = new Map(masked.changes.map(({ file, diff }) => [file, diff]));
  return report.changes.filter(({ file, diff }) => shown.get(file) !== diff).map(({ file }) => file);
}
