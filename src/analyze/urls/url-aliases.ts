import { getStart, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';

/** The names in one script that stand for one URL object: `const u = url`, `u = url`, `for (const u of [url])`, `request.url` of `{ url }`. */

export interface Aliases {
  /** The name that was asked for, or that of the object that holds it. */
  readonly binding: Binding;
  readonly bindings: ReadonlySet<Binding>;
  /** `request.url`, by the name that holds it. */
  readonly members: readonly { readonly owner: Binding; readonly member: string }[];
  /** Where the value that was asked for was read by another name: what changed it before is in it. */
  readonly since: number;
  /** What the bindings are called. */
  readonly names: readonly string[];
}

/** The name that a variable, or an element of a loop, gets the value of this node by. */
function findReceiver(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type === 'VariableDeclarator' && parent.init === node) return parent.id;
  if (parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.right === node) return parent.left;
  if (parent?.type !== 'ArrayExpression') return null;
  const loop = getParent(parent);
  if (loop?.type !== 'ForOfStatement' || loop.right !== parent || loop.left.type !== 'VariableDeclaration') return null;
  return loop.left.declarations[0]?.id ?? null;
}

/** `{ url }`, `{ url: target }` that a variable holds. */
function findHolder(node: SyntaxNode): { readonly owner: SyntaxNode; readonly member: string } | null {
  const property = getParent(node);
  if (property?.type !== 'ObjectProperty' || property.value !== node) return null;
  const literal = getParent(property);
  const owner = literal?.type === 'ObjectExpression' ? findReceiver(literal) : null;
  const member = nameKey(property);
  return owner === null || member === null ? null : { owner, member };
}

/** What a name is given where it is declared, or the one time that it is given something. */
function findInitial({ source, assignments: [only, ...others] }: Binding): SyntaxNode | null {
  if (source.kind !== 'value' || source.steps.length > 0) return null;
  if (source.node !== null) return unwrap(source.node);
  return only !== undefined && others.length === 0 && only.steps.length === 0 ? unwrap(only.node.right) : null;
}

/** What a member of a variable's object literal is, where it is a name. */
function findHeld(node: SyntaxNode, module: Module): { readonly owner: Binding; readonly value: SyntaxNode } | null {
  if (!isMemberNode(node)) return null;
  const object = unwrap(node.object);
  const owner = findBindingOf(module, object);
  const literal = owner === undefined ? null : findInitial(owner);
  const name = nameMember(node);
  if (owner === undefined || name === null || literal?.type !== 'ObjectExpression') return null;
  for (const property of literal.properties)
    if (property.type === 'ObjectProperty' && nameKey(property) === name)
      return property.value.type === 'Identifier' ? { owner, value: property.value } : null;
  return null;
}

/** Names that stand for the same object, from one of them; null where the expression is no name. */
export function listAliases(expression: SyntaxNode, module: Module): Aliases | null {
  const held = findHeld(expression, module);
  const start = held?.value ?? expression;
  const binding = findBindingOf(module, start);
  if (binding === undefined) return null;
  const facts = findScript(module, expression);
  const bindings = new Set([binding]);
  const members: { readonly owner: Binding; readonly member: string }[] = [];
  // A set hands out what is added while it is walked.
  for (const at of bindings) {
    const initial = findInitial(at);
    const above = findBindingOf(module, initial);
    if (above !== undefined) bindings.add(above);
    for (const node of facts.identifiers.get(at.name)) {
      const receiver = findReceiver(node);
      const holder = findHolder(node);
      if ((receiver === null && holder === null) || findBindingOf(module, node) !== at) continue;
      const alias = findBindingOf(module, receiver);
      if (alias !== undefined) bindings.add(alias);
      const owner = holder?.owner.type === 'Identifier' ? findBindingOf(module, holder.owner) : undefined;
      if (owner !== undefined && holder !== null) members.push({ owner, member: holder.member });
    }
  }
  const since = held === null ? findSince(binding, findInitial(binding)) : getStart(held.value);
  return { binding, bindings, members, since, names: [...new Set([...bindings].map(({ name }) => name))] };
}

/** What `const { url } = options`, or `const url = options.url`, calls the member of `options`. */
function findMemberName(node: SyntaxNode, member: string): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'ObjectPattern') {
    for (const property of parent.id.properties) {
      if (property.type !== 'ObjectProperty' || nameKey(property) !== member) continue;
      return property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
    }
  }
  const isRead = parent !== undefined && isMemberNode(parent) && parent.object === node;
  return isRead && nameMember(parent) === member ? findReceiver(parent) : null;
}

/** Names that stand for a member of what a parameter is given; null where the parameter has no name. */
export function listMemberAliases(param: SyntaxNode, member: string, module: Module): Aliases | null {
  const binding = findBindingOf(module, param);
  if (binding === undefined) return null;
  const bindings = new Set<Binding>();
  for (const node of findScript(module, param).identifiers.get(binding.name)) {
    const name = findBindingOf(module, node) === binding ? findMemberName(node, member) : null;
    const alias = findBindingOf(module, name);
    if (alias !== undefined) bindings.add(alias);
  }
  const names = [...new Set([...bindings].map(({ name }) => name))];
  return { binding, bindings, members: [{ owner: binding, member }], since: -1, names };
}

function findSince({ source }: Binding, initial: SyntaxNode | null): number {
  if (source.kind === 'element') return getStart(source.of);
  return initial?.type === 'Identifier' ? getStart(initial) : -1;
}

export function isAlias(expression: SyntaxNode, { bindings, members }: Aliases, module: Module): boolean {
  const node = unwrap(expression);
  if (node.type === 'Identifier') {
    const binding = findBindingOf(module, node);
    return binding !== undefined && bindings.has(binding);
  }
  if (!isMemberNode(node)) return false;
  const object = unwrap(node.object);
  const owner = findBindingOf(module, object);
  const name = nameMember(node);
  return owner !== undefined && members.some((held) => held.owner === owner && held.member === name);
}
