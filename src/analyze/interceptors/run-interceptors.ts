import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, ObjectValue, Value } from '../values/values.ts';
import { setsPlainly } from './address-changes.ts';
import { listRedirecting, type Target } from './interceptors.ts';

/** What the interceptors of a client make of an address: `config.baseURL = API`, `{ ...config, url: PREFIX + config.url }`. */

interface Address {
  readonly url: Value;
  /** Undefined where there is none. */
  readonly base: Value | undefined;
}

/** What else an interceptor sees of a request. */
interface Config extends Address {
  /** What else the request is sent with: `{ service: 'voice' }`. */
  readonly options: Value | undefined;
  /** In lower case. */
  readonly method: Value;
  /** The body that is an argument of its own. */
  readonly data: Value | undefined;
}

function canRun(evaluator: Evaluator, hook: Value): hook is FunctionValue {
  return hook.type === 'function' && setsPlainly(evaluator, hook);
}

function addMembers(object: ObjectValue, { entries }: ObjectValue): ObjectValue {
  return { ...object, node: null, entries: [...object.entries, ...entries] };
}

function isKnown(value: Value): boolean {
  return listOptions(value).every((option) => option.type === 'param' || option.type === 'text');
}

/**
 * The addresses that are asked in the end, one for each base: where only the running program decides whether a base is set,
 * the own server is one of them. Null where no interceptor changes the address, or nobody knows what it makes of it.
 */
export function runInterceptors(
  evaluator: Evaluator,
  target: Target,
  { url, base, options, method, data }: Config,
  node: SyntaxNode,
  module: Module,
): readonly Address[] | null {
  const hooks = listRedirecting(evaluator, target, module);
  if (hooks.length === 0) return null;
  const address = makeObject({
    url,
    method,
    ...(base === undefined ? {} : { baseURL: base }),
    ...(data === undefined ? {} : { data }),
  });
  let config: Value = options?.type === 'object' ? addMembers(options, address) : address;
  // axios runs the one that was added last first.
  for (const hook of hooks.toReversed()) {
    if (!canRun(evaluator, hook)) return null;
    config = evaluateReturn(
      evaluator,
      hook,
      { args: [{ kind: 'value', value: config }], call: null, from: hook.env },
      true,
    );
    if (!listOptions(config).every(({ type }) => type === 'object')) return null;
  }
  const path = evaluator.getProperty(config, 'url', node, module);
  if (!isKnown(path)) return null;
  const bases = listOptions(evaluator.getProperty(config, 'baseURL', node, module));
  return bases.map((option) => ({ url: path, base: isNullish(option) ? undefined : option }));
}
