import type * as t from '@babel/types';
import { makeArray, makeObject } from '../members/objects.ts';
import { listOptions, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type TextValue, UNDEFINED, type Value } from '../values/values.ts';
import { cutText } from './characters.ts';
import { compilePattern } from './regexps.ts';
import { findKnownText } from './texts.ts';

/** `const [, host, path] = URL.match(/^https:\/\/([^/]+)(.*)$/)`: each group is a part of the text, at its place. */

type Range = readonly [number, number];

function listGroups(text: TextValue, pattern: t.RegExpLiteral): Value | null {
  const known = findKnownText(text);
  const flags = `${pattern.flags.replace(/[dgy]/g, '')}d`;
  const expression = known === null ? null : compilePattern(pattern, known, flags);
  if (known === null || expression === null) return null;
  const found = expression.exec(known);
  if (found === null) return { type: 'primitive', value: null, ...NO_PROVENANCE };
  const cut = (range: Range | undefined): Value | null =>
    range === undefined ? UNDEFINED : cutText(text, range[0], { end: range[1] });
  const groups = [...(found.indices ?? [])].map(cut);
  const named = Object.entries(found.indices?.groups ?? {}).flatMap(([name, range]) => {
    const value = cut(range);
    return value === null ? [] : [[name, value] as const];
  });
  if (!groups.every((group) => group !== null)) return null;
  return { ...makeArray(groups), ...(named.length === 0 ? {} : { groups: makeObject(Object.fromEntries(named)) }) };
}

/** What `text.match(pattern)` and `pattern.exec(text)` give; null where the text is not known, or all matches are asked for. */
export function matchGroups(receiver: Value, pattern: t.RegExpLiteral | null): Value | null {
  if (pattern === null || /[gy]/.test(pattern.flags)) return null;
  const matches = listOptions(receiver).map((option) => (option.type === 'text' ? listGroups(option, pattern) : null));
  const known = matches.filter((match) => match !== null);
  return known.length === matches.length ? unite(known) : null;
}
