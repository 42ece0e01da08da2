import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { getTextHead, listTexts, makeAtomsValue, makeText, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl, splitAtPath } from '../urls/urls.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

const VERSIONED = /^\/v\d+(?:\/|$)/;

/** `https://host/` and a hole: where the program changes the path on its way, what is written is not what arrives. */
export function forgetPath(url: Value, node: SyntaxNode, module: Module, reason: string, isSent = false): Value {
  return unite(
    listTexts(url, node, module).map((text): Value => {
      const [origin, path] = splitAtPath(text.atoms);
      if (path[0]?.kind === 'text' && VERSIONED.test(path[0].text)) return text;
      const sent = listTexts(makeUnknown(node, module, reason), node, module).flatMap(({ atoms }) => atoms);
      // A path is sent alone: what changes it may well give it a host.
      if (isSent && text.atoms[0]?.kind === 'text' && !isAbsoluteUrl(text)) {
        const slash = getTextHead(text).startsWith('/') ? [] : makeText('/').atoms;
        return makeAtomsValue([...sent, ...slash, ...text.atoms], text);
      }
      return makeAtomsValue([...origin, ...makeText('/').atoms, ...sent], text);
    }),
  );
}

/** What is left of a member of a request that others may set: of a URL its host, of a host nothing. */
export function forgetAddress(value: Value, name: string, node: SyntaxNode, module: Module): Value {
  const reason = 'a function that is handed it may change it';
  return /^(?:url|uri|href|path|pathname)$/i.test(name)
    ? forgetPath(value, node, module, reason)
    : makeUnknown(node, module, reason);
}
