import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { readDescription } from '../contract/api-description.ts';
import type { ApiDescription } from '../contract/catalog.ts';
import { readNamed, UserError } from '../errors.ts';
import { toRelative } from '../model/paths.ts';

function readText(cwd: string, name: string): string {
  const file = resolve(cwd, name);
  if (!existsSync(file)) throw new UserError(`--openapi: there is no file ${name}.`);
  if (!statSync(file).isFile()) throw new UserError(`--openapi: ${name} is not a file.`);
  return readNamed(`--openapi: ${name}`, () => readFileSync(file, 'utf8')).replace(/^\uFEFF/, '');
}

/** JSON is tried first: as YAML it would be read as well, ten times slower. */
function parseText(text: string, name: string): unknown {
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      // The YAML parser says where the mistake is.
    }
  }
  // 200 ms that only a run with a description pays.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const document = parseDocument(text, { merge: true, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [at] = error.linePos ?? [];
    const place = at === undefined ? name : `${name}:${at.line}:${at.col}`;
    const [message = ''] = error.message.split('\n');
    throw new UserError(`--openapi: ${place} is neither JSON nor YAML: ${message.replace(/ at line \d+.*$/, '')}.`);
  }
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases of aliases that would unfold to gigabytes.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`--openapi: ${name} cannot be read: ${reason}.`, { cause });
  }
}

/** The V1 operations of an OpenAPI 3 description in JSON or YAML; throws UserError for anything else. */
export function readOpenApi(cwd: string, name: string, versionPrefix: string): ApiDescription {
  const result = readDescription(parseText(readText(cwd, name), name), versionPrefix);
  // Reports name the file, and must not tell where on a machine the project lies.
  const file = isAbsolute(name) ? toRelative(cwd, name) : name;
  if (result.ok) return { file, operations: result.operations };
  throw new UserError(`--openapi: ${name} ${result.problem}.`, result.hint === undefined ? {} : { hint: result.hint });
}
