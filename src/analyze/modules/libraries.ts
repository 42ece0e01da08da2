import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';

/** Is a file part of what others install, who may call what this project does not? */

/** What only a package that is published says of itself; `main` is in each manifest that `npm init` wrote. */
const PUBLISHED = ['exports', 'module', 'types', 'typings', 'publishConfig', 'browser', 'unpkg', 'files'];
const MAX_FOLDERS = 12;

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name?: unknown;
  readonly private?: unknown;
}

function readManifest({ project }: ModuleGraph, file: string): Manifest | null {
  const folders = file.split('/').length;
  for (let up = 0; up < Math.min(folders, MAX_FOLDERS); up += 1) {
    const text = project.readText(`${up === 0 ? './' : '../'.repeat(up)}package.json`, file);
    if (text === undefined) continue;
    try {
      const data: unknown = JSON.parse(text);
      if (typeof data === 'object' && data !== null) return data as Manifest;
    } catch {
      return null;
    }
  }
  return null;
}

export function isOfLibrary(graph: ModuleGraph, { path }: Module): boolean {
  const manifest = readManifest(graph, path);
  if (manifest === null || manifest.private === true || typeof manifest.name !== 'string') return false;
  return PUBLISHED.some((name) => manifest[name] !== undefined);
}
