import type * as t from '@babel/types';
import { findCompiledField } from './compiled-fields.ts';
import { type CallNode, isFunctionNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from './nodes.ts';
import { setParent } from './parents.ts';
import { findReturned } from './returned.ts';
import type { MemberAssignment } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** `Object.assign(target, { name: value })` and what packages call it: the target has the members from then on. */

const MERGE = /^(?:assign|assignIn|objectAssign|extend|_extend|merge|mixin)$/;

export function isMerging(node: t.CallExpression): boolean {
  return MERGE.test(nameCallee(node.callee) ?? '') && !isOwnMethod(node.callee);
}

/** `this.effects.assign(node, state)`: what a class has of its own is called something, and merges nothing. */
function isOwnMethod(callee: SyntaxNode): boolean {
  let object = callee;
  while (isMemberNode(object)) object = unwrap(object.object);
  return object !== callee && (object.type === 'ThisExpression' || object.type === 'Super');
}

/** The call that gives the members of its other arguments to its first, where that is something with a name, or is made there. */
export function findMergeTarget(node: CallNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length < 2 || !isMerging(node)) return null;
  const target = unwrap(node.arguments[0] as SyntaxNode);
  const isNamed = target.type === 'Identifier' || target.type === 'ThisExpression' || isMemberNode(target);
  // `Object.assign(new Client(), { host })`
  return isNamed || target.type === 'NewExpression' ? target : null;
}

function toAssignment(object: SyntaxNode, member: t.ObjectExpression['properties'][number]): MemberAssignment | null {
  if (member.type === 'SpreadElement' || (member.type === 'ObjectMethod' && member.kind !== 'method')) return null;
  const name = nameKey(member);
  if (name === null) return null;
  return { object, target: member, name, value: member.type === 'ObjectMethod' ? member : member.value, operator: '=' };
}

/** `Reflect.set(target, 'name', value)`, `Object.defineProperty(target, 'name', { value })` */
export function findDefined(node: CallNode): MemberAssignment | null {
  if (node.type !== 'CallExpression') return null;
  const field = findCompiledField(node);
  if (field !== null || !isMemberNode(node.callee)) return field;
  const name = nameCallee(node.callee);
  const owner = unwrap(node.callee.object);
  if (owner.type !== 'Identifier' || !/^(?:Reflect|Object)$/.test(owner.name)) return null;
  const [object, key, given] = node.arguments;
  if (object === undefined || key?.type !== 'StringLiteral' || given === undefined) return null;
  // What a compiled module gives by getters is told by `compiled-modules.ts`.
  const isExported = object.type === 'Identifier' && object.name === 'exports';
  const value = name === 'defineProperty' ? findDescribed(unwrap(given), !isExported) : name === 'set' ? given : null;
  return value === null ? null : { object, target: node, name: key.value, value, operator: '=' };
}

/** What `get() { return '/calls'; }` gives, where that is all it does. */
function findGiven(getter: SyntaxNode): SyntaxNode | null {
  if (!isFunctionNode(getter)) return null;
  if (getter.body.type !== 'BlockStatement') return getter.body;
  const [only, ...others] = getter.body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? (only.argument ?? null) : null;
}

/** The value that a descriptor holds, or that it is read by: `{ value }`, `{ get() { return … } }`. */
function findDescribed(descriptor: SyntaxNode, withGetters = true): SyntaxNode | null {
  if (descriptor.type !== 'ObjectExpression') return null;
  for (const member of descriptor.properties) {
    const name = nameKey(member);
    if (member.type === 'ObjectProperty' && name === 'value') return member.value;
    if (name !== 'get' || !withGetters || member.type === 'SpreadElement') continue;
    return findGiven(member.type === 'ObjectMethod' ? member : unwrap(member.value));
  }
  return null;
}

