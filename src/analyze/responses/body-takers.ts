import {
  type ArgumentCall,
  describeName,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findStateOf } from '../calls/state-setters.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { isSubstitute } from './other-values.ts';

/** What a call does with the answer that it is given. */

export type Taker =
  /** Nothing is kept: it is printed. */
  | { readonly as: 'looked-at' }
  /** `JSON.parse(text)` */
  | { readonly as: 'parsed' }
  /** `new Set(body)`: its elements are taken. */
  | { readonly as: 'list' }
  /** `Buffer.concat(chunks)` */
  | { readonly as: 'joined' }
  /** `firstValueFrom(answer)`, and `resolve(body)` of the promise around: what that gives is what it is given. */
  | { readonly as: 'same'; readonly node: SyntaxNode }
  /** `setRows(body)` */
  | { readonly as: 'state'; readonly name: SyntaxNode }
  /** A helper of the project. */
  | { readonly as: 'param'; readonly fn: FunctionNode; readonly param: SyntaxNode; readonly module: Module };

const PRINTERS = /^(?:console|log|logger|debug)$/;
const TAKES_ELEMENTS = /^(?:Array\.from|Set|Map|WeakSet|Object\.fromEntries)$/;

const GIVES_BACK =
  /^(?:(?:rxjs\.)?(?:firstValueFrom|lastValueFrom|from)|Promise\.resolve|Object\.freeze|structuredClone)$/;

/** `new Promise((resolve) => … resolve(body))`, where it is settled with nothing else that is like an answer. */
function findPromise(call: ArgumentCall, index: number, module: Module): SyntaxNode | null {
  const binding = index === 0 && call.callee.type === 'Identifier' ? findBindingOf(module, call.callee) : undefined;
  const executor = binding === undefined ? undefined : getParent(binding.declaration);
  if (binding === undefined || executor === undefined || !isFunctionNode(executor)) return null;
  const promise = getParent(executor);
  const isExecutor = promise?.type === 'NewExpression' && nameCallee(promise.callee) === 'Promise';
  if (!isExecutor || executor.params[0] !== binding.declaration) return null;
  const isOnly = listReadings(binding.declaration, module).every((name) => {
    const other = getParent(name);
    if (other === undefined || !isCallNode(other) || !('callee' in other) || other.callee !== name) return false;
    const [given] = other.arguments;
    return given === undefined || given === call.arguments[0] || isSubstitute(given, module);
  });
  return isOnly ? promise : null;
}

/** `z.array(Row).parse`, `Row.array().safeParse`: what is no list is refused. */
function isListSchema(callee: Value): boolean {
  if (callee.type !== 'external' || !/^zod\b/.test(callee.module) || callee.made === null) return false;
  return callee.made.by.path.at(-1) === 'array' && /^(?:parse|safeParse)(?:Async)?$/.test(callee.path.join('.'));
}

function findNamed(call: ArgumentCall, index: number): Taker | null {
  const callee = unwrap(call.callee);
  const name = describeName(callee);
  if (/^(?:z\.)?JSON\.parse$/.test(name)) return index === 0 ? { as: 'parsed' } : null;
  if (index === 0 && name === 'Buffer.concat') return { as: 'joined' };
  if (index === 0 && GIVES_BACK.test(name)) return { as: 'same', node: call };
  const isPrinted =
    name === 'JSON.stringify' || (isMemberNode(callee) && PRINTERS.test(nameCallee(callee.object) ?? ''));
  if (isPrinted) return { as: 'looked-at' };
  return index === 0 && TAKES_ELEMENTS.test(name) ? { as: 'list' } : null;
}

/** Who takes an argument; null where nobody knows. */
export function findTaker(evaluator: Evaluator, call: ArgumentCall, index: number, module: Module): Taker | null {
  const named = findNamed(call, index);
  if (named !== null) return named;
  const promise = findPromise(call, index, module);
  if (promise !== null) return { as: 'same', node: promise };
  const state = index === 0 && isCallNode(call) ? findStateOf(call, module) : null;
  if (state !== null) return { as: 'state', name: state };
  const [only, ...others] = listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));
  if (index === 0 && only !== undefined && others.length === 0 && isListSchema(only)) return { as: 'list' };
  if (only?.type !== 'function' || others.length > 0) return null;
  const param = only.fn.params[index];
  if (param === undefined || call.arguments.slice(0, index).some(({ type }) => type === 'SpreadElement')) return null;
  return param.type === 'RestElement' ? null : { as: 'param', fn: only.fn, param, module: only.module };
}
