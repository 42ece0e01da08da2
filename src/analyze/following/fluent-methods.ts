import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';
import { CALL, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';

/** `const self = { set(name, value) { …; return self; }, build() { … } }`: what a method gives back is the object itself. */

/** Of a chain `q.set(…).sort(…).build()` as many calls are read as lead to other places; each of them may be any method. */
const MAX_CALLS = 3;

/** Does the object come back once more, after as many calls of its methods as are told apart? */
export function isFluent(evaluator: Evaluator, fn: FunctionNode, { node, module, path }: Place): boolean {
  if (path.filter((step) => step === CALL).length < MAX_CALLS) return false;
  const member = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  const object = member?.type === 'ObjectMethod' || member?.type === 'ObjectProperty' ? getParent(member) : undefined;
  if (object?.type !== 'ObjectExpression') return false;
  return listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).some(
    (option) => option.type === 'object' && option.node === object,
  );
}
