import { escapeControls } from '../escape/controls.ts';
import { isSaidAnyway } from '../pipeline.ts';
import type { Io } from './io.ts';

/** What is to be said beside the result, on stderr. */
export function writeNotices(notices: readonly string[], isQuiet: boolean, io: Io): void {
  const said = isQuiet ? notices.filter(isSaidAnyway) : notices;
  for (const notice of said) io.stderr.write(`note: ${escapeControls(notice)}\n`);
}
