import { findClassAround } from '../../syntax/enclosing.ts';
import { type ClassNode, type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findConstructor } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';

/** `LIMITS[endpoint]`, `${endpoint}` of an instance that says itself which text it is: nobody calls its `toString` by name. */

const CONVERTING = /^(?:toString|Symbol\.toPrimitive|toJSON|valueOf)$/;

function isBelow(evaluator: Evaluator, node: ClassNode, owner: ClassNode): boolean {
  return node === owner || evaluator.index.listSubclasses(evaluator, owner).some((below) => below.node === node);
}

/** `fn`: what gives back the text. The instances that are that text, where they are made. */
export function listConverted(evaluator: Evaluator, fn: FunctionNode, place: Place): readonly Place[] {
  if (fn.type !== 'ClassMethod' || !CONVERTING.test(nameKey(fn) ?? '')) return [];
  const owner = findClassAround(fn);
  if (owner === null || place.path.length > 0) return [];
  const { handed } = place;
  if (handed !== null && handed.fn === findConstructor(owner))
    return [{ ...place, ...handed.before, isHandedOver: true, node: handed.call, module: handed.module }];
  return evaluator.index.calls.flatMap(({ node, module }) => {
    if (node.type !== 'NewExpression') return [];
    const isMade = listOptions(evaluateCallee(evaluator, node, module, null)).some(
      (option) => option.type === 'class' && isBelow(evaluator, option.node, owner),
    );
    return isMade ? [{ ...place, isHandedOver: true, handed: null, node, module }] : [];
  });
}
