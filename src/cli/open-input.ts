import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { Io } from './io.ts';

/** What of the command line's surroundings reading needs. */
type InputIo = Pick<Io, 'cwd' | 'openStdin' | 'signal'>;

async function isReadableFile(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return false;
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a file that a command was told to read, `-` for stdin. Throws a UserError when there is no such file. */
export async function openInput(
  name: string | undefined,
  what: string,
  { cwd, openStdin, signal }: InputIo,
): Promise<AsyncIterable<Uint8Array>> {
  if (name === undefined) throw new UserError(`Name the file that holds ${what}, or - for stdin.`);
  if (name === '-' && openStdin !== undefined) return openStdin();
  const path = resolve(cwd, name);
  // A named pipe may never have a writer: the signal ends the wait.
  if (await isReadableFile(path)) return createReadStream(path, { signal });
  throw new UserError(`${name} is not a file that can be read.`);
}

/** The same as text. */
export async function readText(name: string, what: string, io: InputIo): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await openInput(name, what, io)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
