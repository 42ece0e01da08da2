import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts, isPossible } from '../texts/concat-texts.ts';
import { findKnownText, listTexts, makeAtomsValue, makeText, makeUnknown } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, mapUrls, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type TextValue, type Value } from '../values/values.ts';
import { spellUrl } from './spelled-urls.ts';
import { getPathAtoms, resolveUrl, splitAtPath, toOrigin } from './urls.ts';

/** What a URL object becomes when a member of it is set. */

/** The members that decide where a request goes. */
const MEMBERS = ['href', 'protocol', 'host', 'hostname', 'port', 'pathname'] as const;

export type UrlMember = (typeof MEMBERS)[number];

export function isUrlMember(name: string): name is UrlMember {
  return (MEMBERS as readonly string[]).includes(name);
}

/** The leading slash that a pathname has, whatever it is set to. */
function toPath(text: TextValue): TextValue {
  const head = text.atoms[0];
  const isBare = head?.kind === 'text' && !head.text.startsWith('/');
  return isBare ? { ...text, atoms: [...makeText('/').atoms, ...text.atoms] } : text;
}

/** The hole that the URL is, where it is not known at all. */
function readHole({ atoms: [only, ...others] }: TextValue): SyntaxNode | null {
  return only?.kind === 'hole' && others.length === 0 ? only.node : null;
}

/**
 * `url.pathname = url.pathname.replace(/\/+$/, '') + '/'`, where the URL may be one that is not known at all: its path stays
 * behind its host, and is none of the others that the URL may be.
 */
function listOwnPaths(href: TextValue, paths: readonly TextValue[], hrefs: readonly TextValue[]): readonly TextValue[] {
  const own = readHole(href);
  const holes = hrefs.map(readHole);
  const begins = ({ atoms: [head] }: TextValue, hole: SyntaxNode | null) => head?.kind === 'hole' && head.node === hole;
  const possible = paths.filter(
    (path) => begins(path, own) || !holes.some((hole) => hole !== own && begins(path, hole)),
  );
  return (possible.length === 0 ? paths : possible).map((path) =>
    toPath(begins(path, own) ? { ...path, atoms: path.atoms.slice(1) } : path),
  );
}

function setPath(href: Value, path: Value, hrefs: readonly TextValue[], node: SyntaxNode, module: Module): Value {
  const paths = listTexts(path, node, module);
  const texts = listTexts(href, node, module);
  // The base of a class that has no path of its own goes with none, as long as others go with theirs.
  const fitting = texts.filter((text) => paths.some((one) => isPossible([text, one])));
  return unite(
    (fitting.length === 0 ? texts : fitting).map((text) => {
      const origin = makeAtomsValue(toOrigin(splitAtPath(text.atoms)[0]), text);
      return concatTexts([[origin], listOwnPaths(text, paths, hrefs)], node, module);
    }),
  );
}

function appendPath(href: Value, tail: Value, node: SyntaxNode, module: Module): Value {
  // The pathname of a bare origin is "/", so that "+=" behind it would double the slash.
  const bases = listTexts(href, node, module).map((text) =>
    splitAtPath(text.atoms)[1].length === 0 ? makeAtomsValue([...text.atoms, ...makeText('/').atoms], text) : text,
  );
  return concatTexts([bases, listTexts(tail, node, module)], node, module);
}

/** `url.href += 'calls'`: behind the URL as it is spelt. */
function appendText(href: Value, tail: Value, node: SyntaxNode, module: Module): Value {
  const pieces = [spellUrl({ type: 'url', href, ...NO_PROVENANCE }), tail];
  return concatTexts(
    pieces.map((piece) => listTexts(piece, node, module)),
    node,
    module,
  );
}

/** The port stays with `hostname`. */
function setHost(href: Value, host: Value, node: SyntaxNode, module: Module): Value {
  const paths = listTexts(href, node, module).map((text) => makeAtomsValue(getPathAtoms(text.atoms), text));
  return concatTexts([[makeText('https://')], listTexts(host, node, module), paths], node, module);
}

/** Another scheme or port is another origin; which one it is, is known where both are written out. */
function setOrigin(href: Value, given: Value, name: 'protocol' | 'port', node: SyntaxNode, module: Module): Value {
  const set = listTexts(given, node, module).map(findKnownText);
  return unite(
    listTexts(href, node, module).flatMap((text) =>
      set.map((known) => {
        const [authority] = splitAtPath(text.atoms);
        const own = findKnownText(makeAtomsValue(authority));
        if (known === null || own === null) return makeUnknown(node, module, `its ${name} is set`);
        const origin =
          name === 'port'
            ? own.replace(/(?::\d+)?$/, known === '' ? '' : `:${known}`)
            : own.replace(/^[a-z][a-z\d+.-]*:?(?=\/\/)/i, `${known.replace(/:$/, '')}:`);
        return makeAtomsValue([...makeText(origin).atoms, ...getPathAtoms(text.atoms)], text);
      }),
    ),
  );
}

interface UrlChange {
  readonly name: UrlMember;
  readonly given: Value;
  readonly operator: string;
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** `url.pathname = '/calls'`, `url.pathname += '/calls'`, `url.href = …` */
export function changeUrl(url: Value, { name, given, operator, node, module }: UrlChange): Value {
  const hrefs = listOptions(url).flatMap((option) =>
    option.type === 'url' ? listTexts(option.href, node, module) : [],
  );
  return mapUrls(url, (href) => {
    if (name === 'host' || name === 'hostname') return setHost(href, given, node, module);
    if (name === 'protocol' || name === 'port') return setOrigin(href, given, name, node, module);
    if (name === 'href')
      return resolveUrl(operator === '+=' ? appendText(href, given, node, module) : given, null, node, module);
    return operator === '+=' ? appendPath(href, given, node, module) : setPath(href, given, hrefs, node, module);
  });
}

function assignFrom(evaluator: Evaluator, url: Value, source: Value, node: SyntaxNode, module: Module): Value {
  const change = (current: Value, name: UrlMember, given: Value) =>
    changeUrl(current, { name, given, operator: '=', node, module });
  if (source.type === 'primitive') return url;
  // What is not known may set any member; that the path is not known is said, and it is looked for with the callers.
  if (source.type === 'param') return change(url, 'pathname', evaluator.getProperty(source, 'pathname', node, module));
  if (source.type !== 'object')
    return change(url, 'pathname', makeUnknown(node, module, 'it may be set by an object that is not known'));
  return MEMBERS.reduce((current, name) => {
    const given = evaluator.getProperty(source, name, node, module);
    return isUndefined(given) ? current : change(current, name, given);
  }, url);
}

/** `Object.assign(url, { pathname: '/calls' })` */
export function assignToUrl(
  evaluator: Evaluator,
  url: Value,
  sources: readonly Value[],
  node: SyntaxNode,
  module: Module,
): Value {
  return sources.reduce(
    (current, source) =>
      unite(listOptions(source).map((option) => assignFrom(evaluator, current, option, node, module))),
    url,
  );
}
