import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, isMemberNode, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `for (var _i = 1; _i < arguments.length; _i++) parts[_i - 1] = arguments[_i];`: what compilers write for `...parts`,
 * and what people wrote before there was one.
 */

export interface CompiledRest {
  readonly fn: FunctionNode;
  /** The first argument that the list takes. */
  readonly index: number;
}

function isNamed(node: SyntaxNode | null | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name;
}

/** `arguments[_i]` */
function findCounter(node: SyntaxNode): string | null {
  const read = unwrap(node);
  if (!isMemberNode(read) || !read.computed || !isNamed(read.object, 'arguments')) return null;
  return read.property.type === 'Identifier' ? read.property.name : null;
}

/** `_i - 1`, or `_i` where the list takes them all. */
function isPlace(node: SyntaxNode, counter: string, index: number): boolean {
  if (index === 0 && isNamed(node, counter)) return true;
  if (node.type !== 'BinaryExpression' || node.operator !== '-' || !isNamed(node.left, counter)) return false;
  return node.right.type === 'NumericLiteral' && node.right.value === index;
}

/** Where the counter begins: `var _i = 1`, `i = 1`. */
function findStart({ init }: t.ForStatement, counter: string): number | null {
  const value =
    init?.type === 'VariableDeclaration'
      ? init.declarations.find(({ id }) => isNamed(id, counter))?.init
      : init?.type === 'AssignmentExpression' && isNamed(init.left, counter)
        ? init.right
        : null;
  return value?.type === 'NumericLiteral' ? value.value : null;
}

interface Filling {
  readonly list: string;
  readonly index: number;
}

/** The list that a loop copies arguments into, where it does nothing else. */
function readFilling(loop: t.ForStatement): Filling | null {
  const { body, update } = loop;
  const [statement, ...more] = body.type === 'BlockStatement' ? body.body : [body];
  if (statement?.type !== 'ExpressionStatement' || more.length > 0) return null;
  const written = statement.expression;
  const isSet = written.type === 'AssignmentExpression' && written.operator === '=';
  const isCalled = written.type === 'CallExpression' && written.arguments.length === 1;
  const copied = isSet ? written.right : isCalled ? written.arguments[0] : undefined;
  const target: SyntaxNode | null = isSet ? written.left : isCalled ? written.callee : null;
  const counter = copied === undefined ? null : findCounter(copied);
  const index = counter === null ? null : findStart(loop, counter);
  if (counter === null || index === null || target === null) return null;
  if (!isMemberNode(target) || target.object.type !== 'Identifier') return null;
  const isInPlace = isSet
    ? target.computed && isPlace(target.property, counter, index)
    : isNamed(target.property, 'push');
  const isCounted = update?.type === 'UpdateExpression' && update.operator === '++';
  return isInPlace && isCounted ? { list: target.object.name, index } : null;
}

/** `[]`, `new Array(_len)` */
function isEmptyList(node: SyntaxNode): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length === 0;
  return (node.type === 'NewExpression' || node.type === 'CallExpression') && isNamed(node.callee, 'Array');
}

/** The loops that may fill a list which is declared here: one that declares it itself, or one behind its declaration. */
function listLoops(declaration: SyntaxNode): readonly t.ForStatement[] {
  const around = getParent(declaration);
  if (around?.type === 'ForStatement') return around.init === declaration ? [around] : [];
  if (around?.type !== 'BlockStatement') return [];
  const behind = around.body.slice(around.body.findIndex((statement) => statement === declaration) + 1);
  const next = behind.find(({ type }) => type !== 'VariableDeclaration');
  return next?.type === 'ForStatement' ? [next] : [];
}

/** The arguments that an empty list, as it is declared here, is filled with; null for what is no such list. */
export function findCompiledRest(list: SyntaxNode): CompiledRest | null {
  if (!isEmptyList(list)) return null;
  const declarator = getParent(list);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  const declaration = getParent(declarator);
  const { name } = declarator.id;
  if (declaration === undefined) return null;
  for (const loop of listLoops(declaration)) {
    const filling = readFilling(loop);
    const around = getParent(loop);
    const fn = around === undefined ? undefined : getParent(around);
    if (filling?.list !== name || fn === undefined || !isFunctionNode(fn)) continue;
    if (fn.type !== 'ArrowFunctionExpression') return { fn, index: filling.index };
  }
  return null;
}

/** Is this the loop of such a list, which holds the arguments without it being run? */
export function fillsRest(loop: t.ForStatement): boolean {
  return readFilling(loop) !== null;
}
