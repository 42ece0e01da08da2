import type { Command } from '../../src/cli/command.ts';
import type { Io, OutputStream } from '../../src/cli/io.ts';
import { UserError } from '../../src/errors.ts';

interface Transcript {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

function capture(): OutputStream & { read(): string } {
  const texts: string[] = [];
  return { isTTY: false, write: (text) => void texts.push(text), read: () => texts.join('') };
}

/** Runs one command with an Io of its own; a UserError is what main would make of it. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  more: Partial<Io> = {},
): Promise<Transcript> {
  const stdout = capture();
  const stderr = capture();
  const io: Io = {
    cwd: '/',
    env: {},
    stdout,
    stderr,
    ask: null,
    now: new Date('2026-11-20T12:00:00Z'),
    createToken: () => crypto.randomUUID(),
    signal: new AbortController().signal,
    ...more,
  };
  try {
    const exitCode = await command.execute(args, io);
    return { exitCode, stdout: stdout.read(), stderr: stderr.read() };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { exitCode: 2, stdout: stdout.read(), stderr: `${error.message}\n${error.hint ?? ''}` };
  }
}
