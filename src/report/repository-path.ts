import { posix } from 'node:path';

/**
 * A file as it is called at the root of the repository. `prefix` leads there from the folder that `file` is relative to; a
 * file beside that folder begins with "../", and who attaches findings to files knows no such name.
 */
export function nameInRepository(prefix: string, file: string): string {
  return posix.normalize(prefix + file);
}
