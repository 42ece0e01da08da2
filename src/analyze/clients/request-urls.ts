import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { spellUrl } from '../urls/spelled-urls.ts';
import { mayNameUrl } from '../urls/urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';

/** `request.url` of `new Request(url, init)`, of a copy of it, and of a request that is made of another one. */

/** Requests that are made of each other. */
export const MAX_COPIES = 3;

/** What the platform's `Request` is made with; null for all else. */
export function findRequestArguments({ made, path }: ExternalValue): readonly Argument[] | null {
  if (made === null || path.length > 0) return null;
  const { by, args } = made;
  // A request that may be sent again is sent as a copy.
  if (by.path.at(-1) === 'clone') return findRequestArguments({ ...by, path: by.path.slice(0, -1) });
  return by.path.at(-1) === 'Request' ? args : null;
}

function listAddresses(evaluator: Evaluator, request: ExternalValue, depth: number): readonly Value[] {
  const args = findRequestArguments(request);
  if (args === null || depth > MAX_COPIES) return [request];
  return listOptions(evaluator.getArgument(args, 0) ?? UNDEFINED).flatMap((option) =>
    option.type === 'external' ? listAddresses(evaluator, option, depth + 1) : [option],
  );
}

/** Null for another member, and for what it was not told, as where the page says the host. */
export function findRequestUrl(
  evaluator: Evaluator,
  request: ExternalValue,
  name: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  if (name !== 'url' || findRequestArguments(request) === null) return null;
  const texts = listAddresses(evaluator, request, 0).flatMap((url) => listTexts(url, node, module));
  if (!texts.every(mayNameUrl)) return null;
  return unite(texts.map((href) => spellUrl({ type: 'url', href, ...NO_PROVENANCE })));
}
