import { findFunctionAround } from '../../syntax/enclosing.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/modules.ts';

/** `error.config.baseURL = BACKUP; return axios(error.config);`: does the function around it set one of these members of `object`? */
export function setsMember(
  evaluator: Evaluator,
  object: SyntaxNode,
  module: Module,
  members: readonly string[],
): boolean {
  const around = findFunctionAround(object);
  const name = readCode(module, object);
  return members
    .flatMap((member) => evaluator.index.listMemberAssignments(member))
    .some(
      ({ object: given, module: other }) =>
        other === module && findFunctionAround(given) === around && readCode(module, given) === name,
    );
}

/** Does it set them of anything, be it under another name? */
export function setsMemberOfAny(
  evaluator: Evaluator,
  node: SyntaxNode,
  module: Module,
  members: readonly string[],
): boolean {
  const around = findFunctionAround(node);
  return members
    .flatMap((member) => evaluator.index.listMemberAssignments(member))
    .some(({ object, module: other }) => other === module && findFunctionAround(object) === around);
}
