import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkOutputs, writeOutput } from '../../src/report/write-output.ts';

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'v1-output-'));
}

async function check(cwd: string, file: string): Promise<void> {
  await checkOutputs(cwd, [{ name: 'json', file }]);
}

describe('before the work', () => {
  test('a file in a folder that does not exist yet is fine, and nothing is created', async () => {
    const cwd = createFolder();
    await check(cwd, 'a/b/report.json');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([
    ['a folder', 'folder', 'it is a folder'],
    ['below a file', 'file/report.json', 'a part of its path is a file'],
    ['a source file', 'calls.ts', 'it would replace a source file'],
  ])('%s', async (_name, file, reason) => {
    const cwd = createFolder();
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), '');
    writeFileSync(join(cwd, 'calls.ts'), '');
    await expect(check(cwd, file)).rejects.toThrow(reason);
  });

  // Nothing is write-protected for root.
  test.skipIf(process.getuid?.() === 0)('write-protected', async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, 'report.json'), '');
    chmodSync(join(cwd, 'report.json'), 0o444);
    await expect(check(cwd, 'report.json')).rejects.toThrow('it is not writable');
  });
});

describe('writing', () => {
  test('replaces what was there, through a symlink', async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, 'old.json'), 'old');
    symlinkSync('old.json', join(cwd, 'report.json'));
    await writeOutput(cwd, 'report.json', 'new');
    expect(readFileSync(join(cwd, 'old.json'), 'utf8')).toBe('new');
    expect(readdirSync(cwd).sort()).toEqual(['old.json', 'report.json']);
  });

  test('a device stays a device', async () => {
    await writeOutput('/', '/dev/null', 'x');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

test.skipIf(!existsSync('/proc/self'))(
  'where no folder can be made it says so, and does not try for ever',
  async () => {
    await expect(writeOutput('/', 'proc/v1-migrate/report.json', '{}')).rejects.toThrow(
      /^The report proc\/v1-migrate\/report\.json could not be written: /,
    );
  },
);
