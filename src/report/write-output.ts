import { constants, type Stats } from 'node:fs';
import { access, appendFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { Output } from './outputs.ts';

/** The only place that writes reports to files. */

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it is not writable';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is a file';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'ENOENT') return 'its folder cannot be made';
  return code ?? String(error);
}

/** What stands at a path; null when nothing does. */
async function findEntry(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The path itself or the nearest folder above it that exists: what has to be writable. */
async function findExisting(path: string): Promise<string> {
  return (await findEntry(path)) === null ? findExisting(dirname(path)) : path;
}

/** Can the file be written? Asked before any work is done. */
export async function checkFile(cwd: string, file: string, what = 'report'): Promise<void> {
  const path = resolve(cwd, file);
  try {
    const entry = await findEntry(path);
    if (entry?.isDirectory() === true) throw new UserError(`The ${what} ${file} cannot be written: it is a folder.`);
    await access(await findExisting(path), constants.W_OK);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(`The ${what} ${file} cannot be written: ${describe(cause)}.`, { cause });
  }
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|gs|jsw|es6)$/;

/** Asked before any work is done: a run of minutes must not end with a report that has nowhere to go, or in place of the code. */
export async function checkOutputs(cwd: string, outputs: readonly Output[]): Promise<void> {
  for (const { name, file } of outputs) {
    if (file === null) continue;
    await checkFile(cwd, file);
    if (SOURCE.test(file) && (await findEntry(resolve(cwd, file)))?.isFile() === true)
      throw new UserError(`The report ${file} cannot be written: it would replace a source file.`, {
        hint: `Name another file: --reporter ${name}=<file>.`,
      });
  }
}

/** Step by step: where folders cannot be made, as in /proc, `recursive` tries for ever. */
async function makeFolder(path: string): Promise<void> {
  if ((await findEntry(path)) !== null) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // somebody else was quicker
  });
}

/** A device or a pipe (`json=/dev/stderr`) is written to; replacing it would remove it. */
async function write(path: string, text: string): Promise<void> {
  const entry = await findEntry(path);
  if (entry !== null && !entry.isFile()) return writeFile(path, text);
  await makeFolder(dirname(path));
  const { default: writeFileAtomic } = await import('write-file-atomic'); // 30 ms, and few runs write a report
  await writeFileAtomic(path, text);
}

/** Replaces the file in one step, so that a reader never sees half a report. */
export async function writeOutput(cwd: string, file: string, text: string, what = 'report'): Promise<void> {
  try {
    await write(resolve(cwd, file), text);
  } catch (cause) {
    throw new UserError(`The ${what} ${file} could not be written: ${describe(cause)}.`, { cause });
  }
}

/** Adds to a file that others write to as well, such as the summary of a job. Throws what the system says. */
export async function appendOutput(path: string, text: string): Promise<void> {
  await appendFile(path, text);
}
