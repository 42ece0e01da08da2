import type { CallExpression } from '@babel/types';
import { contains, type FunctionNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readExtensionStore } from '../settings/extension-storage.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeUnknown } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, FunctionValue, Value } from '../values/values.ts';

/** `new Promise((resolve) => storage.get('url', (items) => resolve(items.url || DEFAULT)))`: what a promise is settled with. */

interface Settling {
  readonly values: readonly SyntaxNode[];
  /** `storage.get({ url: DEFAULT }, resolve)` */
  readonly handedTo: readonly CallExpression[];
  /** Is what settles it handed to somebody, who gives it a value that is not known? */
  readonly isHandedOn: boolean;
}

const settlings = new WeakMap<FunctionValue['fn'], Settling>();

function findSettling({ fn, module }: FunctionValue): Settling {
  const settling = settlings.get(fn) ?? collectSettling(fn, module);
  settlings.set(fn, settling);
  return settling;
}

function collectSettling(fn: FunctionNode, module: Module): Settling {
  const [settle] = fn.params;
  const values: SyntaxNode[] = [];
  const handedTo: CallExpression[] = [];
  let isHandedOn = false;
  if (settle?.type !== 'Identifier') return { values, handedTo, isHandedOn };
  walk(fn.body, true, (node) => {
    if (node.type !== 'Identifier' || node.name !== settle.name) return true;
    const source = findBindingOf(module, node)?.source;
    if (source?.kind !== 'param' || source.fn !== fn) return true;
    const call = getParent(node);
    const isCalled = call?.type === 'CallExpression' && unwrap(call.callee) === node;
    const [given] = isCalled ? call.arguments : [];
    if (given !== undefined && given.type !== 'SpreadElement') values.push(given);
    else if (call?.type === 'CallExpression' && !isCalled && call.arguments[1] === node) handedTo.push(call);
    else if (!isCalled || given !== undefined) isHandedOn = true;
    return true;
  });
  return { values, handedTo, isHandedOn };
}

/** `chrome.storage.sync.get({ url: DEFAULT }, resolve)`: null for what nobody knows. */
function evaluateStored(evaluator: Evaluator, call: CallExpression, module: Module, env: Env): Value | null {
  const callee = evaluator.evaluate(call.callee, module, env);
  const args = evaluator.index.listCallArguments(call, module, env);
  return callee.type === 'external' ? readExtensionStore(evaluator, callee, { node: call, module, env, args }) : null;
}

/** `storage.get(DEFAULTS, (items) => resolve(items))`: whoever calls the function within says what it is. */
function comesWithCallback(value: Value, executor: FunctionNode): boolean {
  return listOptions(value).some(
    (option) => option.type === 'param' && option.open.fn !== executor && contains(executor, option.open.fn),
  );
}

/** What can be a base, or hold one. Of all else it is of no use to know what it is. */
const TELLING = /^(?:text|object|instance|client|function)$/;

export function evaluatePromised(
  evaluator: Evaluator,
  executor: Value,
  { node, module, env }: BuiltinCall,
): Value | null {
  if (executor.type !== 'function' || node.type !== 'NewExpression') return null;
  const { values, handedTo, isHandedOn } = findSettling(executor);
  if (values.length + handedTo.length === 0) return null;
  const frame = { fn: executor.fn, args: [], self: executor.self, call: null, from: env };
  const inner = extendEnv(executor.env, frame, env?.any === true);
  const ofAnyCaller = extendEnv(executor.env, frame, true);
  const stored = handedTo.map((call) => evaluateStored(evaluator, call, executor.module, inner));
  const settled = [
    ...values.map((value) => {
      const settledWith = evaluator.evaluate(value, executor.module, inner);
      const isOfCallback = comesWithCallback(settledWith, executor.fn);
      return isOfCallback ? evaluator.evaluate(value, executor.module, ofAnyCaller) : settledWith;
    }),
    ...stored.flatMap((value) => value ?? []),
  ];
  if (!settled.some((value) => listOptions(value).some(({ type }) => TELLING.test(type)))) return null;
  return unite(
    isHandedOn || stored.includes(null) ? [...settled, makeUnknown(node, module, 'it is settled elsewhere')] : settled,
  );
}
