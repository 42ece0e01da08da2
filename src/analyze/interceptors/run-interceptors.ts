import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/modules.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { changesAddress, listPlainSets } from './address-changes.ts';
import { isUncertain } from './applied-hooks.ts';
import { isSameClient, type Target } from './interceptors.ts';

/** What the interceptors of a client make of an address: `config.baseURL = API`, `{ ...config, url: PREFIX + config.url }`. */

export interface Address {
  readonly url: Value;
  /** Undefined where there is none. */
  readonly base: Value | undefined;
}

/** Those of the client that change addresses, in the order in which they are run; null where one is not known. */
function listChanging(evaluator: Evaluator, target: Target): readonly FunctionValue[] | null {
  const env = evaluator.anyCaller;
  const hooks: FunctionValue[] = [];
  for (const { node, module, receiver } of evaluator.index.listInterceptors()) {
    const [given] = node.type === 'CallExpression' ? node.arguments : [];
    if (given === undefined) continue;
    if (!listOptions(evaluator.evaluate(receiver, module, env)).some((owner) => isSameClient(owner, target))) continue;
    const hook = evaluator.evaluate(given, module, env);
    if (!changesAddress(evaluator, hook)) continue;
    if (hook.type !== 'function' || listPlainSets(evaluator, hook) === null) return null;
    hooks.unshift(hook);
  }
  return hooks;
}

function isKnown(value: Value): boolean {
  return listOptions(value).every((option) => option.type === 'param' || option.type === 'text');
}

/** Where a setting decides whether the address is changed, one of the two may be the own server. */
function isOptional(evaluator: Evaluator, hook: FunctionValue, config: Value): boolean {
  const frame = { fn: hook.fn, args: [{ kind: 'value' as const, value: config }], self: hook.self, call: null };
  const env = extendEnv(hook.env, frame, false);
  return (listPlainSets(evaluator, hook) ?? []).some((value) => isUncertain(evaluator, { value }, hook, env));
}

/** The address that is asked in the end; null where no interceptor changes it, or nobody knows what it makes of it. */
export function runInterceptors(
  evaluator: Evaluator,
  target: Target,
  { url, base }: Address,
  node: SyntaxNode,
  module: Module,
): Address | null {
  const hooks = listChanging(evaluator, target);
  if (hooks === null || hooks.length === 0) return null;
  let config: Value = makeObject({ url, ...(base === undefined ? {} : { baseURL: base }) });
  for (const hook of hooks) {
    if (isOptional(evaluator, hook, config)) return null;
    const from = { args: [{ kind: 'value' as const, value: config }], call: null, from: hook.env };
    config = evaluateReturn(evaluator, hook, from, true);
    if (!listOptions(config).every(({ type }) => type === 'object')) return null;
  }
  const read = (name: string) => evaluator.getProperty(config, name, node, module);
  const [path, root] = [read('url'), read('baseURL')];
  const isGiven = listOptions(root).some((option) => option.type !== 'primitive' || option.value != null);
  return isKnown(path) ? { url: path, base: isGiven ? root : undefined } : null;
}
