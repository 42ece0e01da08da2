import type * as t from '@babel/types';
import { contains, getEnd, getStart, isFunctionNode, isLoop, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import type { Binding } from './scopes.ts';
import type { SyntaxNode } from './tree.ts';

/** `if (options === undefined) options = {};`: a name that is given a default after it has its value. */

export interface Fill {
  /** The name where it is asked whether it has a value. */
  readonly asked: t.Identifier;
  /** What it must not be: undefined, nothing, or anything that is not true. */
  readonly without: 'undefined' | 'nullish' | 'falsy';
  readonly value: t.Expression;
}

function isUndefined(node: SyntaxNode): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void')
  );
}

function readComparison(test: t.BinaryExpression): Omit<Fill, 'value'> | null {
  const [left, right] = [unwrap(test.left), unwrap(test.right)];
  const isLoose = test.operator === '==';
  if (!isLoose && test.operator !== '===') return null;
  if (left.type === 'UnaryExpression' && left.operator === 'typeof') {
    const asked = unwrap(left.argument);
    const isAsked = right.type === 'StringLiteral' && right.value === 'undefined' && asked.type === 'Identifier';
    return isAsked ? { asked, without: 'undefined' } : null;
  }
  if (left.type !== 'Identifier') return null;
  if (isUndefined(right)) return { asked: left, without: isLoose ? 'nullish' : 'undefined' };
  return isLoose && right.type === 'NullLiteral' ? { asked: left, without: 'nullish' } : null;
}

/** `x === undefined`, `x == null`, `!x`, `typeof x === 'undefined'`: what is asked, and what it then is not. */
function readTest(given: SyntaxNode): Omit<Fill, 'value'> | null {
  const test = unwrap(given);
  if (test.type === 'BinaryExpression') return readComparison(test);
  if (test.type !== 'UnaryExpression' || test.operator !== '!') return null;
  const asked = unwrap(test.argument);
  return asked.type === 'Identifier' ? { asked, without: 'falsy' } : null;
}

/** The statement that does nothing else, read as the default that it gives a name. */
export function readFill({ test, consequent, alternate }: t.IfStatement): Fill | null {
  const [only, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  if (alternate != null || others.length > 0 || only?.type !== 'ExpressionStatement') return null;
  const { expression } = only;
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return null;
  const asked = expression.left.type === 'Identifier' ? readTest(test) : null;
  const isSame = expression.left.type === 'Identifier' && asked?.asked.name === expression.left.name;
  return asked !== null && isSame ? { ...asked, value: expression.right } : null;
}

function findCondition(assignment: t.AssignmentExpression): t.IfStatement | null {
  const statement = getParent(assignment);
  const around = statement?.type === 'ExpressionStatement' ? getParent(statement) : undefined;
  const condition = around?.type === 'BlockStatement' ? getParent(around) : around;
  return condition?.type === 'IfStatement' ? condition : null;
}

function findFunction(node: SyntaxNode): SyntaxNode | undefined {
  let at = getParent(node);
  while (at !== undefined && !isFunctionNode(at)) at = getParent(at);
  return at;
}

function isInLoop(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (isLoop(at)) return true;
  return false;
}

/** The default that a name has where it is used, if that is the last that it was given. */
export function findFill({ assignments, declaration }: Binding, use: SyntaxNode): Fill | null {
  const own = findFunction(declaration);
  const isLater = (node: SyntaxNode) => getStart(node) > getStart(use);
  const last = assignments.findLast(({ node }) => !isLater(node))?.node;
  const condition = last === undefined ? null : findCondition(last);
  const block = condition === null ? undefined : getParent(condition);
  if (condition === null || block === undefined || getEnd(condition) > getStart(use)) return null;
  // In a function that is called later, or in a loop, what stands further down has happened as well.
  const isOnce = findFunction(use) === own && !isInLoop(condition);
  if (assignments.some(({ node }) => findFunction(node) !== own || (isLater(node) && !isOnce))) return null;
  if ((block.type !== 'BlockStatement' && block.type !== 'Program') || !contains(block, use)) return null;
  return readFill(condition);
}

/** `function get(path, base) { if (base === undefined) base = BASE; … }`: a parameter that is given its default, and nothing else. */
export function findParamFill({ source, assignments }: Binding): Fill | null {
  const [only, ...others] = assignments;
  const condition = only === undefined || others.length > 0 ? null : findCondition(only.node);
  const isOwn = source.kind === 'param' && condition !== null && getParent(condition) === source.fn.body;
  return isOwn ? readFill(condition) : null;
}
