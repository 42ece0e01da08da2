import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { readPathname } from '../texts/taken-texts.ts';
import {
  findKnownText,
  getTextHead,
  joinProvenance,
  listTexts,
  makeAtomsValue,
  makeText,
  makeUnknown,
} from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { UrlObjectValue, Value } from '../values/values.ts';
import { spellUrl } from './spelled-urls.ts';
import { splitAtPath, toOrigin } from './urls.ts';

/** The parts of a URL object. */

/** What `url.pathname`, `url.host` and the others are of a URL object. */
export function getUrlMember(url: UrlObjectValue, name: string, node: SyntaxNode, module: Module): Value {
  if (name === 'href') return spellUrl(url);
  const texts = listTexts(url.href, node, module);
  if (name === 'searchParams' || name === 'search')
    return { ...makeUnknown(node, module, 'it is the query string'), query: true };
  if (name === 'pathname') return unite(texts.map((text) => readPathname(text, joinProvenance([url, text]))));
  if (name === 'origin')
    return unite(texts.map((text) => makeAtomsValue(splitAtPath(text.atoms)[0], joinProvenance([url, text]))));
  if (name === 'protocol')
    return unite(
      texts.map((text) => {
        const scheme = /^[a-z][a-z\d+.-]*:/i.exec(getTextHead(text))?.[0];
        return scheme === undefined ? makeUnknown(node, module, 'it is part of a URL') : makeText(scheme);
      }),
    );
  if (name !== 'host' && name !== 'hostname') return makeUnknown(node, module, 'it is part of a URL');
  return unite(
    texts.map((text) => {
      const [authority] = splitAtPath(text.atoms);
      const known = findKnownText(makeAtomsValue(authority));
      if (known !== null) return makeText(known.replace(/^[a-z+.-]*:?\/\//i, ''));
      const [only] = authority;
      // The callers may say which URL it is, and a variable that holds it may be a base.
      const isWhole = authority.length === 1 && (only?.kind === 'env' || (only?.kind === 'hole' && only.open !== null));
      return isWhole
        ? makeAtomsValue(toOrigin(authority), joinProvenance([url, text]))
        : makeUnknown(node, module, 'the host is not known');
    }),
  );
}
