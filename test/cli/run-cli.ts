import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';

export interface Transcript {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A new folder with these files; the system cleans it up. */
export function createTree(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-cli-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function capture(isTTY: boolean) {
  const chunks: string[] = [];
  return { isTTY, write: (text: string) => void chunks.push(text), read: () => chunks.join('') };
}

/** Runs one command line in this process, at noon of a day after the cut-off, without a terminal. */
export async function runCli(
  argv: readonly string[],
  cwd: string,
  io: Partial<Io> = {},
  isTTY = false,
): Promise<Transcript> {
  const stdout = capture(isTTY);
  const stderr = capture(isTTY);
  const exitCode = await main(argv, {
    cwd,
    env: {},
    stdout,
    stderr,
    ask: null,
    now: new Date('2026-11-20T12:00:00Z'),
    createToken: () => 'token',
    signal: new AbortController().signal,
    ...io,
  });
  return { stdout: stdout.read(), stderr: stderr.read(), exitCode };
}
