import {
  type ArgumentCall,
  describeName,
  type FunctionNode,
  isCallNode,
  isMemberNode,
  nameCallee,
  unwrap,
} from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { findStateOf } from '../calls/state-setters.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';

/** What a call does with the answer that it is given. */

export type Taker =
  /** Nothing is kept: it is printed. */
  | { readonly as: 'looked-at' }
  /** `JSON.parse(text)` */
  | { readonly as: 'parsed' }
  /** `new Set(body)`: its elements are taken. */
  | { readonly as: 'list' }
  /** `setRows(body)` */
  | { readonly as: 'state'; readonly name: SyntaxNode }
  /** A helper of the project. */
  | { readonly as: 'param'; readonly fn: FunctionNode; readonly param: SyntaxNode; readonly module: Module };

const PRINTERS = /^(?:console|log|logger|debug)$/;
const TAKES_ELEMENTS = /^(?:Array\.from|Set|Map|WeakSet|Object\.fromEntries)$/;

function findNamed(call: ArgumentCall, index: number): Taker | null {
  const callee = unwrap(call.callee);
  const name = describeName(callee);
  if (name === 'JSON.parse') return index === 0 ? { as: 'parsed' } : null;
  const isPrinted =
    name === 'JSON.stringify' || (isMemberNode(callee) && PRINTERS.test(nameCallee(callee.object) ?? ''));
  if (isPrinted) return { as: 'looked-at' };
  return index === 0 && TAKES_ELEMENTS.test(name) ? { as: 'list' } : null;
}

/** Who takes an argument; null where nobody knows. */
export function findTaker(evaluator: Evaluator, call: ArgumentCall, index: number, module: Module): Taker | null {
  const named = findNamed(call, index);
  if (named !== null) return named;
  const state = index === 0 && isCallNode(call) ? findStateOf(call, module) : null;
  if (state !== null) return { as: 'state', name: state };
  const [only, ...others] = listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));
  if (only?.type !== 'function' || others.length > 0) return null;
  const param = only.fn.params[index];
  if (param === undefined || call.arguments.slice(0, index).some(({ type }) => type === 'SpreadElement')) return null;
  return param.type === 'RestElement' ? null : { as: 'param', fn: only.fn, param, module: only.module };
}
