import type { ReportedFinding } from '../../model/report.ts';
import type { Issue } from '../issues.ts';

/** The words by which a reader sorts findings: the same in the overview, the filters and the data of each change. */

export type Status = 'automatic' | 'by hand' | 'stays on legacy' | 'to know' | 'not done' | 'in the baseline';

/** In the order in which a reader wants to know. */
export const STATUSES: readonly Status[] = [
  'automatic',
  'by hand',
  'stays on legacy',
  'to know',
  'not done',
  'in the baseline',
];

function describeFinding({ code, fix, level }: ReportedFinding): Status {
  if (fix === 'auto') return 'automatic';
  if (fix === 'manual' && level !== 'note') return 'by hand';
  return code.endsWith('-no-v1') || code === 'unlisted-path' ? 'stays on legacy' : 'to know';
}

export function describeStatus({ finding, mark }: Issue): Status {
  if (finding === null) return 'not done';
  return mark?.state === 'accepted' ? 'in the baseline' : describeFinding(finding);
}

/** `/calls/{id}` is of the family `/calls`. */
export function describeFamily({ finding }: Issue): string {
  const path = finding?.legacyPath ?? finding?.v1Path ?? null;
  return path === null ? 'no known path' : `/${path.split('/')[1] ?? ''}`;
}

export function describeFolder({ file }: Issue): string {
  const end = file.lastIndexOf('/');
  return end === -1 ? '.' : file.slice(0, end);
}
