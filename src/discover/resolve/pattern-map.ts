import type { JsonObject } from '../../model/json-object.ts';

/** `key` is exact or has one `*`; the length of what stands before it decides which of several wins. */
function matchPattern(key: string, specifier: string): { readonly rank: number; readonly star: string } | undefined {
  const at = key.indexOf('*');
  if (at === -1) return key === specifier ? { rank: Number.POSITIVE_INFINITY, star: '' } : undefined;
  const [before, after] = [key.slice(0, at), key.slice(at + 1)];
  if (!specifier.startsWith(before) || !specifier.endsWith(after)) return undefined;
  if (specifier.length < before.length + after.length) return undefined;
  return { rank: at, star: specifier.slice(at, specifier.length - after.length) };
}

/** The value of the best matching key of a `paths`, `imports` or `exports` map, and what its `*` stands for. */
export function findMapping(
  map: JsonObject,
  specifier: string,
): { readonly value: unknown; readonly star: string } | undefined {
  const matches = Object.entries(map).flatMap(([key, value]) => {
    const match = matchPattern(key, specifier);
    return match === undefined ? [] : [{ value, ...match }];
  });
  return matches.sort((a, b) => b.rank - a.rank)[0];
}
