import { unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Value } from '../values/values.ts';

/** What the language says a value is, where that can be told. */

/** What `typeof` says of a value; null where it can be several things. */
export function nameType(option: Value): string | null {
  switch (option.type) {
    case 'text':
      // A variable of the environment alone may be unset.
      return option.atoms.length !== 1 || option.atoms[0]?.kind === 'text' ? 'string' : null;
    case 'primitive':
      return typeof option.value;
    case 'function':
    case 'class':
      return 'function';
    case 'object':
    case 'array':
    case 'instance':
    case 'url':
      return 'object';
    default:
      return null;
  }
}

export function isArray(option: Value): boolean | null {
  return option.type === 'array' ? true : nameType(option) === null ? null : false;
}

/** `input instanceof URL`, `input instanceof Request`: no text is one. */
export function isInstance(option: Value, name: string): boolean | null {
  if (name !== 'URL' && name !== 'Request') return null;
  if (option.type === 'url') return name === 'URL';
  return nameType(option) === 'string' ? false : null;
}

/** What is there or not, or set or not. */
export type Asked = null | undefined | boolean;

/** `null`, `undefined`, `true`, `false`, as they are written; null for all others. */
export function readAskedPrimitive(node: SyntaxNode): { readonly asked: Asked } | null {
  const written = unwrap(node);
  if (written.type === 'NullLiteral') return { asked: null };
  if (written.type === 'BooleanLiteral') return { asked: written.value };
  return written.type === 'Identifier' && written.name === 'undefined' ? { asked: undefined } : null;
}

/** `option === asked`, or `==`; null where the language has rules of its own, or nobody knows. */
export function equalsPrimitive(option: Value, asked: Asked, isLoose: boolean): boolean | null {
  if (option.type === 'primitive') {
    if (option.value === asked) return true;
    const isConverted = isLoose && typeof asked === 'boolean' && option.value != null;
    return isConverted && typeof option.value !== 'boolean' ? null : isLoose && asked == null && option.value == null;
  }
  if (nameType(option) === null && option.type !== 'text') return null;
  return isLoose && typeof asked === 'boolean' ? null : false;
}
