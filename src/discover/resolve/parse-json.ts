import type { parse } from 'jsonc-parser';
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
