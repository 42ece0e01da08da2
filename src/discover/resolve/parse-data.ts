import type { parse } from 'jsonc-parser';
import type { parse as parseText } from 'yaml';
import { loadLibrary } from '../load-library.ts';

export function listStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function parseWithComments(text: string): unknown {
  const parser = loadLibrary('jsonc-parser') as { parse: typeof parse }; // rarely needed, slow to load
  return parser.parse(text, [], { allowTrailingComma: true });
}

/** A manifest, a config or data, comments and trailing commas allowed; of broken text what can be read of it. */
export function parseJson(text: string): object | undefined {
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = parseWithComments(text.replace(/^\uFEFF/, ''));
  }
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** How the names of such data end. */
export const YAML = /\.ya?ml$/;

/** Longer ones are no settings; they take long to read. */
const MAX_YAML = 500_000;

/** The first document of a YAML text; undefined where it is none, or not one that a program could read. */
export function parseYaml(text: string): object | undefined {
  if (text === '' || text.length > MAX_YAML) return undefined;
  const parser = loadLibrary('yaml') as { parse: typeof parseText }; // rarely needed, slow to load
  try {
    const value: unknown = parser.parse(text, { logLevel: 'silent' });
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // several documents, or a template of Helm: no settings that code reads
  }
}
