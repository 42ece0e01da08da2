import { disarmCommands } from '../workflow-commands.ts';
import type { Io, OutputStream } from './io.ts';

export function isInActions({ env }: Pick<Io, 'env'>): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/** Our own words can quote a file name, and a runner would obey what stands in one. */
export function guardStream(stream: OutputStream): OutputStream {
  return { isTTY: stream.isTTY, write: (text) => stream.write(disarmCommands(text)) };
}
