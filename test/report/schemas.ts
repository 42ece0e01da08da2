import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Schemas belong to their owners and are not part of the project: V1_SCHEMAS names a folder that holds them. */
const FOLDERS = [process.env.V1_SCHEMAS ?? '', resolve(import.meta.dirname, '../../../shared/schemas')];

export const SCHEMA_FOLDER = FOLDERS.find((folder) => folder !== '' && existsSync(folder)) ?? null;

export function readSchema(name: string): string {
  return readFileSync(resolve(SCHEMA_FOLDER ?? '', name), 'utf8');
}

if (SCHEMA_FOLDER === null)
  console.warn('SKIPPED: there are no schemas (V1_SCHEMAS=<folder>): SARIF, RDJSON and JUnit were not validated');
