import type { SyntaxNode } from '../../syntax/tree.ts';
import { listElements } from '../members/objects.ts';
import { listOptions } from '../values/unions.ts';
import type { ArrayValue, Value } from '../values/values.ts';
import { argument, argumentNode, type ClientCall } from './client.ts';

/** `fetchAll(requests)`, `http.batch(requests)`: calls that are given a list and send one request for each element. */

interface SentElement {
  readonly value: Value;
  /** What tells it apart, and where it is written. */
  readonly node: SyntaxNode;
}

/** Elements that stand in the literal, and those that code adds to the list or makes of another one. */
function listOfArray({ evaluator, env = null }: ClientCall, list: ArrayValue, whole: SyntaxNode): SentElement[] {
  const written = list.elements.flatMap((slot) => (slot.kind === 'expression' ? [slot] : []));
  const elements = listElements(evaluator, list, env) ?? [];
  const isWritten = written.length === list.elements.length;
  return elements.map((value, index) => {
    const own = value.type === 'object' ? value.node : null;
    return { value, node: (isWritten ? written[index]?.node : undefined) ?? own ?? whole };
  });
}

/** What the first argument of a call lists, one element for each request. */
export function listSent(call: ClientCall): readonly SentElement[] {
  const list = argument(call, 0);
  const whole = argumentNode(call, 0);
  if (list === undefined) return [];
  return listOptions(list).flatMap((option) => {
    if (option.type === 'array') return listOfArray(call, option, whole);
    // `function sendAll(requests) { … }`: who calls it knows the list.
    if (option.type === 'param') return [{ value: { ...option, path: [...option.path, '[]'] }, node: whole }];
    if (option.type !== 'object') return [];
    const slots = option.entries.flatMap((entry) => (entry.kind === 'slot' ? [entry.slot] : []));
    return slots.flatMap((slot) =>
      slot.kind === 'expression' ? [{ value: call.evaluator.evaluateSlot(slot, null), node: slot.node }] : [],
    );
  });
}
