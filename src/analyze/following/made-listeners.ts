import { findClassAround, findFunctionAround, findOutermost } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listOptions } from '../values/unions.ts';

/**
 * `socket.on('close', this.wrap(listener))` of `wrap(listener) { return (code) => listener(code); }`: a function around another that
 * somebody else calls. It stands in the place of no method, as that of a decorator does.
 */

/** Methods that keep or run a function that they are handed, under no name of the one who calls it. */
const TAKES_LISTENER =
  /^(?:(?:prepend)?on(?:ce)?|off|(?:add|remove)(?:Event)?Listener|subscribe|set|get|has|delete|add|push|then|catch|finally|set(?:Timeout|Interval|Immediate)|queueMicrotask|nextTick|forEach|map|filter|sort)$/;

/** `request({ uri }, done(callback))`: a client calls it with the answer. */
function sends(evaluator: Evaluator, callee: SyntaxNode, module: Module): boolean {
  return listOptions(evaluator.evaluate(callee, module, null)).every(
    (option) => option.type === 'client' || (option.type === 'external' && nameLibrary(option) !== undefined),
  );
}

/** Is everything that is done with a name no more than that? */
function isNameHanded(evaluator: Evaluator, name: SyntaxNode, module: Module): boolean {
  return listReadings(name, module)
    .filter((read) => {
      const parent = getParent(read);
      const isSet = parent?.type === 'AssignmentExpression' && parent.left === read;
      return !isSet && !(parent?.type === 'VariableDeclarator' && parent.id === read);
    })
    .every((read) => isHandedAsListener(evaluator, read, module));
}

/** Is the function, made where the node stands, only handed to such a method, or called at once? */
function isHandedAsListener(evaluator: Evaluator, made: SyntaxNode, module: Module): boolean {
  const node = findOutermost(made);
  const parent = getParent(node);
  if (parent === undefined || parent.type === 'ExpressionStatement') return true;
  if (parent.type === 'VariableDeclarator')
    return parent.id.type === 'Identifier' && isNameHanded(evaluator, parent.id, module);
  if (parent.type === 'AssignmentExpression')
    return parent.right === node && parent.left.type === 'Identifier' && isNameHanded(evaluator, parent.left, module);
  // `if (wrapped) …`
  if (parent.type === 'IfStatement') return parent.test === node;
  if (!isCallNode(parent) || !('arguments' in parent) || parent.type === 'NewExpression') return false;
  if (parent.callee === node) return true;
  const callee = unwrap(parent.callee);
  if (!isMemberNode(callee) && callee.type !== 'Identifier') return false;
  return TAKES_LISTENER.test(nameCallee(callee) ?? '') || sends(evaluator, callee, module);
}

interface Made {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** `this.wrap(event, listener)` in the class: also where nobody asks who calls the method. */
function listOwnCalls(maker: FunctionNode, module: Module): readonly Made[] {
  const name = maker.type === 'ClassMethod' ? nameKey(maker) : null;
  const owner = findClassAround(maker);
  if (name === null || owner === null) return [];
  return findScript(module, maker)
    .identifiers.get(name)
    .flatMap((key) => {
      const member = getParent(key);
      const call = member === undefined ? undefined : getParent(member);
      if (member === undefined || call === undefined || !isMemberNode(member) || !isCallNode(call)) return [];
      const isOwn = member.object.type === 'ThisExpression' && findClassAround(member) === owner;
      return isOwn && 'callee' in call && call.callee === member ? [{ node: call, module }] : [];
    });
}

/** `exports.list`, `module.exports` */
function isExports(target: SyntaxNode): boolean {
  const named = unwrap(target);
  if (named.type === 'Identifier') return named.name === 'exports';
  if (!isMemberNode(named)) return false;
  const { object } = named;
  return (
    isExports(object) || (object.type === 'Identifier' && object.name === 'module' && nameMember(named) === 'exports')
  );
}

/** `exports.list = asyncHandler(async (req, res) => …)`: what runs a function of the project stands in the place of no other. */
function wrapsOwn({ node: call, module }: Made): boolean {
  if (!isCallNode(call) || !('arguments' in call)) return false;
  const isOwn = call.arguments.some((argument) => {
    const given = unwrap(argument);
    return isFunctionNode(given) || findBindingOf(module, given)?.source.kind === 'function';
  });
  const parent = getParent(findOutermost(call));
  if (!isOwn || parent?.type === 'ObjectMethod') return false;
  if (parent?.type === 'AssignmentExpression') return isExports(parent.left);
  // `Object.defineProperty(client, 'get', { value: wrap(…) })`, `Object.assign(client, { get: wrap(…) })`
  const object = parent?.type === 'ObjectProperty' ? getParent(parent) : undefined;
  const around = object === undefined ? undefined : getParent(object);
  return around === undefined || !isCallNode(around);
}

/** Does a function give it back, and all that calls that do no more with it? */
export function isMadeListener(evaluator: Evaluator, fn: FunctionNode, module: Module): boolean {
  const parent = getParent(findOutermost(fn));
  const isGivenBack = parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression';
  const maker = isGivenBack ? findFunctionAround(fn) : null;
  if (maker === null) return false;
  const calls: readonly Made[] = [...evaluator.index.listCallers(maker), ...listOwnCalls(maker, module)];
  return (
    calls.length > 0 && calls.every((call) => isHandedAsListener(evaluator, call.node, call.module) || wrapsOwn(call))
  );
}
