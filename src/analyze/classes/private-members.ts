import { readPrivate } from '../../syntax/compiled-fields.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { Value } from '../values/values.ts';

/** `__classPrivateFieldGet(this, _Client_base, 'f')`: what compilers make of `this.#base`; null for other calls. */
export function callPrivate(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const { node, module, env } = call;
  const read = node.type === 'CallExpression' ? readPrivate(node) : null;
  if (read === null) return null;
  const self = evaluator.evaluate(read.object, module, env);
  if (read.fn === null) return evaluator.getProperty(self, read.name, node, module);
  const fn = evaluator.evaluate(read.fn, module, env);
  if (fn.type !== 'function') return null;
  const method = { ...fn, self };
  if (!read.isGetter) return method;
  return evaluateReturn(evaluator, method, { args: [], call: null, from: env }, env?.any === true);
}
