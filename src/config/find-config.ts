import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNamed } from '../errors.ts';

export const CONFIG_FILE = 'v1-migrate.config.json';
const PACKAGE_KEY = 'v1-migrate';

/** A config as text. `key` says which member of the file holds it; null: the whole file. */
export interface ConfigText {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly key: string | null;
}

function readOwnFile(folder: string): ConfigText | null {
  const file = join(folder, CONFIG_FILE);
  return existsSync(file) ? { file, text: readNamed(CONFIG_FILE, () => readFileSync(file, 'utf8')), key: null } : null;
}

/** A dependency entry has the same text; only a member of the root is the config. */
function holdsConfig(manifest: string): boolean {
  try {
    const root: unknown = JSON.parse(manifest.replace(/^\uFEFF/, ''));
    return typeof root === 'object' && root !== null && Object.hasOwn(root, PACKAGE_KEY);
  } catch {
    // Who looks for the config's values says what is wrong with the file. A dependency's value is no object.
    return new RegExp(`"${PACKAGE_KEY}"\\s*:\\s*\\{`).test(manifest);
  }
}

function readPackage(folder: string): ConfigText | null {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const text = readNamed('package.json', () => readFileSync(file, 'utf8'));
  return text.includes(`"${PACKAGE_KEY}"`) && holdsConfig(text) ? { file, text, key: PACKAGE_KEY } : null;
}

/** The folders to look in: from `cwd` up to the root of its repository; only `cwd` when it is in none. */
function listFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, '.git'))) return folders;
    if (folder === dirname(folder)) return [cwd];
  }
}

/** The nearest config for an absolute `cwd`; a file of its own comes before `package.json`. */
export function findConfig(cwd: string): ConfigText | null {
  for (const folder of listFolders(cwd)) {
    const found = readOwnFile(folder) ?? readPackage(folder);
    if (found !== null) return found;
  }
  return null;
}
