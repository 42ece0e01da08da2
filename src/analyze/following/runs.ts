import type { CallNode } from '../../syntax/nodes.ts';
import { type Application, resolveRun } from '../calls/application.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';

/** What a library runs for a call, asked once for all texts that are handed over there. */

const known = new WeakMap<Evaluator, Map<CallNode, readonly Application[]>>();

function findRuns(evaluator: Evaluator, call: CallNode, module: Module): readonly Application[] {
  return [null, evaluator.anyCaller].flatMap((env) => {
    const callee = evaluateCallee(evaluator, call, module, env);
    if (!listOptions(callee).some(({ type }) => type === 'external')) return [];
    return resolveRun(evaluator, { node: call, module }, callee, env) ?? [];
  });
}

/** As it is seen by itself, and by any caller of the code around. */
export function listRuns(evaluator: Evaluator, call: CallNode, module: Module): readonly Application[] {
  const own = known.get(evaluator) ?? new Map<CallNode, readonly Application[]>();
  known.set(evaluator, own);
  const before = own.get(call);
  if (before !== undefined) return before;
  const runs = findRuns(evaluator, call, module);
  // What is not known for want of steps may be known with those of the next question.
  if (!evaluator.isCutShort) own.set(call, runs);
  return runs;
}
