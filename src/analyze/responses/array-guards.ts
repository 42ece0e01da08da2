import { isCallNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type Module, readCode } from '../modules/module.ts';

/** Code that asks what a body is before it reads it. */

/** `Array.isArray(body)` and its likes: the code looks first. */
export function isArrayTest(call: SyntaxNode): boolean {
  if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || call.type === 'NewExpression') return false;
  return nameMember(call.callee) === 'isArray';
}

/** `body instanceof Array` */
export function isInstanceOfArray(node: SyntaxNode): boolean {
  return node.type === 'BinaryExpression' && node.operator === 'instanceof' && nameCallee(node.right) === 'Array';
}

/** Where a test says of some code that it is a list: where it holds, or where it does not. */
type Side = 'yes' | 'no';

const OTHER_SIDE: Readonly<Record<Side, Side>> = { yes: 'no', no: 'yes' };

function findSide(test: SyntaxNode, code: string, module: Module): Side | null {
  const node = unwrap(test);
  const isSame = (asked: SyntaxNode | undefined) => asked !== undefined && readCode(module, unwrap(asked)) === code;
  if (isArrayTest(node) && 'arguments' in node) return isSame(node.arguments[0]) ? 'yes' : null;
  if (node.type === 'BinaryExpression') return isInstanceOfArray(node) && isSame(node.left) ? 'yes' : null;
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const side = findSide(node.argument, code, module);
    return side === null ? null : OTHER_SIDE[side];
  }
  if (node.type !== 'LogicalExpression' || node.operator === '??') return null;
  const wanted: Side = node.operator === '&&' ? 'yes' : 'no';
  return [node.left, node.right].some((part) => findSide(part, code, module) === wanted) ? wanted : null;
}

/** Does the code behind a statement run only where the statement was not reached? */
function leaves(statement: SyntaxNode): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last !== undefined && /^(?:Return|Throw|Continue|Break)Statement$/.test(last.type);
}

function isBehindGuard(statements: readonly SyntaxNode[], at: SyntaxNode, code: string, module: Module): boolean {
  return statements
    .slice(0, statements.indexOf(at))
    .some(
      (before) =>
        before.type === 'IfStatement' && findSide(before.test, code, module) === 'no' && leaves(before.consequent),
    );
}

function isChosenSide(parent: SyntaxNode, at: SyntaxNode, code: string, module: Module): boolean {
  switch (parent.type) {
    case 'ConditionalExpression':
    case 'IfStatement': {
      if (at === parent.test) return false;
      return findSide(parent.test, code, module) === (at === parent.consequent ? 'yes' : 'no');
    }
    case 'LogicalExpression': {
      if (at !== parent.right || parent.operator === '??') return false;
      return findSide(parent.left, code, module) === (parent.operator === '&&' ? 'yes' : 'no');
    }
    case 'BlockStatement':
    case 'Program':
      return isBehindGuard(parent.body, at, code, module);
    default:
      return false;
  }
}

/** Is some code where it stands a list for certain: `Array.isArray(body) ? body.map(…) : []`, `if (!Array.isArray(body)) return`? */
export function isKnownList(node: SyntaxNode, module: Module): boolean {
  const code = readCode(module, node);
  let at = node;
  for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at))
    if (isChosenSide(parent, at, code, module)) return true;
  return false;
}

/** `body.data ?? body`, `body.items ? … : …`, `if (body.agents)`: the member may be missing, and the code knows. */
export function isGuarded(member: SyntaxNode): boolean {
  let at = member;
  for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    switch (parent.type) {
      case 'LogicalExpression':
        return true;
      case 'ConditionalExpression':
      case 'IfStatement':
      case 'WhileStatement':
        return parent.test === at;
      case 'UnaryExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
        continue;
      case 'OptionalMemberExpression':
        if (parent.object !== at || parent.optional) return true;
        continue;
      default:
        return parent.type === 'CallExpression' && isArrayTest(parent);
    }
  }
  return false;
}
