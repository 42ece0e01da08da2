import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Vectors belong to others and are no part of the project: V1_VECTORS names a folder that holds them. */
const FOLDERS = [process.env.V1_VECTORS ?? '', fileURLToPath(new URL('../../../shared/vectors', import.meta.url))];

/** The parsed vector file, or null when this checkout has none. Its shape is the caller's to know. */
export function readVectors<T>(name: string): T | null {
  const folder = FOLDERS.find((candidate) => candidate !== '' && existsSync(`${candidate}/${name}`));
  return folder === undefined ? null : JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
}
