import { posix } from 'node:path';
import type picomatch from 'picomatch';
import { loadLibrary } from './load-library.ts';

/** `path` is relative to the cwd. */
export type PathTest = (path: string) => boolean;

/** `src`, `src/` and `./src` name the folder; `*.snap`, without a slash, means files of that name anywhere. */
function expandGlob(glob: string): readonly string[] {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '');
  if (plain === '' || plain === '.') return ['**'];
  return [plain, `${plain}/**`].map((pattern) =>
    plain.includes('/') || !/[*?[{(]/.test(plain) ? pattern : `**/${pattern}`,
  );
}

function compileGlobs(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false;
  const match = loadLibrary('picomatch') as typeof picomatch; // loaded only by who gives a glob
  return match(globs.flatMap(expandGlob), { dot: true });
}

/**
 * Does any of `globs` match? One that begins with "!" takes back what the others match. `cwd`: as seen from the folder
 * that the globs count from.
 */
export function compileGlobTest(globs: readonly string[], cwd = ''): PathTest {
  const isTaken = compileGlobs(globs.filter((glob) => !glob.startsWith('!')));
  const isTakenBack = compileGlobs(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
  const test: PathTest = (path) => isTaken(path) && !isTakenBack(path);
  return cwd === '' ? test : (path) => test(posix.join(cwd, path));
}
