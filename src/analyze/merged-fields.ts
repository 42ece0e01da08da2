import type * as t from '@babel/types';
import { findMergeTarget } from '../syntax/merged-members.ts';
import { type ClassNode, contains } from '../syntax/nodes.ts';
import type { Evaluator } from './evaluator.ts';
import { findConstructor } from './instances.ts';
import { isUndefined } from './members.ts';
import { findScript } from './modules.ts';
import { listOptions } from './unions.ts';
import { type ClassValue, type Env, NO_PROVENANCE, type ObjectEntry, type Value } from './values.ts';

/** `Object.assign(this, defaults, options)` in a constructor. */

const merges = new WeakMap<ClassNode, readonly t.CallExpression[]>();

function listMerges({ node, module }: ClassValue): readonly t.CallExpression[] {
  const init = findConstructor(node);
  const known =
    merges.get(node) ??
    findScript(module, node).calls.filter(
      (call): call is t.CallExpression =>
        init !== undefined && findMergeTarget(call)?.type === 'ThisExpression' && contains(init, call),
    );
  merges.set(node, known);
  return known;
}

/** What the constructor merges into the instance under this name. `env`: the call of the constructor. */
export function listMergedMembers(evaluator: Evaluator, of: ClassValue, env: Env, name: string): readonly Value[] {
  const { module } = of;
  return listMerges(of).flatMap((call) => {
    const sources = call.arguments.slice(1).filter(({ type }) => type !== 'SpreadElement');
    const entries = sources.map((node): ObjectEntry => {
      return { kind: 'spread', slot: { kind: 'expression', node, module, env } };
    });
    const merged: Value = { type: 'object', node: null, entries, ...NO_PROVENANCE };
    return listOptions(evaluator.getProperty(merged, name, call, module)).filter((option) => !isUndefined(option));
  });
}
