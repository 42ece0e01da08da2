import { main } from '../../src/cli/main.ts';

/** What the first command of README.md prints, shortened: the findings of one file, and the sums. */

/** The line that a stranger types, from the root of a clone. */
export const EXAMPLE = 'npx v1-migrate fixtures/apps/dialer --dry-run';
/** Host, path and method of its request stand on three lines. */
const FILE = 'fixtures/apps/dialer/src/lib/hangup.cjs';
const SUMS = /^(?:Findings|Dry run) /;

/** Runs the line in this process; throws when it does not end well. */
export async function runExample(cwd: string): Promise<string> {
  const chunks: string[] = [];
  const exitCode = await main(EXAMPLE.split(' ').slice(2), {
    cwd,
    env: {},
    stdout: { isTTY: false, write: (text) => void chunks.push(text) },
    stderr: { isTTY: false, write: () => {} },
    ask: null,
    now: new Date('2026-07-31T12:00:00Z'),
    createToken: () => 'token',
    signal: new AbortController().signal,
  });
  if (exitCode !== 0) throw new Error(`${EXAMPLE} ends with ${exitCode}`);
  return chunks.join('');
}

/** From the first finding of the file to the empty line behind the first hunk. */
function cutFile(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith(`${FILE}:`));
  return lines.slice(start, lines.indexOf('', start));
}

export async function renderExample(cwd: string): Promise<string> {
  const lines = (await runExample(cwd)).trimEnd().split('\n');
  const shown = [`$ ${EXAMPLE}`, '…', ...cutFile(lines), '…', ...lines.filter((line) => SUMS.test(line))];
  return ['```console', ...shown, '```'].join('\n');
}
