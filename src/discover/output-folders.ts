import { existsSync } from 'node:fs';
import { getFolder, joinNames } from '../model/paths.ts';

/** Written by one tool and by nobody else. */
const TOOL_FOLDERS = new Set(
  (
    '.next .nuxt .svelte-kit .output .astro .angular .docusaurus .expo .turbo .nx .vercel .netlify .wrangler ' +
    '.serverless .aws-sam .cache .parcel-cache .vite .yarn .pnpm-store .nyc_output storybook-static'
  ).split(' '),
);

/** Often a build's output, and often somebody's own code (a `build/` of scripts, a page called `coverage`). */
const COMMON_NAMES = new Set(['dist', 'build', 'out', 'coverage']);

const PROJECT_FILES = ['package.json', 'deno.json', 'deno.jsonc', 'tsconfig.json', 'jsconfig.json'];

/** Tools put their output beside the project's manifest; deeper down such a name is somebody's own. */
function isProjectFolder(folder: string): boolean {
  return PROJECT_FILES.some((name) => existsSync(joinNames(folder, name)));
}

/** Is the file below a folder whose name alone says output? Where that did not decide, its text does. */
export function isBelowCommonName(path: string): boolean {
  return getFolder(path)
    .split('/')
    .some((name) => COMMON_NAMES.has(name));
}

/** Finds the folder of build output that a folder is or lies in; all relative to the cwd. */
export class OutputFolders {
  readonly #cwd: string;
  readonly #scope: string;
  readonly #known = new Map<string, string | undefined>();

  /** `scope` is the folder that was named on the command line: it and those above it are wanted, whatever they are called. */
  constructor(cwd: string, scope: string) {
    this.#cwd = cwd;
    this.#scope = scope;
  }

  /** Somebody committed a tracked `build/`, so there its name decides nothing. */
  find(folder: string, isTracked: boolean): string | undefined {
    if (folder === this.#scope || folder === '') return undefined;
    const key = isTracked ? folder : `${folder}/`;
    if (!this.#known.has(key)) this.#known.set(key, this.#decide(folder, isTracked));
    return this.#known.get(key);
  }

  #decide(folder: string, isTracked: boolean): string | undefined {
    const parent = getFolder(folder);
    const outer = this.find(parent, isTracked);
    if (outer !== undefined) return outer;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    if (TOOL_FOLDERS.has(name)) return folder;
    if (isTracked || !COMMON_NAMES.has(name)) return undefined;
    return parent === '' || isProjectFolder(joinNames(this.#cwd, parent)) ? folder : undefined;
  }
}
