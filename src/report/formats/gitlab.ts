import { createHash } from 'node:crypto';
import { escapeControls } from '../../escape/controls.ts';
import type { Report } from '../../model/report.ts';
import { type Issue, listOpenIssues, renderMessage } from '../issues.ts';
import { renderJson } from '../render-json.ts';
import type { RenderContext } from '../reporter.ts';
import { nameInRepository } from '../repository-path.ts';

/** GitLab Code Quality. Its parser stops at the first entry that is wrong, and equal fingerprints overwrite each other. */

const SEVERITIES = { error: 'major', warning: 'minor', note: 'info' } as const;

function describeSeverity({ mark, level }: Issue): string {
  return mark?.state === 'expired' ? 'critical' : SEVERITIES[level];
}

/** Of the id, which holds no position: a shifted line must not show as one fixed and one new. */
function createFingerprints(): (issue: Issue) => string {
  const seen = new Map<string, number>();
  return ({ id }) => {
    const ordinal = seen.get(id) ?? 0;
    seen.set(id, ordinal + 1);
    return createHash('sha256').update(`${id}\0${ordinal}`).digest('hex');
  };
}

export function render(report: Report, { prefix }: RenderContext): string {
  const createFingerprint = createFingerprints();
  const entries = listOpenIssues(report).map((issue) => ({
    description: escapeControls(renderMessage(issue)),
    check_name: `v1-migrate/${issue.code}`,
    fingerprint: createFingerprint(issue),
    severity: describeSeverity(issue),
    location: { path: nameInRepository(prefix, issue.file), lines: { begin: issue.line, end: issue.endLine } },
  }));
  return renderJson(entries);
}
