import type { CallExpression } from '@babel/types';
import { nameCallee } from './nodes.ts';
import type { MemberAssignment } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers make of class fields, and of private ones, where the language of old has none. */

/** `__publicField(this, 'base', …)` */
const PUBLIC = /^(?:__publicField|_defineProperty|_define_property)$/;
/** `__classPrivateFieldSet(this, _Client_base, …, 'f')`, `__privateAdd(this, _base, …)` */
const PRIVATE = /^(?:__classPrivateFieldSet|__private(?:Add|Set))$/;
/** `__classPrivateFieldGet(this, _Client_base, 'f')`, `__privateMethod(this, _Client_instances, request_fn)` */
const READING = /^(?:__classPrivateFieldGet|__private(?:Get|Method))$/;

/** A private member goes by the name of the map that holds it: no other member can be called so. */
function namePrivate(key: SyntaxNode | undefined): string | null {
  return key?.type === 'Identifier' ? `#${key.name}` : null;
}

/** The field that a helper sets; null for other calls. */
export function findCompiledField(node: CallExpression): MemberAssignment | null {
  const helper = nameCallee(node.callee) ?? '';
  const [object, key, value] = node.arguments;
  if (object === undefined || value === undefined) return null;
  const name = PUBLIC.test(helper) && key?.type === 'StringLiteral' ? key.value : null;
  const known = PRIVATE.test(helper) ? namePrivate(key) : name;
  return known === null ? null : { object, target: node, name: known, value, operator: '=' };
}

export interface PrivateReading {
  readonly object: SyntaxNode;
  readonly name: string;
  /** The function that is the method or the getter. */
  readonly fn: SyntaxNode | null;
  readonly isGetter: boolean;
}

/** The private member that a helper reads; null for other calls. */
export function readPrivate(node: CallExpression): PrivateReading | null {
  const helper = nameCallee(node.callee) ?? '';
  if (!READING.test(helper)) return null;
  const [object, key, third, fourth] = node.arguments;
  const name = namePrivate(key);
  if (object === undefined || name === null) return null;
  const kind = third?.type === 'StringLiteral' ? third.value : null;
  const fn = (helper === '__classPrivateFieldGet' ? (kind === 'f' ? undefined : fourth) : third) ?? null;
  return { object, name, fn, isGetter: kind === 'a' || helper === '__privateGet' };
}
