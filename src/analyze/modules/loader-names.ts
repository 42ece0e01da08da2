import type { Project, SourceFile } from '../../model/project.ts';

/** `define(['config'], …)`, `define(['app/config'], …)`: loaders of browsers count names from a folder that pages and settings choose. */

/** Packages that are kept beside the code under a name of their own: `vendor/jquery-3.6.0.min`. */
const KEPT = /(?:^|\/)(jquery|axios|superagent)(?:[-.]?\d[\d.]*)?(?:[-.](?:slim|min))*$/i;

const LOADS = /\bdefine\s*\(|\brequire(?:js)?\s*\(\s*\[/;

const loaded = new WeakMap<SourceFile, boolean>();

/** Does a loader give the file what it names, rather than Node, for which `config` is a package? */
function isLoaded(file: SourceFile): boolean {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const answer = LOADS.test(file.text) && !file.text.includes('module.exports');
  loaded.set(file, answer);
  return answer;
}

/** The file that a name without dots leads to, counted from one of the folders above; null where none has it, or several. */
export function findLoadedByName(project: Project, file: SourceFile, specifier: string): string | null {
  if (!/^[\w-]+(?:[/.][\w-]+)*$/.test(specifier) || KEPT.test(specifier) || !isLoaded(file)) return null;
  const { path } = file;
  const found = new Set<string>();
  const depth = path.split('/').length - 1;
  for (let up = 0; up <= depth; up += 1) {
    const target = project.resolve(`./${'../'.repeat(up)}${specifier}`, path);
    if (target.kind === 'file') found.add(target.path);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

/** The package that a name stands for, of those that are kept so. */
export function nameKept(file: SourceFile, specifier: string): string {
  return isLoaded(file) ? (KEPT.exec(specifier)?.[1]?.toLowerCase() ?? specifier) : specifier;
}
