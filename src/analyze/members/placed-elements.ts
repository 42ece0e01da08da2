import { isMemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';

/** `paths[3] = '/languages'`, `paths[paths.length] = path`: what is put at a place of a list. */

interface Placing {
  readonly receiver: SyntaxNode;
  readonly value: SyntaxNode;
  /** The literals of the lists, once they were looked for. */
  lists?: readonly SyntaxNode[];
}

const PUTTING = /^(?:=|\?\?=|\|\|=)$/;

function collectPlacings({ scripts }: Module): readonly Placing[] {
  return scripts.flatMap(({ computedAssignments, memberAssignments }) => [
    ...computedAssignments.flatMap(({ left, right, operator }) =>
      isMemberNode(left) && PUTTING.test(operator) ? [{ receiver: left.object, value: right }] : [],
    ),
    ...memberAssignments.flatMap(({ name, object, value, operator }) =>
      /^\d+$/.test(name) && PUTTING.test(operator) ? [{ receiver: object, value }] : [],
    ),
  ]);
}

const collected = new WeakMap<Evaluator, Map<Module, readonly Placing[]>>();

/** Values in the file that has the literal; of what is worked out from the list itself nothing more is known. */
export function listPlaced(evaluator: Evaluator, literal: SyntaxNode, env: Env): readonly Value[] {
  const module = evaluator.graph.findOwner(literal);
  if (module === undefined) return [];
  const known = collected.get(evaluator) ?? new Map<Module, readonly Placing[]>();
  collected.set(evaluator, known);
  const placings = known.get(module) ?? collectPlacings(module);
  known.set(module, placings);
  return placings.flatMap((placing) => {
    placing.lists ??= listOptions(evaluator.evaluate(placing.receiver, module, evaluator.anyCaller)).flatMap((list) =>
      list.type === 'array' && list.node !== null ? [list.node] : [],
    );
    if (!placing.lists.includes(literal)) return [];
    const value = evaluator.evaluate(placing.value, module, env?.any === true ? evaluator.anyCaller : null);
    return listOptions(value).filter(({ type }) => type !== 'unknown' && type !== 'param');
  });
}
