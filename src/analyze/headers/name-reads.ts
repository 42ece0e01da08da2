import {
  contains,
  describeName,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findCopiedEntries } from '../members/copied-entries.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';

/** Code that has the names of headers listed, and does more with them than to look the values up or to hand the headers on. */

const LISTING = /^(?:Object\.(?:keys|getOwnPropertyNames)|Reflect\.ownKeys)$/;
const ITERATING = /^(?:forEach|map|reduce|filter|some|every|for)$/;
const SETTING = /^(?:set|append|header|setHeader|setRequestHeader|has|get|delete)$/;

/** What the names of are listed; null for any other call. */
export function findListed(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  const [given] = node.arguments;
  if (LISTING.test(describeName(callee))) return given === undefined || given.type === 'SpreadElement' ? null : given;
  return isMemberNode(callee) && nameMember(callee) === 'keys' && given === undefined ? unwrap(callee.object) : null;
}

/** `headers[name]`, `request.setHeader(name, …)`, `copy[name.toLowerCase()]` */
function isLookUp(use: SyntaxNode): boolean {
  const parent = getParent(use);
  if (parent === undefined) return false;
  const call = isMemberNode(parent) && nameMember(parent) === 'toLowerCase' ? getParent(parent) : undefined;
  if (call?.type === 'CallExpression' && call.callee === parent) return isLookUp(call);
  if (isMemberNode(parent)) return parent.property === use && parent.computed;
  if (parent.type === 'ObjectProperty') return parent.key === use && parent.computed;
  return (
    parent.type === 'CallExpression' && parent.arguments[0] === use && SETTING.test(nameCallee(parent.callee) ?? '')
  );
}

function isOnlyLookedUp(param: SyntaxNode | undefined, within: SyntaxNode, module: Module): boolean {
  if (param?.type !== 'Identifier' || findBindingOf(module, param) === undefined) return false;
  return listReadings(param, module).every((use) => use === param || !contains(within, use) || isLookUp(use));
}

function isOnlyLookedUpIn(fn: FunctionNode, name: string, module: Module): boolean {
  return isOnlyLookedUp(fn.params[name === 'reduce' ? 1 : 0], fn, module);
}

/** Are the names listed to copy the headers, or to count them? */
export function isListedToCopy(listing: SyntaxNode, module: Module): boolean {
  const parent = getParent(listing);
  if (parent?.type === 'ForOfStatement' && parent.right === listing) {
    const name = parent.left.type === 'VariableDeclaration' ? parent.left.declarations[0]?.id : parent.left;
    return isOnlyLookedUp(name ?? undefined, parent, module);
  }
  if (parent === undefined || !isMemberNode(parent) || parent.object !== listing) return false;
  const name = nameMember(parent) ?? '';
  if (name === 'length') return true;
  const call = getParent(parent);
  // `Object.fromEntries(Object.keys(headers).map((name) => [name, headers[name]]))`
  const around = call === undefined ? undefined : getParent(call);
  if (around !== undefined && findCopiedEntries(around) !== null) return true;
  const [fn] = call?.type === 'CallExpression' && call.callee === parent ? call.arguments : [];
  return ITERATING.test(name) && fn !== undefined && isFunctionNode(fn) && isOnlyLookedUpIn(fn, name, module);
}
