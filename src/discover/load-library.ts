import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/**
 * Libraries that few runs need, loaded when one does, and at once because discover is synchronous. The entry points say
 * how: `import.meta` must not stand in a module that a transform reaches, since jscodeshift has Babel turn them all into
 * CommonJS.
 */
type LoadLibrary = (name: string) => unknown;

let load: LoadLibrary | null = null;

export function setLibraryLoader(loader: LoadLibrary): void {
  load = loader;
}

export function loadLibrary(name: string): unknown {
  load ??= createRequire(resolve('package.json'));
  return load(name);
}
