import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { makeText, makeUnknown } from '../texts/texts.ts';
import { type Argument, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';

/** `new Proxy({}, { get: (target, verb) => (path) => fetch(base + path, { method: verb }) })`: what each of its members is. */

/** Null for what is no proxy, or one whose handler does not say. */
export function findProxiedMember(
  evaluator: Evaluator,
  { made, path }: ExternalValue,
  name: string,
  at: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  if (made === null || path.length > 0 || made.by.module !== 'global' || made.by.path.join('.') !== 'Proxy')
    return null;
  const [target = UNDEFINED, handler] = [0, 1].map((index) => evaluator.getArgument(made.args, index));
  if (handler?.type !== 'object') return null;
  const get = evaluator.getProperty(handler, 'get', at.node, at.module);
  if (get.type !== 'function') return null;
  const receiver = makeUnknown(at.node, at.module, 'it is the proxy itself');
  const args = [target, makeText(name), receiver].map((value): Argument => ({ kind: 'value', value }));
  return evaluateReturn(evaluator, get, { args, call: null, from: null }, true);
}
