import { findAnnotation } from '../../syntax/declared-members.ts';
import { contains, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listCasts } from '../../syntax/plain-literals.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import type { Emission } from './emission.ts';

/** Which literals serve one request alone, so that they may change for it. */

/** What passes a literal on without changing whose it is: branches, casts, `JSON.stringify(…)`, an object around it. */
function passesOn(parent: SyntaxNode, node: SyntaxNode): boolean {
  switch (parent.type) {
    case 'ConditionalExpression':
      return parent.test !== node;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ObjectProperty':
    case 'ObjectExpression':
    case 'LogicalExpression':
      return true;
    case 'CallExpression':
      return parent.callee !== node && parent.callee.type === 'MemberExpression' && isStringify(parent.callee);
    default:
      return false;
  }
}

function isStringify(callee: Extract<SyntaxNode, { type: 'MemberExpression' }>): boolean {
  const { object } = callee;
  return object.type === 'Identifier' && object.name === 'JSON' && nameMember(callee) === 'stringify';
}

/** `Buffer.byteLength(body)` and `body.length` go along with whatever the body is. */
function isMeasured(name: SyntaxNode): boolean {
  const parent = getParent(name);
  if (parent?.type === 'MemberExpression') return nameMember(parent) === 'length';
  return parent?.type === 'CallExpression' && nameMember(parent.callee) === 'byteLength';
}

/** May this literal change for this request alone? It stands in the call, or in a name that is read once, for it. */
export function isOwn(module: Module, node: SyntaxNode, emission: Emission): boolean {
  const { site, sink, request } = emission;
  if (site.module === module && contains(site.node, node)) return true;
  const carrier = request.message?.carrier?.call ?? null;
  if (carrier !== null && sink.node === site.node && sink.module === module && contains(carrier, node)) return true;
  let at = node;
  let parent = getParent(at);
  while (parent !== undefined && passesOn(parent, at)) {
    at = parent;
    parent = getParent(at);
  }
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
  const binding = findBindingOf(module, parent.id);
  if (
    binding === undefined ||
    [...module.exports.values()].some((found) => found.kind === 'binding' && found.binding === binding)
  )
    return false;
  const reads = findScript(module, parent)
    .identifiers.get(binding.name)
    .filter(
      (name) =>
        name !== binding.declaration && isRead(name) && findBindingOf(module, name) === binding && !isMeasured(name),
    );
  const [read] = reads;
  if (reads.length !== 1 || read === undefined) return false;
  // Read once, and there by the request itself or by a literal of which the same holds.
  return isOwn(module, read, emission);
}

/** Types that take any member. */
const OPEN_TYPE = /^(?:Record|Object|Body(?:Init)?|AxiosRequestConfig|any)$/;

function restricts(type: SyntaxNode | null | undefined): boolean {
  if (type?.type === 'TSTypeLiteral') return true;
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  return type.typeName.name !== 'const' && !OPEN_TYPE.test(type.typeName.name);
}

/** `const body: SetLlm = { llmId }`, `{ llmId } satisfies SetLlm`: with other members it would not compile. */
export function isTypedLiteral(node: SyntaxNode): boolean {
  if (listCasts(node).some(({ type }) => restricts(type))) return true;
  const parent = getParent(node);
  return parent?.type === 'VariableDeclarator' && restricts(findAnnotation(parent.id));
}
