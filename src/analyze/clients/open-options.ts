import { listTexts, makeUnknown } from '../texts/texts.ts';
import { splitAtPath } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { ClientCall } from './client.ts';

/** Options that are put together of others: `client({ ...config, ...options })` of a wrapper that nobody here calls. */

const OPEN: ReadonlySet<Value['type']> = new Set(['param', 'unknown', 'external']);

/** What is spread into options without a URL and may bring one; null where all of it is known. */
export function findOpenUrl(call: ClientCall, options: Value | undefined): Value | null {
  for (const object of options === undefined ? [] : listOptions(options)) {
    if (object.type !== 'object') continue;
    for (const { kind, slot } of object.entries) {
      if (kind !== 'spread' || slot.kind !== 'expression') continue;
      const values = listOptions(call.evaluator.evaluateSlot(slot, object));
      if (values.some(({ type }) => OPEN.has(type)))
        return makeUnknown(slot.node, slot.module, 'nobody in the project says what it holds');
    }
  }
  return null;
}

/** `https://host/calls` may be all there is to a URL; a host alone is not. */
export function hasPath(call: ClientCall, base: Value): boolean {
  return listTexts(base, call.node, call.module).some(({ atoms }) =>
    splitAtPath(atoms)[1].some((atom) => atom.kind !== 'text' || /[^/]/.test(atom.text)),
  );
}
