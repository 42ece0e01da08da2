import type * as t from '@babel/types';
import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { findKnownText } from './texts.ts';

/** Texts that a program writes out, or gives a name: `'/'`, `const SLASH = '/'`, `MARKS.slash`. */

/** Sums within sums, and names within them. */
const MAX_PIECES = 16;

/** A table that is written out. */
export function findTable(node: SyntaxNode): t.ObjectExpression | null {
  const value = unwrap(node);
  return value.type === 'ObjectExpression' ? value : null;
}

/** The value that a table is written with under a name. */
export function findMember(table: t.ObjectExpression, name: string): SyntaxNode | null {
  const member = table.properties.findLast((one) => one.type !== 'SpreadElement' && nameKey(one) === name);
  return member?.type === 'ObjectProperty' ? member.value : null;
}

/** `Path.Calls` of an enum of the file. */
function findEnumMember(object: SyntaxNode, name: string, module: Module): SyntaxNode | null {
  const source = findBindingOf(module, object)?.source;
  if (source?.kind !== 'enum') return null;
  const member = source.node.members.find(({ id }) => (id.type === 'Identifier' ? id.name : id.value) === name);
  return member?.initializer ?? null;
}

/** What a name stands for, where the file gives it once: that of a variable, or of a member of a table or an enum. */
function findValue(node: SyntaxNode, module: Module): SyntaxNode | null {
  if (isMemberNode(node)) {
    const name = nameMember(node);
    if (name === null) return null;
    const object = unwrap(node.object);
    const owner = findValue(object, module);
    const table = owner === null ? null : findTable(owner);
    return table === null ? findEnumMember(object, name, module) : findMember(table, name);
  }
  const binding = findBindingOf(module, node);
  if (binding?.source.kind !== 'value' || binding.assignments.length > 0 || binding.isCounted) return null;
  return binding.source.steps.length === 0 ? binding.source.node : null;
}

/** The name of a map, `MARKS`, that is only asked. */
function isOnlyAsked(name: string, node: SyntaxNode, module: Module): boolean {
  return findScript(module, node)
    .identifiers.get(name)
    .every((at) => {
      const parent = getParent(at);
      const changes =
        parent !== undefined && isMemberNode(parent) && /^(?:set|delete|clear)$/.test(nameMember(parent) ?? '');
      return !changes;
    });
}

/** What `MARKS.get('slash')` gives of `const MARKS = new Map([['slash', '/']])`; null where that is not written out in the file. */
export function findMapped(call: SyntaxNode, module: Module): SyntaxNode | null {
  if (!isCallNode(call) || !('arguments' in call) || call.type === 'NewExpression') return null;
  const callee = unwrap(call.callee);
  const holder = isMemberNode(callee) && nameMember(callee) === 'get' ? unwrap(callee.object) : null;
  const map = holder?.type === 'Identifier' ? findValue(holder, module) : null;
  if (holder?.type !== 'Identifier' || map?.type !== 'NewExpression' || nameCallee(map.callee) !== 'Map') return null;
  const [list] = map.arguments;
  const key = readConstant(call.arguments[0], module);
  if (key === null || list?.type !== 'ArrayExpression' || !isOnlyAsked(holder.name, holder, module)) return null;
  const entry = list.elements.findLast(
    (one) => one?.type === 'ArrayExpression' && readConstant(one.elements[0] ?? undefined, module) === key,
  );
  return entry?.type === 'ArrayExpression' ? (entry.elements[1] ?? null) : null;
}

function findGiven(node: SyntaxNode, module: Module): SyntaxNode | null {
  if (isCallNode(node)) return findMapped(node, module);
  return node.type === 'Identifier' || isMemberNode(node) ? findValue(node, module) : null;
}

/** The literal that stands behind what is given, be it under a name of the file. */
export function findConstant(node: SyntaxNode | undefined, module: Module, depth = 0): t.StringLiteral | null {
  const inner = node === undefined ? node : unwrap(node);
  if (inner?.type === 'StringLiteral') return inner;
  if (inner === undefined || depth > MAX_PIECES) return null;
  return findConstant(findGiven(inner, module) ?? undefined, module, depth + 1);
}

/** A text that is written out in the file, in pieces or under a name: `'(?<!:)' + SEPARATOR + '+'`. */
export function readConstant(node: SyntaxNode | undefined, module: Module, depth = 0): string | null {
  // `var pattern = pattern + '$'` names itself.
  if (depth > MAX_PIECES) return null;
  const inner = node === undefined ? node : unwrap(node);
  if (inner?.type === 'StringLiteral') return inner.value;
  if (inner?.type === 'BinaryExpression' && inner.operator === '+') {
    const [left, right] = [inner.left, inner.right].map((side) => readConstant(side, module, depth + 1));
    return left == null || right == null ? null : left + right;
  }
  const value = inner === undefined ? null : findGiven(inner, module);
  return value === null || value.type === 'Identifier' ? null : readConstant(value, module, depth + 1);
}

/** The same of a text that another file may hold. */
export function readNamed(evaluator: Evaluator, node: SyntaxNode | undefined, module: Module): string | null {
  const known = readConstant(node, module);
  const inner = node === undefined ? node : unwrap(node);
  if (known !== null || inner === undefined) return known;
  const isMapped = isCallNode(inner) && 'callee' in inner && nameCallee(inner.callee) === 'get';
  if (inner.type !== 'Identifier' && !isMemberNode(inner) && !isMapped) return null;
  return findKnownText(evaluator.evaluate(inner, module, null));
}
