import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';

/** Is a file part of what others install, who may call what this project does not? */

/** What only a package that is published says of itself; `main` is in each manifest that `npm init` wrote. */
const PUBLISHED = ['exports', 'module', 'types', 'typings', 'publishConfig', 'browser', 'unpkg', 'files'];
const MAX_FOLDERS = 12;

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name?: unknown;
  readonly private?: unknown;
  readonly main?: unknown;
}

interface Found {
  readonly manifest: Manifest;
  /** The folder that it stands in; with a slash at its end, or empty. */
  readonly folder: string;
}

function readManifest({ project }: Pick<ModuleGraph, 'project'>, file: string): Found | null {
  const folders = file.split('/').length;
  for (let up = 0; up < Math.min(folders, MAX_FOLDERS); up += 1) {
    const text = project.readText(`${up === 0 ? './' : '../'.repeat(up)}package.json`, file);
    if (text === undefined) continue;
    try {
      const data: unknown = JSON.parse(text);
      const folder = [...file.split('/').slice(0, -1 - up), ''].join('/');
      if (typeof data === 'object' && data !== null) return { manifest: data as Manifest, folder };
    } catch {
      return null;
    }
  }
  return null;
}

export function isOfLibrary(graph: ModuleGraph, { path }: Module): boolean {
  const manifest = readManifest(graph, path)?.manifest;
  if (manifest === undefined || manifest.private === true || typeof manifest.name !== 'string') return false;
  return PUBLISHED.some((name) => manifest[name] !== undefined);
}

/** The file that a manifest names as what others get of the package; null where it says that there are no others. */
export function findMainFile({ project }: ModuleGraph, { path }: Module): string | null {
  const found = readManifest({ project }, path);
  if (found === null || found.manifest.private === true) return null;
  const { name, main } = found.manifest;
  return typeof name === 'string' && typeof main === 'string' ? `${found.folder}${main.replace(/^\.\//, '')}` : null;
}

const ENTRIES = ['source', 'main', 'module', 'browser', 'types', 'typings', 'exports'];
/** Where the sources lie of what a build puts into such a folder. */
const BUILT = /^(?:dist|build|lib|out|esm|cjs)\/(?:(?:esm|cjs|src|types)\/)?/;
const EXTENSIONS = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts', 'jsx', 'tsx'];

function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

/** What may be the files that others get when they import the package that a file is part of, relative to the cwd. */
export function listEntryNames(graph: ModuleGraph, { path }: Module): readonly string[] {
  const found = readManifest(graph, path);
  if (found === null) return [];
  const named = ENTRIES.flatMap((name) => listStrings(found.manifest[name])).map((name) => name.replace(/^\.\//, ''));
  const stems = [...named, 'index.js'].flatMap((name) => {
    const stem = name.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\/$/, '');
    return [stem, `${stem}/index`, stem.replace(BUILT, 'src/'), stem.replace(BUILT, '')];
  });
  const names = [...stems, 'src/index'].flatMap((stem) => EXTENSIONS.map((extension) => `${stem}.${extension}`));
  return [...new Set(names)].map((name) => `${found.folder}${name}`);
}
