import type { ProbeResult } from '../model/probe-result.ts';
import { listIssues } from './issues.ts';

/** reviewdog's diagnostics. */
export function renderRdjson(result: ProbeResult, prefix: string): string {
  const diagnostics = listIssues(result, prefix).map(({ endpoint, level, message, file, line }) => ({
    message,
    location: { path: file, range: { start: { line } } },
    severity: level === 'error' ? 'ERROR' : 'WARNING',
    code: { value: `probe-${endpoint.verdict}` },
  }));
  return `${JSON.stringify({ source: { name: 'v1-migrate' }, diagnostics }, null, 2)}\n`;
}
