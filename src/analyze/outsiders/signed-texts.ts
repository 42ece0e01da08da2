import type { Identifier } from '@babel/types';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  contains,
  describeName,
  findCalleeRoot,
  getKeyName,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, isRead, type Module, readCode } from '../modules/module.ts';

/** A path that goes along with its request in a header, signed or hashed: what is sent and what is signed are one text. */

const HEADERS = /headers?$/i;
const OF_HEADERS = /^(?:authorization|x-[\w-]+|[\w-]*signature)$/i;

/** Names are followed through so many declarations: `payload`, `signature`, `headers`. */
const MAX_NAMES = 4;

/** `Object.assign`, `AbortSignal.timeout` and `signIn` are no such names. */
const SIGN = /(?<![aA]s|[dD]e)[sS]ign(?!al|[iI]n\b|In|[oO]ut|[uU]p)|SIGN/;
const MAKES_HASH = /hmac|hash|digest|md5|sha\d|crypt|\bupdate$/i;

/** `hmacSHA256(method + path, secret)`, `createHash('md5').update(path)` */
function isMade(part: SyntaxNode, whole: SyntaxNode, module: Module): boolean {
  for (let at = part; at !== whole; at = getParent(at) ?? whole) {
    const parent = getParent(at);
    if (parent === undefined || !isCallNode(parent) || !('callee' in parent) || parent.callee === at) continue;
    const name = describeName(unwrap(parent.callee));
    if (SIGN.test(name) || MAKES_HASH.test(name) || callsSigner(parent.callee, module)) return true;
  }
  return false;
}

/** `tag(method + path)`, where the function makes an HMAC, whatever it is called. */
function callsSigner(callee: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, unwrap(callee))?.source;
  const fn = source?.kind === 'function' ? source.fn : source?.kind === 'value' ? source.node : null;
  return fn !== null && isFunctionNode(unwrap(fn)) && speaksOfSignature(readCode(module, fn));
}

function isHeaderTarget(target: SyntaxNode): boolean {
  if (!isMemberNode(target)) return false;
  const name = nameMember(target);
  return (name !== null && OF_HEADERS.test(name)) || HEADERS.test(nameMember(unwrap(target.object)) ?? '');
}

/** The declaration, assignment or member around a part; the place where it is known whether it is a header. */
function findHolder(part: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(part); at !== undefined && !isFunctionNode(at); at = getParent(at)) {
    if (at.type === 'VariableDeclarator' || at.type === 'AssignmentExpression') return at;
    if (at.type === 'ObjectProperty' && !contains(at.key, part)) {
      const name = getKeyName(at.key, at.computed) ?? '';
      if (HEADERS.test(name) || OF_HEADERS.test(name)) return at;
    }
  }
  return null;
}

/** `hmac.update(path);`: what takes the part in, a statement of its own. */
function findTaker(part: SyntaxNode): Identifier | null {
  for (let at = part, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'ExpressionStatement' || isFunctionNode(parent)) return null;
    if (!isCallNode(parent) || !('callee' in parent) || parent.callee === at) continue;
    const name = nameMember(unwrap(parent.callee));
    if (name === null || !(SIGN.test(name) || MAKES_HASH.test(name))) continue;
    const root = findCalleeRoot(parent);
    if (root.type === 'Identifier') return root;
  }
  return null;
}

/** Does a function speak of a signature? Who only makes a hash may use it for a key of its own. */
function speaksOfSignature(code: string): boolean {
  return SIGN.test(code) || /hmac/i.test(code);
}

/** `return { digest: signature, timestamp };`: whoever calls the function sends it along. */
function isGivenBack(part: SyntaxNode): boolean {
  for (let at = part, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'ReturnStatement') return true;
    if (isFunctionNode(parent)) return parent.type === 'ArrowFunctionExpression' && parent.body === at;
  }
  return false;
}

/** `const token = jwt.sign({ uri: path })` … `headers: { authorization: token }`: this read of the text, or one beside it. */
export function isSigned(part: SyntaxNode, module: Module): boolean {
  const fn = findFunctionAround(part);
  if (fn === null) return false;
  if (goesIntoHeader(part, fn, module, false, MAX_NAMES)) return true;
  return part.type === 'Identifier' && isReadInHeader(part, part, fn, module, false, MAX_NAMES);
}

/** Does the name go into a header elsewhere in the function? */
function isReadInHeader(
  name: Identifier,
  apart: SyntaxNode,
  fn: SyntaxNode,
  module: Module,
  isMadeBefore: boolean,
  names: number,
): boolean {
  const script = findScript(module, name);
  const binding = findBinding(script, name);
  return script.identifiers
    .get(name.name)
    .some(
      (node) =>
        node !== apart &&
        contains(fn, node) &&
        isRead(node) &&
        findBinding(script, node) === binding &&
        goesIntoHeader(node, fn, module, isMadeBefore, names),
    );
}

function goesIntoHeader(
  part: SyntaxNode,
  fn: SyntaxNode,
  module: Module,
  isMadeBefore: boolean,
  names: number,
): boolean {
  const holder = findHolder(part);
  if (holder === null) {
    const taker = names === 0 ? null : findTaker(part);
    if (taker !== null) return isReadInHeader(taker, taker, fn, module, true, names - 1);
    return isMadeBefore && isGivenBack(part) && speaksOfSignature(readCode(module, fn));
  }
  const isMadeNow = isMadeBefore || isMade(part, holder, module);
  if (holder.type === 'ObjectProperty') return isMadeNow;
  if (holder.type === 'AssignmentExpression') {
    const target = unwrap(holder.left);
    if (target.type !== 'Identifier') return isMadeNow && isHeaderTarget(target);
    return names > 0 && isReadInHeader(target, target, fn, module, isMadeNow, names - 1);
  }
  if (holder.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier' || names === 0) return false;
  if (isMadeNow && HEADERS.test(holder.id.name)) return true;
  return isReadInHeader(holder.id, holder.id, fn, module, isMadeNow, names - 1);
}
