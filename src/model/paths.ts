import { relative, resolve, sep } from 'node:path';

/** With "/" on every system: Node takes it everywhere, and names can be compared and cut as text. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The name that a file has in every report: relative to the cwd. */
export function toRelative(cwd: string, path: string): string {
  return toPosix(relative(cwd, path));
}

/** The absolute path that `name` means in `folder`. */
export function resolveName(folder: string, name: string): string {
  return toPosix(resolve(folder, name));
}

/** `a/b.ts` is inside `a`, and so is `a` itself; both relative (then `` holds everything) or both absolute. */
export function isInside(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Joins names that need no normalisation; either may be empty. */
export function joinNames(folder: string, name: string): string {
  if (folder === '' || name === '') return folder + name;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** The folder of a relative name; `` at the top. */
export function getFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
