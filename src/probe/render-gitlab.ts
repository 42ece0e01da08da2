import { createHash } from 'node:crypto';
import type { ProbeResult } from '../model/probe-result.ts';
import { listIssues, type ProbeIssue } from './issues.ts';

/** GitLab Code Quality; equal fingerprints would overwrite each other, and a shifted line must not make a new entry. */
function createFingerprints(): (issue: ProbeIssue) => string {
  const seen = new Map<string, number>();
  return ({ endpoint: { method, path, verdict }, file }) => {
    const subject = [method, path, verdict, file].join('\0');
    const ordinal = seen.get(subject) ?? 0;
    seen.set(subject, ordinal + 1);
    return createHash('sha256').update(`${subject}\0${ordinal}`).digest('hex');
  };
}

export function renderGitlab(result: ProbeResult, prefix: string): string {
  const createFingerprint = createFingerprints();
  const entries = listIssues(result, prefix).map((issue) => ({
    description: issue.message,
    check_name: `v1-migrate/probe-${issue.endpoint.verdict}`,
    fingerprint: createFingerprint(issue),
    severity: issue.level === 'error' ? 'major' : 'minor',
    location: { path: issue.file, lines: { begin: issue.line, end: issue.line } },
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}
