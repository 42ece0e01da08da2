import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';

function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'ENOENT') return 'the file was deleted while the run was under way; nothing was written';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the file is not writable';
  return `the file could not be written: ${code ?? 'unknown error'}`;
}

/**
 * Replaces the file at the absolute `path` in one step, keeping its mode and following a symlink to the file it names.
 * Returns null, or why the file is as it was: it no longer holds `before`, or cannot be written.
 */
export async function replaceFile(path: string, before: string, after: string): Promise<string | null> {
  try {
    // Renaming over a file asks only for a writable folder, so its own write protection must be asked for.
    await access(path, constants.W_OK);
    const current = await readFile(path);
    if (!current.equals(Buffer.from(before)))
      return 'another program changed the file while the run was under way; it is as that program left it. Run v1-migrate again';
    await writeFileAtomic(path, Buffer.from(after));
    return null;
  } catch (error) {
    return describeFailure(error);
  }
}
