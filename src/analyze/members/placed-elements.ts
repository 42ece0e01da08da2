import { isMemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';
import { createFinder, type Done } from './list-literals.ts';

/** `paths[3] = '/languages'`, `paths[paths.length] = path`: what is put at a place of a list. */

interface Placing extends Done {
  readonly value: SyntaxNode;
  readonly module: Module;
}

const PUTTING = /^(?:=|\?\?=|\|\|=)$/;

function collectPlacings(module: Module): readonly Placing[] {
  return module.scripts.flatMap(({ computedAssignments, memberAssignments }) => [
    ...computedAssignments.flatMap(({ left, right, operator }) =>
      isMemberNode(left) && PUTTING.test(operator) ? [{ receiver: left.object, value: right, module }] : [],
    ),
    ...memberAssignments.flatMap(({ name, object, value, operator }) =>
      /^\d+$/.test(name) && PUTTING.test(operator) ? [{ receiver: object, value, module }] : [],
    ),
  ]);
}

const findPlacings = createFinder(collectPlacings);

/** Of what is worked out from the list itself nothing more is known. */
export function listPlaced(evaluator: Evaluator, literal: SyntaxNode, env: Env): readonly Value[] {
  return findPlacings(evaluator, literal).flatMap(({ value, module }) =>
    listOptions(evaluator.evaluate(value, module, env?.any === true ? evaluator.anyCaller : null)).filter(
      ({ type }) => type !== 'unknown' && type !== 'param',
    ),
  );
}
