import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeUnknown } from '../texts/texts.ts';
import type { Argument, FunctionValue } from '../values/values.ts';

/**
 * `Object.entries(params).reduce((path, [key, value]) => path.replace(`:${key}`, value), '/agents/:id')`: where nobody knows the list,
 * a step with any element fills in whatever place the others could.
 */

/** `path.replace(…).replace(…)`: all that becomes of what the step is handed. */
function isReplacing(node: SyntaxNode, name: string): boolean {
  let at = unwrap(node);
  let count = 0;
  while (at.type === 'CallExpression') {
    const callee = unwrap(at.callee);
    if (!isMemberNode(callee) || !/^replace(?:All)?$/.test(nameMember(callee) ?? '')) return false;
    at = unwrap(callee.object);
    count += 1;
  }
  return count > 0 && at.type === 'Identifier' && at.name === name;
}

function fills({ fn }: FunctionValue): boolean {
  const [first] = fn.params;
  const returned = findOnlyReturn(fn);
  return first?.type === 'Identifier' && returned !== null && isReplacing(returned, first.name);
}

interface Step {
  readonly run: FunctionValue;
  readonly args: readonly Argument[];
}

/** The step that does what all of them do; null for every other call. */
export function findFillingStep(evaluator: Evaluator, name: string, call: BuiltinCall): Step | null {
  if (!/^reduce(?:Right)?$/.test(name)) return null;
  const run = evaluator.getArgument(call.args, 0);
  const start = evaluator.getArgument(call.args, 1);
  if (run?.type !== 'function' || start === undefined || !fills(run)) return null;
  const any = makeUnknown(call.node, call.module, 'an element of a list that is not known');
  return { run, args: [start, any, any].map((value) => ({ kind: 'value', value })) };
}
