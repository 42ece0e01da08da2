import type { Report } from '../../model/report.ts';
import type { RenderContext } from '../reporter.ts';

/** A patch with masked text would not apply. */
export const needsSource = true;

/** Git takes no path that leads out of the folder in which it is run. */
export function listOmissions({ changes }: Report, { folder }: Pick<RenderContext, 'folder'>): readonly string[] {
  if (changes.some(({ file }) => file.startsWith('../')))
    return [
      'the patch names files outside of this folder, which git apply does not take: run both in a folder above them',
    ];
  if (folder === '' || changes.length === 0) return [];
  return [`the patch names files as seen from ${folder}: git -C ${folder} apply`];
}

/**
 * One patch for `git apply`, from the folder that the run works in. In a log of GitHub a line of source could be obeyed;
 * what stands before the first and behind the last file is skipped by everything that reads patches.
 */
export function render(report: Report, { stopCommands }: Pick<RenderContext, 'stopCommands'>): string {
  const patch = report.changes.map(({ diff }) => (diff.endsWith('\n') ? diff : `${diff}\n`)).join('');
  if (stopCommands === null || patch === '') return patch;
  return `::stop-commands::${stopCommands}\n${patch}::${stopCommands}::\n`;
}
