import { evaluateReturn } from '../calls/calls.ts';
import { makeObject } from '../members/objects.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import type { ClientCall } from './client.ts';

/** `(url, options) => ({ url: API + url, options })` of Umi and umi-request; with axios behind it, it is handed a config. */

function listMade({ evaluator }: ClientCall, hook: FunctionValue, url: Value): readonly Value[] {
  const given = hook.fn.params.length > 1 ? url : makeObject({ url });
  const from = { args: [{ kind: 'value' as const, value: given }], call: null, from: hook.env };
  return listOptions(evaluateReturn(evaluator, hook, from, true));
}

function givesObject(call: ClientCall, hook: FunctionValue, url: Value): boolean {
  return listMade(call, hook, url).every(({ type }) => type === 'object');
}

function runUrlHook(call: ClientCall, hook: FunctionValue, url: Value): Value {
  const { evaluator, node, module } = call;
  return unite(
    listMade(call, hook, url).map((made) =>
      made.type === 'object' ? evaluator.getProperty(made, 'url', node, module) : url,
    ),
  );
}

/** Does every hook give back what is asked, so that running it shows all that it does? */
export function canRunUrlHooks(call: ClientCall, hooks: readonly Value[], url: Value): boolean {
  return hooks.every((hook) => hook.type === 'function' && givesObject(call, hook, url));
}

/** What the hooks make of an address, one after the other. */
export function runUrlHooks(call: ClientCall, hooks: readonly Value[], url: Value): Value {
  return hooks.reduce<Value>((at, hook) => (hook.type === 'function' ? runUrlHook(call, hook, at) : at), url);
}
