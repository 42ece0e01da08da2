import { createClient } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import type { ClientValue, InstanceValue } from '../values/values.ts';
import { findOuterMaking } from './levels.ts';

/** `class Voice extends Axios { constructor() { super({ baseURL }); } }`: the client of a package that an instance is. */
export function findOuterClient(evaluator: Evaluator, instance: InstanceValue): ClientValue | null {
  const outer = findOuterMaking(evaluator, instance);
  if (outer === null) return null;
  const { node, module } = outer.call;
  const made = createClient({ evaluator, node, module, args: outer.args, target: outer.above });
  return made?.type === 'client' ? made : null;
}
