import { listFunctionsAround } from '../../syntax/enclosing.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { makeUnknown } from '../texts/texts.ts';
import type { Env, Value } from '../values/values.ts';
import { resolveParam } from './params.ts';

/** `arguments`: all that the function around is called with, or from one argument on. */
export function evaluateArguments(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env, from = 0): Value {
  const fn = listFunctionsAround(node).find(({ type }) => type !== 'ArrowFunctionExpression');
  if (fn === undefined) return makeUnknown(node, module, 'it is only known when the code runs');
  return resolveParam(evaluator, { kind: 'param', fn, index: from, rest: true, steps: [] }, module, env, node);
}
