import type * as t from '@babel/types';
import { getEnd, getStart } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `list = async () => fetch(this.base)` in a class: what each instance has for itself does what a method would, and is read as one.
 * It keeps its `this` wherever it is taken to (`isBoundMethod`).
 */

type Field = t.ClassProperty | t.ClassPrivateProperty;
type Method = t.ClassMethod | t.ClassPrivateMethod;

const bound = new WeakSet<SyntaxNode>();
const types = new WeakMap<SyntaxNode, t.TSType>();

/** A method that was written as an arrow function. */
export function isBoundMethod(fn: SyntaxNode): boolean {
  return bound.has(fn);
}

/** `run: Handler = async (context) => …`: the type that the field was declared with. */
export function findFieldType(fn: SyntaxNode): t.TSType | null {
  return types.get(fn) ?? null;
}

function makeBlock(body: t.BlockStatement | t.Expression): t.BlockStatement {
  if (body.type === 'BlockStatement') return body;
  const place = { start: getStart(body), end: getEnd(body) };
  const answer = { type: 'ReturnStatement', argument: body, ...place } as t.ReturnStatement;
  return { type: 'BlockStatement', body: [answer], directives: [], ...place } as unknown as t.BlockStatement;
}

export function readAsMethod(node: SyntaxNode): void {
  if (node.type !== 'ClassProperty' && node.type !== 'ClassPrivateProperty') return;
  const { value, typeAnnotation } = node;
  const isNamed = value?.type === 'FunctionExpression' && value.id != null;
  if ((value?.type !== 'ArrowFunctionExpression' && value?.type !== 'FunctionExpression') || isNamed) return;
  const { params, async, returnType, typeParameters } = value;
  const generator = value.generator === true;
  const changed = node as Omit<Partial<Field>, 'type' | 'value'> & { type: string; value?: t.Expression | null };
  const type = node.type === 'ClassProperty' ? 'ClassMethod' : 'ClassPrivateMethod';
  if (value.type === 'ArrowFunctionExpression') bound.add(node);
  if (typeAnnotation?.type === 'TSTypeAnnotation') types.set(node, typeAnnotation.typeAnnotation);
  delete changed.value;
  delete changed.typeAnnotation;
  const method: Partial<Method> = { kind: 'method', params, body: makeBlock(value.body), async, generator };
  Object.assign(changed, method, { type, returnType, typeParameters });
}
