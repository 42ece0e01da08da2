import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { type Host, isOtherHost, readHost } from '../urls/hosts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { listPut, type MadeState, type Put } from './state-writes.ts';

/**
 * `base.set('https://…')`, `setBase(vendors[name])`, `store.set(baseAtom, 'https://…')`: the address of somebody else that the
 * program itself puts in the place of the one that a state begins with. Where a state may hold two hosts no text behind it is edited.
 */

function evaluatePut(evaluator: Evaluator, { node, module }: Put): Value {
  const given = evaluateAssigned(evaluator, node, module, evaluator.anyCaller);
  if (given.type !== 'function') return given;
  return evaluateReturn(evaluator, given, { args: [], call: null, from: null }, true);
}

/** A server that stands in for the other while the program is written. */
const OWN_MACHINE = /^localhost(?::|$)/;

function listHosts(values: readonly Value[]): readonly { readonly host: Host; readonly text: TextValue }[] {
  return values.flatMap(listOptions).flatMap((option) => {
    const host = option.type === 'text' ? readHost(option) : null;
    return host === null || option.type !== 'text' ? [] : [{ host, text: option }];
  });
}

/** The addresses of hosts other than those of `first` that the program itself sets. */
export function listReplacing(evaluator: Evaluator, first: Value, made: MadeState): readonly TextValue[] {
  const hosts = listHosts([first]).map(({ host }) => host);
  return listHosts(listPut(evaluator, made).map((put) => evaluatePut(evaluator, put)))
    .filter(({ host }) => isOtherHost(host, hosts) && !OWN_MACHINE.test(host.name))
    .map(({ text }) => text);
}

/** The address that a state begins with, and those of other hosts. */
export function withReplacing(evaluator: Evaluator, first: Value, made: MadeState): Value {
  const others = listReplacing(evaluator, first, made);
  return others.length === 0 ? first : unite([first, ...others]);
}
