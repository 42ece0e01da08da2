import type { Report } from '../../model/report.ts';

/** A patch with masked text would not apply. */
export const needsSource = true;

/** One patch for `git apply`, from the folder that the run started in. */
export function render(report: Report): string {
  return report.changes.map(({ diff }) => (diff.endsWith('\n') ? diff : `${diff}\n`)).join('');
}
