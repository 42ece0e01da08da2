import { accessSync, constants, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps it in memory: thousands of small folders are made and taken away there in half of the time. */
const IN_MEMORY = '/dev/shm';

/** Containers give it 64 MB where nobody asks for more; the tests that start browsers and package managers need more. */
const ROOM = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    // There is none on other systems.
    return false;
  }
}

/** Gives a run of the tests a folder of its own for what it writes, and takes it away at the end. */
export default function setUp(): () => void {
  const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
  const folder = realpathSync(mkdtempSync(join(parent, 'v1-test-')));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
