import type { Atom, SingleValue, Value } from './values.ts';

/** What makes two values one: what they are, and the branch and call that they belong to, not what they passed through. */

const numbers = new WeakMap<object, number>();
let nextNumber = 0;

/** The same number for the same object. */
function numberOf(object: object | null | undefined): number {
  if (object === null || object === undefined) return 0;
  const known = numbers.get(object);
  if (known !== undefined) return known;
  nextNumber += 1;
  numbers.set(object, nextNumber);
  return nextNumber;
}

function describeAtom(atom: Atom): string {
  if (atom.kind === 'text') return `t${atom.origin?.literal ?? ''}@${atom.origin?.start ?? ''}:${atom.text}`;
  if (atom.kind === 'env') return `e${atom.home}:${atom.name}${atom.isOrigin === true ? '/' : ''}`;
  return `h${numberOf(atom.node)}`;
}

/** Without its branch and call. */
function describeIdentity(value: SingleValue): string {
  switch (value.type) {
    case 'text':
      return value.atoms.map(describeAtom).join('|');
    case 'primitive':
      return `p${String(value.value)}`;
    case 'object':
      return `o${numberOf(value.entries)}:${numberOf(value.node)}`;
    case 'array':
      return `a${numberOf(value.elements)}:${numberOf(value.node)}`;
    case 'function':
      return `f${numberOf(value.fn)}:${numberOf(value.env)}:${numberOf(value.self)}:${value.bound.length === 0 ? 0 : numberOf(value.bound)}${value.flipped === undefined ? '' : ':flipped'}${value.members === undefined ? '' : `:${numberOf(value.members.entries)}`}`;
    case 'class':
      return `c${numberOf(value.node)}:${numberOf(value.env)}`;
    case 'instance':
      return `i${numberOf(value.of.node)}:${numberOf(value.of.env)}:${numberOf(value.construction)}:${value.any}`;
    case 'external':
      return `x${value.module}:${value.path.join('.')}:${numberOf(value.made)}`;
    case 'client':
      return `n${value.library}:${value.path.join('.')}:${numberOf(value.made)}:${numberOf(value.options)}:${numberOf(value.env)}`;
    case 'url':
      return `u${value.href.type === 'union' ? numberOf(value.href) : describeIdentity(value.href)}`;
    case 'module':
      return `m${value.module.path}`;
    case 'param':
      return `r${numberOf(value.open.fn)}:${numberOf(value.node)}:${value.path.join('.')}`;
    case 'env-object':
      return `env${value.prefix ?? ''}`;
    case 'unknown':
      return `?${numberOf(value.node)}:${value.query}`;
  }
}

/** The same text for equal values, whatever the branch they belong to. */
export function contentKey(value: SingleValue): string {
  return `${describeIdentity(value)} ${value.via === undefined ? '' : numberOf(value.via.call)}`;
}

/** The same text for equal values. */
export function identityKey(value: SingleValue): string {
  const choices = (value.choices ?? []).map(({ source, option }) => `${source}=${option}`).join('&');
  return `${contentKey(value)} ${choices}`;
}

/** The same for a value that may be missing; null for a union, which is none of its options. */
export function describeValue(value: Value | null): string | null {
  if (value === null) return '';
  return value.type === 'union' ? null : identityKey(value);
}
