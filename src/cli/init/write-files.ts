import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../errors.ts';
import { escapeControls } from '../../escape/controls.ts';
import { checkFile, writeOutput } from '../../report/write-output.ts';
import { Interrupted } from '../../stages.ts';
import type { Io } from '../io.ts';

export interface NewFile {
  /** Relative to the cwd. */
  readonly name: string;
  /** What it is called when it cannot be written. */
  readonly what: string;
  readonly text: string;
}

/** A file that is there is somebody's work; a link is, too, be it that it leads nowhere or out of the project. */
export function refuseExisting(cwd: string, name: string, isForced: boolean): void {
  const found = lstatSync(resolve(cwd, name), { throwIfNoEntry: false });
  if (found === undefined) return;
  if (isForced && found.isSymbolicLink())
    throw new UserError(`${name} is a link. Nothing was written.`, {
      hint: 'Remove it, or edit the file it leads to.',
    });
  if (isForced) return;
  throw new UserError(`${name} is already there. Nothing was written.`, { hint: '--force replaces it.' });
}

/** All or, as far as can be known before, none. */
export async function writeFiles(cwd: string, files: readonly NewFile[], isForced: boolean, io: Io): Promise<void> {
  for (const { name, what } of files) {
    refuseExisting(cwd, name, isForced);
    await checkFile(cwd, name, what);
  }
  if (io.signal.aborted) throw new Interrupted();
  for (const { name, what, text } of files) {
    await writeOutput(cwd, name, text, what);
    io.stdout.write(`wrote ${escapeControls(name)}\n`);
  }
}