/** `Object.defineProperties(target, { name: { value }, other: { get() { … } } })` */
export function listDefined(node: CallNode): readonly MemberAssignment[] {
  const one = findDefined(node);
  if (one !== null) return [one];
  if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'defineProperties') return [];
  const [object, given] = node.arguments;
  if (object === undefined || given?.type !== 'ObjectExpression') return [];
  return given.properties.flatMap((member) => {
    const name = nameKey(member);
    const value = member.type === 'ObjectProperty' ? findDescribed(unwrap(member.value)) : null;
    return name === null || value === null ? [] : [{ object, target: node, name, value, operator: '=' }];
  });
}

/** Stands for the name of a member where a whole object is merged in, and where the name is computed. */
export const MERGED = '...';
export const COMPUTED = '[]';

/** Stands for the name of a member where it is taken from the object. */
export function nameRemoval(name: string): string {
  return `delete ${name}`;
}

/** `delete options.name`, `delete options[key]` */
export function findRemoved(node: t.UnaryExpression): MemberAssignment | null {
  const target = unwrap(node.argument);
  if (node.operator !== 'delete' || !isMemberNode(target)) return null;
  const name = nameMember(target) ?? COMPUTED;
  return toRemoval(unwrap(target.object), target, name, target.property);
}

/** `Reflect.deleteProperty(options, 'name')` */
export function findRemovedByCall(node: CallNode): MemberAssignment | null {
  if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'deleteProperty') return null;
  const [object, key] = node.arguments;
  if (object === undefined || key === undefined) return null;
  return toRemoval(unwrap(object), node, key.type === 'StringLiteral' ? key.value : COMPUTED, key);
}

/** `key`: the name, where it is computed. */
function toRemoval(object: SyntaxNode, target: SyntaxNode, name: string, key: SyntaxNode): MemberAssignment | null {
  if (object.type === 'ThisExpression') return null;
  return { object, target, name: nameRemoval(name), value: key, operator: 'delete' };
}

/** What such a call merges in beside literals. */
export function listSources(node: CallNode): readonly MemberAssignment[] {
  const object = findMergeTarget(node);
  if (object === null || !('arguments' in node)) return [];
  return node.arguments.slice(1).flatMap((value: SyntaxNode) => {
    const isOpen = value.type !== 'ObjectExpression' || value.properties.some(({ type }) => type === 'SpreadElement');
    return value.type === 'SpreadElement' || !isOpen
      ? []
      : [{ object, target: node, name: MERGED, value, operator: '=' }];
  });
}

/** `this.setState({ path: '/calls' })` of a component gives `this.state` the members. */
function listStateMembers(node: CallNode): readonly MemberAssignment[] {
  if (node.type !== 'CallExpression' || !isMemberNode(node.callee) || nameMember(node.callee) !== 'setState') return [];
  const { object: self } = node.callee;
  const [given] = node.arguments;
  const state = given === undefined ? null : unwrap(given);
  const literal = state !== null && isFunctionNode(state) ? findReturned(state) : state;
  if (self.type !== 'ThisExpression' || literal?.type !== 'ObjectExpression') return [];
  const place = { start: self.start, end: self.end };
  const property = { type: 'Identifier', name: 'state', ...place };
  const target = { type: 'MemberExpression', object: self, property, computed: false, ...place } as SyntaxNode;
  setParent(target, node);
  return literal.properties.flatMap((member) => toAssignment(target, member) ?? []);
}

/** The members that literals among the arguments give the target of such a call. */
export function listMerged(node: CallNode): readonly MemberAssignment[] {
  const object = findMergeTarget(node);
  const state = object === null ? listStateMembers(node) : [];
  if (state.length > 0) return state;
  if (object === null || !('arguments' in node)) return [];
  return node.arguments.slice(1).flatMap((source: SyntaxNode) => {
    const literal = unwrap(source);
    if (literal.type !== 'ObjectExpression') return [];
    return literal.properties.flatMap((member) => toAssignment(object, member) ?? []);
  });
}
