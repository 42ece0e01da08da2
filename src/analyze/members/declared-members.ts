import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateDeclaredMember } from '../classes/types.ts';
import { makeDeclaredClient } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { ParamValue, Value } from '../values/values.ts';

/** `context.api` of `(context: { api: AxiosInstance })`: what the type says, and of a client that nobody hands over here its kind. */
export function findDeclaredMember(
  evaluator: Evaluator,
  param: ParamValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value | null {
  const declared = evaluateDeclaredMember(evaluator, param, name);
  if (declared?.type !== 'external') return declared;
  return makeDeclaredClient(declared, { ...param, node, module, path: [...param.path, name] }) ?? declared;
}
