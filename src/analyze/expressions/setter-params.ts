import { findClassAround, findLiteralAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { evaluateAssigned } from './assignments.ts';

/** `config.host = BACKUP` beside `set host(value) { base = value; }`: what a setter is handed. */
export function evaluateSetterParam(evaluator: Evaluator, fn: FunctionNode, module: Module): Value | null {
  if (!('kind' in fn) || fn.kind !== 'set') return null;
  const name = nameKey(fn);
  const holder = findLiteralAround(fn) ?? findClassAround(fn);
  if (name === null || holder === null) return null;
  const given = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), module).filter(
    ({ object, module: other }) =>
      listOptions(evaluator.evaluate(object, other, evaluator.anyCaller)).some((owner) => {
        if (owner.type === 'object') return owner.node === holder;
        if (owner.type === 'instance') return owner.of.node === holder;
        return owner.type === 'class' && owner.node === holder;
      }),
  );
  return given.length === 0
    ? null
    : unite(given.map(({ value, module: other }) => evaluateAssigned(evaluator, value, other)));
}
