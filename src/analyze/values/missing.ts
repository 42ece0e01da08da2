import type { Value } from './values.ts';

/** Was nothing given? */

export function isUndefined(value: Value): boolean {
  return value.type === 'primitive' && value.value === undefined;
}

export function isNullish(value: Value): boolean {
  return value.type === 'primitive' && (value.value === undefined || value.value === null);
}

export function isEmptyText(value: Value): boolean {
  return value.type === 'text' && value.atoms.length === 0;
}
