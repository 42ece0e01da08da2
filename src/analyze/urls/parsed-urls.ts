import type { SyntaxNode } from '../../syntax/tree.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { joinProvenance, listTexts, makeAtomsValue, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type TextValue, type UrlObjectValue, type Value } from '../values/values.ts';
import { getUrlMember } from './url-members.ts';
import { getPathAtoms, mayNameUrl } from './urls.ts';

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

/** `/agents?limit=10`: a path that the program itself writes down, as generated clients do before they add a query. */
function isWrittenPath({ atoms }: TextValue): boolean {
  const [first] = atoms;
  return first?.kind === 'text' && /^\/(?:[^/]|$)/.test(first.text);
}

/** The members of a path without a host. */
function parsePath(href: TextValue, { node, module, env }: BuiltinCall): Value {
  const end = flatten(href.atoms).search(/[?#]/);
  const pathname = end === -1 ? href : makeAtomsValue(sliceFlat(href.atoms, 0, end), href);
  const query = [...QUERY, 'search'].map((name) => [name, makeQueryPart(node, module)] as const);
  const members = makeObject(Object.fromEntries([...query, ['pathname', pathname], ['path', href], ['href', href]]));
  return { ...members, node, env, choices: href.choices ?? [] };
}

function makeQueryPart(node: SyntaxNode, module: Module): Value {
  return { ...makeUnknown(node, module, 'it is part of a URL'), query: true };
}

/** The members of a URL as those of an object; null of what is no URL by itself, such as the path that a server was asked for. */
export function parseUrl(given: Value, call: BuiltinCall): Value | null {
  const { node, module, env } = call;
  const texts = listOptions(given).flatMap((option) =>
    option.type === 'url' ? listTexts(option.href, node, module) : listTexts(option, node, module),
  );
  if (texts.length > 0 && texts.every(isWrittenPath)) return unite(texts.map((text) => parsePath(text, call)));
  if (texts.length === 0 || !texts.every(mayNameUrl)) return null;
  return unite(
    texts.map((href) => {
      const url: UrlObjectValue = { type: 'url', href, ...NO_PROVENANCE };
      const unread = MEMBERS.map((name) => [name, getUrlMember(url, name, node, module)] as const);
      const query = QUERY.map((name) => [name, makeQueryPart(node, module)] as const);
      const members = makeObject(Object.fromEntries([...unread, ...query, ['path', readPath(href, url)]]));
      // Told from others by the call: what is assigned to it later is found as it is for a literal.
      const parsed: Value = { ...members, node, env, choices: href.choices ?? [] };
      // `parsed.format()` is `url.format(parsed)`.
      const bound = [{ kind: 'value', value: parsed }] as const;
      const format: Value = { type: 'external', module: 'url', path: ['format'], made: null, bound, ...NO_PROVENANCE };
      const entry = { kind: 'slot', name: 'format', slot: { kind: 'value', value: format } } as const;
      return { ...parsed, entries: [...members.entries, entry] };
    }),
  );
}
