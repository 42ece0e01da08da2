import { formatPatch, structuredPatch } from 'diff';

const CONTEXT_LINES = 3;

/** `--- a/my file.ts` ends with a tab, as git and GNU patch want it where a bare name holds a blank. */
function endNameWithTab(line: string): string {
  return line.includes(' ', 4) && !line.endsWith('"') ? `${line}\t` : line;
}

/** A unified diff that `git apply` takes byte for byte; `file` is relative with "/", and quoted the way git does. */
export function renderDiff(file: string, before: string, after: string): string {
  const patch = structuredPatch(`a/${file}`, `b/${file}`, before, after, '', '', { context: CONTEXT_LINES });
  const [header = '', from = '', to = '', ...hunks] = formatPatch({ ...patch, isGit: true }).split('\n');
  return [header, endNameWithTab(from), endNameWithTab(to), ...hunks].join('\n');
}
