import { type ArgumentCall, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `onRequest(rows.push.bind(rows))`: who calls what was handed over puts what it is given into the list. */

const COLLECTING = /^(?:push|unshift|add)$/;

/** `rows` of `rows.push.bind(rows)`, and of `rows.push`. */
function findReceiver(node: SyntaxNode): SyntaxNode | null {
  const bound = unwrap(node);
  const isBound = bound.type === 'CallExpression' && nameCallee(bound.callee) === 'bind';
  const callee = isBound ? unwrap(bound.callee) : null;
  const method = callee !== null && isMemberNode(callee) ? unwrap(callee.object) : bound;
  return isMemberNode(method) && COLLECTING.test(nameMember(method) ?? '') ? unwrap(method.object) : null;
}

/** Where the list is written. */
function listWritten(value: Value): readonly SyntaxNode[] {
  return listOptions(value).flatMap((option) => {
    if (option.type === 'array') return option.node ?? [];
    return option.type === 'external' && option.made?.by.path.at(-1) === 'Set' ? [option.made.call] : [];
  });
}

/** The lists into which a call puts its first argument, because it calls a method of theirs that somebody handed over. */
export function listFilled(evaluator: Evaluator, call: ArgumentCall, module: Module): readonly SyntaxNode[] {
  // Of a list that stands there the call itself tells.
  if (COLLECTING.test(nameCallee(call.callee) ?? '')) return [];
  const own = listOptions(evaluateCallee(evaluator, call, module, null));
  const isOpen = own.some(({ type }) => type === 'param');
  const all = isOpen ? [...own, ...listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller))] : own;
  return all.flatMap((option): readonly SyntaxNode[] => {
    if (option.type === 'external' && option.made !== null && COLLECTING.test(option.path.at(-1) ?? ''))
      return listWritten({ ...option, path: [] });
    const receiver = option.type === 'unknown' ? findReceiver(option.node) : null;
    return receiver === null || option.type !== 'unknown'
      ? []
      : listWritten(evaluator.evaluate(receiver, option.module, evaluator.anyCaller));
  });
}
