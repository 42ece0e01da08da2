import { realpathSync, statSync } from 'node:fs';
import { joinNames, toPosix, toRelative } from '../model/paths.ts';
import { isSourceFile } from './file-kinds.ts';
import { isInRoots, isInTerritory, type Scope } from './scope.ts';

/**
 * Where a symbolic link leads. A file inside the scope is analysed under its own name, once, however many links lead
 * to it; a folder is not entered and a file outside not read, for an edit there would surprise whoever owns it.
 */
type LinkTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'out-of-bounds' }
  | { readonly kind: 'irrelevant' };

export function resolveLink(scope: Scope, path: string): LinkTarget {
  try {
    const real = toPosix(realpathSync.native(joinNames(scope.cwd, path)));
    if (statSync(real).isDirectory()) return { kind: 'out-of-bounds' };
    if (!isSourceFile(real)) return { kind: 'irrelevant' };
    if (!isInRoots(scope, real) || !isInTerritory(scope, real)) return { kind: 'out-of-bounds' };
    return { kind: 'file', path: toRelative(scope.cwd, real) };
  } catch {
    return isSourceFile(path) ? { kind: 'out-of-bounds' } : { kind: 'irrelevant' }; // it leads nowhere, or in a circle
  }
}
