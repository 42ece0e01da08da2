import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vitest/config';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['src', 'transforms'].map((name) => join(ROOT, name) + sep);

/**
 * Gives a test that imports a source what was compiled of it, for Node itself to load. The runner's own way of loading is
 * slower, and so is what it loads: each use of an import is the look-up of a property.
 */
export function useCompiled(): Plugin {
  return {
    name: 'use-compiled',
    enforce: 'pre',
    resolveId(id, importer) {
      const folder = process.env.V1_COMPILED;
      if (folder === undefined || importer === undefined || !/^\.{0,2}\/.*\.ts$/.test(id)) return null;
      const path = resolve(importer, '..', id);
      if (!SOURCES.some((source) => path.startsWith(source))) return null;
      const compiled = join(folder, 'sources', path.slice(ROOT.length)).replace(/\.ts$/, '.js');
      return existsSync(compiled) ? compiled : null;
    },
  };
}
