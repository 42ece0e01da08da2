import type { CallExpression } from '@babel/types';
import { isMemberNode, nameCallee } from './nodes.ts';
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

/** `state.set(this, { base })`, `state.get(this)`: what a map keeps for an object that it knows by itself. */
function findKept(node: CallExpression, method: string): { readonly object: SyntaxNode; readonly name: string } | null {
  const [object] = node.arguments;
  if (object?.type !== 'ThisExpression' || !isMemberNode(node.callee) || nameCallee(node.callee) !== method)
    return null;
  const name = namePrivate(node.callee.object);
  return name === null ? null : { object, name };
}

/** `_defineProperty(object, 'path', …)`: it gives back the object. */
export function isHelperOfField({ callee }: CallExpression): boolean {
  return PUBLIC.test(nameCallee(callee) ?? '');
}

/** The field that a helper sets, or a map keeps; null for other calls. */
export function findCompiledField(node: CallExpression): MemberAssignment | null {
  const kept = findKept(node, 'set');
  const [, last] = node.arguments;
  if (kept !== null && last !== undefined && node.arguments.length === 2)
    return { ...kept, target: node, value: last, operator: '=' };
  const helper = nameCallee(node.callee) ?? '';
  const [object, key, value] = node.arguments;
  if (object === undefined || value === undefined) return null;
  const name = PUBLIC.test(helper) && key?.type === 'StringLiteral' ? key.value : null;
  const known = PRIVATE.test(helper) ? namePrivate(key) : name;
  return known === null ? null : { object, target: node, name: known, value, operator: '=' };
}

interface PrivateReading {
  readonly object: SyntaxNode;
  readonly name: string;
  /** The function that is the method or the getter. */
  readonly fn: SyntaxNode | null;
  readonly isGetter: boolean;
}

/** The private member that a helper reads; null for other calls. */
export function readPrivate(node: CallExpression): PrivateReading | null {
  const kept = node.arguments.length === 1 ? findKept(node, 'get') : null;
  if (kept !== null) return { ...kept, fn: null, isGetter: false };
  const helper = nameCallee(node.callee) ?? '';
  if (!READING.test(helper)) return null;
  const [object, key, third, fourth] = node.arguments;
  const name = namePrivate(key);
  if (object === undefined || name === null) return null;
  const kind = third?.type === 'StringLiteral' ? third.value : null;
  const fn = (helper === '__classPrivateFieldGet' ? (kind === 'f' ? undefined : fourth) : third) ?? null;
  return { object, name, fn, isGetter: kind === 'a' || helper === '__privateGet' };
}
