import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { listByName } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { isCarried } from '../values/carried.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';

/** `storage.getStore()` of an `AsyncLocalStorage`: what `storage.run(store, …)` and `storage.enterWith(store)` put there. */

function isStorage(value: Value, made: NonNullable<ExternalValue['made']>): boolean {
  return listOptions(value).some((option) => option.type === 'external' && option.made?.call === made.call);
}

export function readStored(evaluator: Evaluator, callee: ExternalValue): Value | null {
  const { made } = callee;
  if (callee.path.join('.') !== 'getStore' || made?.by.path.at(-1) !== 'AsyncLocalStorage') return null;
  const stored = (['run', 'enterWith'] as const).flatMap((name) =>
    listByName(evaluator.index, name).flatMap(({ node, module }): readonly Value[] => {
      const target = 'callee' in node ? unwrap(node.callee) : null;
      if (target === null || !isMemberNode(target) || !('arguments' in node)) return [];
      const [store] = node.arguments;
      if (store === undefined || !isStorage(evaluator.evaluate(target.object, module, null), made)) return [];
      return [evaluator.evaluate(store, module, null)];
    }),
  );
  // Outside of what is run there is none: `getStore()?.base ?? BASE`.
  return stored.length > 0 && stored.every(isCarried) ? unite([...stored, UNDEFINED]) : null;
}
