import { listByName } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** `getApp()` in a page of a mini program: the object that `App({ globalData, … })` was given. */
export function evaluateApp(evaluator: Evaluator, asking: Module): Value | null {
  const given = keepMeeting(evaluator, listByName(evaluator.index, 'App'), asking).flatMap(({ node, module }) => {
    const callee = node.type === 'CallExpression' ? node.callee : null;
    if (callee?.type !== 'Identifier' || findBindingOf(module, callee) !== undefined) return [];
    const app = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    return app?.type === 'object' ? [app] : [];
  });
  return given.length === 0 ? null : unite(given);
}
