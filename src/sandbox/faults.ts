import type { Catalog } from '../contract/catalog.ts';
import { findOperation } from '../contract/match.ts';
import { suggest } from '../nearest.ts';

/** Faults without a parameter, in the words of `--fault` and of the header `x-sandbox-fault`. */
export const FAULT_NAMES = ['error-after-200', 'reset', 'slow', 'truncated', '429', '500', 'html', 'redirect'] as const;

/** The header that asks for a fault in one answer. */
export const FAULT_HEADER = 'x-sandbox-fault';

const ENVELOPE = 'envelope:';

export type Fault =
  | { readonly kind: (typeof FAULT_NAMES)[number] }
  /** The list at this path of the reference answers in another envelope. */
  | { readonly kind: 'envelope'; readonly path: string };

/** The fault of that name; a message that says what there is instead when there is none. */
export function parseFault(catalog: Catalog, name: string): Fault | { readonly message: string } {
  const kind = FAULT_NAMES.find((known) => known === name);
  if (kind !== undefined) return { kind };
  if (name.startsWith(ENVELOPE)) {
    const path = name.slice(ENVELOPE.length);
    const operation = findOperation(catalog, 'GET', path);
    if (operation?.envelope !== undefined) return { kind: 'envelope', path: operation.path };
    const lists = catalog.operations.filter(({ envelope }) => envelope !== undefined).map((row) => row.path);
    return { message: `No list has the path ${path}.${suggest(path, lists)}` };
  }
  const names = [...FAULT_NAMES, `${ENVELOPE}<path>`];
  return { message: `There are ${names.join(', ')}.${suggest(name, FAULT_NAMES)}` };
}
