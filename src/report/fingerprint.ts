import { createHash } from 'node:crypto';
import type { ReportedFinding } from '../model/report.ts';
import { type FileDiff, listChangeLines } from './change-lines.ts';

/**
 * What a reviewer saw of a change: the id survives edits around a finding and this does not, so that a decision is
 * never applied to code that was not reviewed. Line numbers do not count. Null when there is nothing to decide.
 */
export function computeFingerprint(finding: ReportedFinding, diff: FileDiff | undefined): string | null {
  if (finding.edits === undefined || diff === undefined) return null;
  const changed = listChangeLines(finding, diff).filter(({ kind }) => kind !== 'context');
  if (changed.length === 0) return null;
  const { id, code, legacyPath, v1Path, v1Method, edits } = finding;
  const facts = [
    [id, code, legacyPath, v1Path, v1Method],
    edits.map(({ text }) => text),
    changed.map(({ kind, text }) => [kind, text]),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}
