import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a run of the tests a folder of its own for what it writes, and takes it away at the end. */
export default function setUp(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-test-')));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
