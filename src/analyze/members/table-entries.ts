import { isMemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, ObjectValue, Value } from '../values/values.ts';
import { findMembersSource } from './copied-members.ts';
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
      const source = name === null ? null : findMembersSource(left, right, module);
      if (name !== null && source !== null) {
        // What is known of a copy over a member that the table has, the member says (`given-members.ts`).
        if (table.entries.some((entry) => entry.kind === 'slot' && entry.name === name)) return [];
        const copied = evaluator.getProperty(evaluator.evaluate(source, module, context), name, right, module);
        return listOptions(copied).filter((option) => !isUndefined(option));
      }
      const keys = listTexts(evaluator.evaluate(left.property, module, context), left.property, module);
      const given = listUnder(evaluator, keys, name, () => evaluator.evaluate(right, module, context)) ?? [];
      // `table[key] = table[key] ?? made`: what was there before was put there, too.
      const isItself = (option: Value): boolean => option.type === 'unknown' && option.node === right;
      return given.filter((option) => !isItself(option));
    }),
  );
}
