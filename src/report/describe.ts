import type { Finding } from '../model/plan.ts';
import type { Report, ReportedFinding } from '../model/report.ts';

/** Short wordings that several formats share. */

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Not accepted by the baseline. */
export function isOpen({ baseline }: ReportedFinding): boolean {
  return baseline?.state !== 'accepted';
}

function describeMethods({ requests }: Finding): string {
  if (requests.length === 0) return 'reference';
  return [...new Set(requests.map(({ method }) => method ?? '?'))].join(',');
}

/** `GET /calls`; a method that is not known is `?`, text without a request is a `reference`. */
export function describeUse(finding: Finding): string {
  const { legacyPath, legacyPaths } = finding;
  if (legacyPath === null) return describeMethods(finding);
  return `${describeMethods(finding)} ${(legacyPaths ?? [legacyPath]).join(' | ')}`;
}

/** `GET /calls -> /v1/calls` */
export function describeMove(finding: Finding): string {
  const { v1Path, v1Method } = finding;
  if (v1Path === null) return describeUse(finding);
  return `${describeUse(finding)} -> ${v1Method === null ? '' : `${v1Method} `}${v1Path}`;
}

export function describeCutoff({ date, daysLeft }: Report['cutoff']): string {
  if (daysLeft === 0) return `${date}, today`;
  return daysLeft > 0 ? `${date}, in ${count(daysLeft, 'day')}` : `${date}, ${count(-daysLeft, 'day')} ago`;
}

/** `2 errors (1 automatic, 1 by hand), 1 warning`; the levels without a finding are left out. */
export function describeFindings(findings: readonly Finding[]): string {
  const parts = (['error', 'warning', 'note'] as const).flatMap((level) => {
    const ofLevel = findings.filter((finding) => finding.level === level);
    if (ofLevel.length === 0) return [];
    const automatic = ofLevel.filter(({ fix }) => fix === 'auto').length;
    const byHand = ofLevel.filter(({ fix }) => fix === 'manual').length;
    const fixes = [
      ...(automatic === 0 ? [] : [`${automatic} automatic`]),
      ...(byHand === 0 ? [] : [`${byHand} by hand`]),
    ];
    return [`${count(ofLevel.length, level)}${fixes.length === 0 ? '' : ` (${fixes.join(', ')})`}`];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}
