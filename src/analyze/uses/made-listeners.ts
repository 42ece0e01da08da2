import { findFunctionAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isCallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listReadings } from '../callers/stubbed-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';

/**
 * `socket.on('close', this.wrap(listener))` of `wrap(listener) { return (code) => listener(code); }`: a function around another that
 * somebody else calls. It stands in the place of no method, as that of a decorator does.
 */

/** Methods that keep or run a function that they are handed, under no name of the one who calls it. */
const TAKES_LISTENER =
  /^(?:(?:prepend)?on(?:ce)?|off|(?:add|remove)(?:Event)?Listener|subscribe|set|get|has|delete|add|push|then|catch|finally|set(?:Timeout|Interval|Immediate)|queueMicrotask|nextTick|forEach|map|filter|sort)$/;

/** Is the function, made where the node stands, only handed to such a method, or called at once? */
function isHandedAsListener(made: SyntaxNode, module: Module): boolean {
  let node = made;
  let parent = getParent(node);
  while (parent !== undefined && unwrap(parent) === unwrap(node)) [node, parent] = [parent, getParent(parent)];
  if (parent === undefined || parent.type === 'ExpressionStatement') return true;
  if (parent.type === 'VariableDeclarator')
    return (
      parent.id.type === 'Identifier' && listReadings(parent.id, module).every((read) => isHandedAsListener(read, module))
    );
  // `if (wrapped) …`
  if (parent.type === 'IfStatement') return parent.test === node;
  if (!isCallNode(parent) || !('arguments' in parent) || parent.type === 'NewExpression') return false;
  if (parent.callee === node) return true;
  const callee = unwrap(parent.callee);
  return (isMemberNode(callee) || callee.type === 'Identifier') && TAKES_LISTENER.test(nameCallee(callee) ?? '');
}

/** Does all that calls the maker of the function do no more with it? */
export function isMadeListener(evaluator: Evaluator, fn: FunctionNode): boolean {
  const maker = findFunctionAround(fn);
  const callers = maker === null ? [] : evaluator.index.listCallers(maker);
  return callers.length > 0 && callers.every(({ node, module }) => isHandedAsListener(node, module));
}
