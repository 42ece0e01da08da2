import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions } from '../values/unions.ts';

/** `module.exports = { beforeRequest: [addKey], triggers }` of a Zapier app: functions that see all that `z.request` sends. */

const APP = /\bbeforeRequest\b/;

export function listBeforeRequest(evaluator: Evaluator, asking: Module): readonly FunctionNode[] {
  const modules = evaluator.graph.loaded.filter(({ text }) => APP.test(text)).map((module) => ({ module }));
  return keepMeeting(evaluator, modules, asking).flatMap(({ module }) =>
    module.scripts.flatMap(({ identifiers }) =>
      identifiers.get('beforeRequest').flatMap((key) => {
        const property = getParent(key);
        if (property?.type !== 'ObjectProperty' || property.key !== key || property.computed) return [];
        const given = listOptions(evaluator.evaluate(property.value, module, null));
        const all = given.flatMap((option) => listElements(evaluator, option) ?? [option]);
        return all.flatMap(listOptions).flatMap((option) => (option.type === 'function' ? [option.fn] : []));
      }),
    ),
  );
}
