import type { ObjectProperty } from '@babel/types';
import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { isOwnKey } from '../questions/own-keys.ts';
import { listOptions } from '../values/unions.ts';

/**
 * Addresses that others are compared with: `url === 'https://…/calls'`, the keys of a table, the elements of a set, a case, what
 * a map is asked for. They change with the requests for them, and mean nothing any more where those stay.
 */

const ASKING = /^(?:has|includes|startsWith|endsWith|indexOf|lastIndexOf|equals)$/;

/** `new Set(['https://…'])`, `new Map([['https://…', 60]])` */
function isOfCollection(list: SyntaxNode): boolean {
  const outer = getParent(list);
  const made = outer?.type === 'ArrayExpression' ? getParent(outer) : outer;
  return made?.type === 'NewExpression' && /^(?:Set|Map)$/.test(nameCallee(made.callee) ?? '');
}

/** Functions and names between an address and what it is compared with. */
const MAX_STEPS = 3;

/** `cache.get(url)` in `const peek = (url) => cache.get(url)`: is what a name stands for compared wherever it is read? */
function isComparedByName(evaluator: Evaluator, name: SyntaxNode, module: Module, steps: number): boolean {
  if (name.type !== 'Identifier') return false;
  const binding = findBindingOf(module, name);
  const readings = findScript(module, name)
    .identifiers.get(name.name)
    .filter((node) => node !== name && isRead(node) && findBindingOf(module, node) === binding);
  return readings.length > 0 && readings.every((node) => isCompared(evaluator, node, module, steps));
}

/** `seen.get(URLS.calls)` of `const URLS = { calls: 'https://…/calls' }` */
function isComparedByMember(evaluator: Evaluator, member: ObjectProperty, module: Module, steps: number): boolean {
  const table = getParent(member);
  const declarator = table === undefined ? undefined : getParent(findOutermost(table));
  const name = nameKey(member);
  if (name === null || declarator?.type !== 'VariableDeclarator') return false;
  const read = listReadings(declarator.id, module).map((reading) => getParent(reading));
  const own = read.flatMap((node) => (node !== undefined && isMemberNode(node) ? [node] : []));
  const asked = own.filter((node) => nameMember(node) === name);
  const isKnown = own.length === read.length && own.every((node) => nameMember(node) !== null);
  return isKnown && asked.length > 0 && asked.every((node) => isCompared(evaluator, node, module, steps));
}

/** `peek('https://…/calls')` of a function that does nothing else with it. */
function isComparedByCall(evaluator: Evaluator, node: SyntaxNode, module: Module, steps: number): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return false;
  const index = call.arguments.findIndex((argument) => argument === node);
  const callees = index === -1 ? [] : listOptions(evaluateCallee(evaluator, call, module, null));
  return (
    callees.length > 0 &&
    callees.every((callee) => {
      const param = callee.type === 'function' ? callee.fn.params[index + callee.bound.length] : undefined;
      return callee.type === 'function' && param != null && isComparedByName(evaluator, param, callee.module, steps);
    })
  );
}

export function isCompared(evaluator: Evaluator, address: SyntaxNode, module: Module, steps = MAX_STEPS): boolean {
  const node = findOutermost(address);
  if (isComparedHere(node) || isOwnKey(evaluator, node, module)) return true;
  if (steps === 0) return false;
  const parent = getParent(node);
  if (parent?.type === 'VariableDeclarator') return isComparedByName(evaluator, parent.id, module, steps - 1);
  if (parent?.type === 'ObjectProperty') return isComparedByMember(evaluator, parent, module, steps - 1);
  return isComparedByCall(evaluator, node, module, steps - 1);
}

function isComparedHere(node: SyntaxNode): boolean {
  const parent = getParent(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^[=!]==?$/.test(parent.operator);
    case 'SwitchCase':
      return parent.test === node;
    case 'ObjectProperty':
      return parent.key === node;
    case 'ArrayExpression':
      return parent.elements[0] === node ? isOfCollection(parent) : isElementOfSet(parent);
    case 'CallExpression':
    case 'OptionalCallExpression':
      return (
        parent.arguments[0] === node && isMemberNode(parent.callee) && ASKING.test(nameMember(parent.callee) ?? '')
      );
    default:
      if (parent === undefined || !isMemberNode(parent)) return false;
      // `seen['https://…/calls']`, `url.slice('https://…/calls'.length)`
      return parent.object === node ? nameMember(parent) === 'length' : parent.computed;
  }
}

function isElementOfSet(list: SyntaxNode): boolean {
  const made = getParent(list);
  return made?.type === 'NewExpression' && nameCallee(made.callee) === 'Set';
}
