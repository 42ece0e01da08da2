import { getTextHead, makeAtomsValue, splitAtoms } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';

/** `@post/calls` of better-fetch: the method stands in front of the path. */
export function splitMethod(url: Value): { readonly path: Value; readonly method: string | null } {
  if (url.type !== 'text') return { path: url, method: null };
  const [before, method] = /^@(\w+)(?=\/)/.exec(getTextHead(url)) ?? [];
  if (before === undefined || method === undefined) return { path: url, method: null };
  return { path: makeAtomsValue(splitAtoms(url.atoms, before.length)[1], url), method: method.toUpperCase() };
}
