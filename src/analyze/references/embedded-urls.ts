import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { makeAtomsValue } from '../texts/texts.ts';
import type { TextValue } from '../values/values.ts';

/** URLs in the midst of larger texts: in messages, and in markup that a program writes. */

/** A URL behind other words, and what a link of a page leads to. */
const EMBEDDED =
  /(?<=.)https?:\/\/[^\s"'<>\\`]+|(?<=\b(?:href|src|action|formaction|hx-[a-z]+)=\\?["']?)(?:\/|\0)[^\s"'<>\\`]*/gis;

/** `<Redirect>https://own.example${CALLS}</Redirect>`: the texts of other literals that such a URL holds. */
export function listEmbedded({ atoms }: TextValue, node: SyntaxNode, module: Module): readonly TextValue[] {
  const isShared = atoms.some(
    ({ kind, ...atom }) =>
      kind === 'text' &&
      'origin' in atom &&
      atom.origin != null &&
      (atom.origin.file !== module.path || atom.origin.start < getStart(node) || atom.origin.end > getEnd(node)),
  );
  if (!isShared) return [];
  return [...flatten(atoms).matchAll(EMBEDDED)].map(({ 0: found, index }) =>
    makeAtomsValue(sliceFlat(atoms, index, index + found.length)),
  );
}

/** `<audio src="https://…/recording">` in a text: a browser asks for it as for what JSX says. */
const LINK =
  /(?<=<[a-z][^<>]*\s(?:href|src|action|formaction|poster|data)=\\?["']?)(?:https?:\/\/|\0\/)[^\s"'<>\\`]*/gis;

/** `<Redirect>https://…/calls</Redirect>`, `<Dial statusCallback="https://…">`: what whoever is answered with such a document asks for. */
const IN_DOCUMENT =
  /(?<=<[A-Z]\w*(?:\s[^<>]*)?>\s*)https?:\/\/[^\s"'<>\\`]*(?=\s*<\/)|(?<=<[A-Z]\w*\s(?:[^<>]*\s)?(?:url|\w*[cC]allback(?:Url)?)=\\?["'])https?:\/\/[^\s"'<>\\`]*/gs;

function listLinks({ atoms }: TextValue): readonly TextValue[] {
  const flat = flatten(atoms);
  return [...flat.matchAll(LINK), ...flat.matchAll(IN_DOCUMENT)].map(({ 0: found, index }) =>
    makeAtomsValue(sliceFlat(atoms, index, index + found.length)),
  );
}

/** The links of a text that can be one of several, each with the ways to write it. */
export function groupLinks(texts: readonly TextValue[]): readonly (readonly TextValue[])[] {
  const [first = [], ...others] = texts.map(listLinks);
  return first.map((link, index) => [link, ...others.flatMap((links) => links[index] ?? [])]);
}
