import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';

const STDIN = 0;

async function isReadableFile(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** The bytes of a file that a command was told to read, `-` for stdin. Throws a UserError when there is no such file. */
export async function openInput(
  name: string | undefined,
  what: string,
  cwd: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (name === undefined) throw new UserError(`Name the file that holds ${what}, or - for stdin.`);
  if (name === '-') return createReadStream('', { fd: STDIN, autoClose: false });
  const path = resolve(cwd, name);
  if (await isReadableFile(path)) return createReadStream(path);
  throw new UserError(`${name} is not a file that can be read.`);
}
