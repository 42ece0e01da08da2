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
