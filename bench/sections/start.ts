import { measureInTurns, migrateCommand, ROOT } from '../measure/run-process.ts';
import { formatMs, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

/** What somebody waits for who only wants to read the help. */
export function benchStart({ rounds }: Extent): readonly Row[] {
  const bare = { program: process.execPath, args: ['-e', '0'], cwd: ROOT, expected: 0 };
  const [help = 0, node = 0] = measureInTurns([migrateCommand(ROOT, ['--help']), bare], 4 * rounds);
  const limit = 2 * node + 100;
  return [
    {
      what: '--help',
      ours: formatMs(help),
      other: `node -e 0 ${formatMs(node)}`,
      result: `${(help / node).toFixed(2)} x`,
      target: `<= 2 x + 100 ms = ${formatMs(limit)}`,
      isMet: help <= limit,
    },
  ];
}
