import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Vectors that stand outside the repository: beside a checkout, or nowhere. */
const FOLDERS = ['/work/shared/vectors', fileURLToPath(new URL('../../../shared/vectors', import.meta.url))];

/** The parsed vector file, or null when this checkout has none. Its shape is the caller's to know. */
export function readVectors<T>(name: string): T | null {
  const folder = FOLDERS.find((candidate) => existsSync(`${candidate}/${name}`));
  return folder === undefined ? null : JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
}
