import { findFunctionAround } from '../../syntax/enclosing.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';

/** `error.config.baseURL = BACKUP; return axios(error.config);`: what the function around a place sets one of these members of. */
export function listSetAround(
  evaluator: Evaluator,
  node: SyntaxNode,
  module: Module,
  members: readonly string[],
): readonly SyntaxNode[] {
  const around = findFunctionAround(node);
  return members
    .flatMap((member) => evaluator.index.listMemberAssignments(member))
    .filter(({ object, module: other }) => other === module && findFunctionAround(object) === around)
    .map(({ object }) => object);
}
