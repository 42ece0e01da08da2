import { isMemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, ObjectValue, Value } from '../values/values.ts';
import { chooseEnv, listUnder } from './keyed-values.ts';

/** What is put into a table under a computed key: `clients[name] = axios.create(…)`, in the file that makes the table. */

/** `name`: of the entry that is asked for at `node`; null when it is not known. */
export function listPutEntries(
  evaluator: Evaluator,
  table: ObjectValue,
  name: string | null,
  node: SyntaxNode,
  env: Env,
): readonly Value[] {
  const module = table.node === null ? undefined : evaluator.graph.findOwner(table.node);
  if (module === undefined) return [];
  return module.scripts.flatMap((script) =>
    script.computedAssignments.flatMap(({ left, right }) => {
      if (!isMemberNode(left) || right === node) return [];
      const owners = listOptions(evaluator.evaluate(left.object, module, null));
      if (!owners.some((owner) => owner.type === 'object' && owner.node === table.node)) return [];
      const context = chooseEnv(evaluator, left, node, env);
      const keys = listTexts(evaluator.evaluate(left.property, module, context), left.property, module);
      const given = listUnder(evaluator, keys, name, () => evaluator.evaluate(right, module, context)) ?? [];
      // `table[key] = table[key] ?? made`: what was there before was put there, too.
      const isItself = (option: Value): boolean => option.type === 'unknown' && option.node === right;
      return given.filter((option) => !isItself(option));
    }),
  );
}
