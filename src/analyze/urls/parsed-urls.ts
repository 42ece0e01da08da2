import { makeObject } from '../members/objects.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { joinProvenance, listTexts, makeAtomsValue, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type TextValue, type UrlObjectValue, type Value } from '../values/values.ts';
import { getUrlMember } from './url-members.ts';
import { getPathAtoms, namesUrl } from './urls.ts';

/**
 * `url.parse(text)` and `urlToHttpOptions(url)` of Node: a plain object that `http.request` takes for its options, and to
 * which a program adds the method and the headers. Unlike in a URL object its members do not follow each other.
 */

const MEMBERS = ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'href'] as const;
const QUERY = ['query', 'hash', 'auth'] as const;

/** Path and query, as they are sent. */
function readPath(text: TextValue, url: UrlObjectValue): TextValue {
  return makeAtomsValue(getPathAtoms(text.atoms), joinProvenance([url, text]));
}

/** Is it said of the text that it is a whole URL, or do the callers say what it is? */
function mayNameUrl(text: TextValue): boolean {
  const [first, second] = text.atoms;
  return (
    namesUrl(text) || (first?.kind === 'env' && second === undefined) || (first?.kind === 'hole' && first.open !== null)
  );
}

/** The members of a URL as those of an object; null of what is no URL by itself, such as the path that a server was asked for. */
export function parseUrl(given: Value, { node, module, env }: BuiltinCall): Value | null {
  const texts = listOptions(given).flatMap((option) =>
    option.type === 'url' ? listTexts(option.href, node, module) : listTexts(option, node, module),
  );
  if (texts.length === 0 || !texts.every(mayNameUrl)) return null;
  return unite(
    texts.map((href) => {
      const url: UrlObjectValue = { type: 'url', href, ...NO_PROVENANCE };
      const unread = MEMBERS.map((name) => [name, getUrlMember(url, name, node, module)] as const);
      const query = QUERY.map(
        (name) => [name, { ...makeUnknown(node, module, 'it is part of a URL'), query: true }] as const,
      );
      const members = makeObject(Object.fromEntries([...unread, ...query, ['path', readPath(href, url)]]));
      // Told from others by the call: what is assigned to it later is found as it is for a literal.
      return { ...members, node, env, choices: href.choices ?? [] };
    }),
  );
}
