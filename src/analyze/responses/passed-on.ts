import type { ArrayExpression } from '@babel/types';
import { nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';

/** What leaves an answer as it is, and what does not. */

/** `transformResponse: (body) => body.agents`, `response._data = …`: what a client is told to make of bodies. */
const CHANGES_BODY =
  /\btransformResponse\b|\bdataFilter\s*:|\.clone\(\s*\{\s*body\b|\b_data\s*=[^=]|\bresponse\.(?:data|body)\s*=[^=]/;

const changing = new WeakMap<Evaluator, boolean>();

/** Of a client that does so the answer is not the platform's any more. */
export function changesBodies(evaluator: Evaluator): boolean {
  const known = changing.get(evaluator) ?? evaluator.graph.loaded.some(({ text }) => CHANGES_BODY.test(text));
  changing.set(evaluator, known);
  return known;
}

const TRANSPARENT = new Set([
  'AwaitExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TypeCastExpression',
]);

/** `await body`, `text ? JSON.parse(text) : null`, `body ?? []`, `ok && body`: the value, or something in its place. */
export function isPassedOn(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (TRANSPARENT.has(parent.type)) return true;
  if (parent.type === 'ConditionalExpression') return parent.test !== node;
  return parent.type === 'LogicalExpression' && (parent.right === node || parent.operator !== '&&');
}

interface Settled {
  readonly call: SyntaxNode;
  /** The members of what the call gives that lead to the element. */
  readonly path: readonly string[];
}

/** `Promise.all([first, second])`; null for other lists. */
export function findSettled(list: ArrayExpression, element: SyntaxNode): Settled | null {
  const call = getParent(list);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== list) return null;
  const name = nameMember(call.callee);
  const index = list.elements.findIndex((other) => other === element);
  if (list.elements.slice(0, index).some((other) => other?.type === 'SpreadElement')) return null;
  if (name === 'all') return { call, path: [String(index)] };
  return name === 'allSettled' ? { call, path: [String(index), 'value'] } : null;
}
