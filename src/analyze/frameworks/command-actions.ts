import { findLiteralAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { isMadeBy } from '../settings/setting-calls.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { applyBuilder, evaluateCommandParam, isYargs } from './yargs-commands.ts';

/** What a command line hands to the function that it runs: its options, and in commander the command behind them. */

/** So the options of these are made: `cac('voice').option('--base <url>', 'where', { default: 'https://…' })`. */
const DIRECT = ['cac', 'sade'];

/** `.action((id, options, command) => …)`: both say what the options are. */
function makeOptions(command: ExternalValue, call: NonNullable<ExternalValue['made']>['call'], module: Module): Value {
  const by = { ...command, path: [...command.path, 'opts'] };
  return { type: 'external', module: 'commander', path: [], made: { by, args: [], call, module }, ...NO_PROVENANCE };
}

/** `defineCommand({ args: { host: { default: 'https://…' } }, run({ args }) { … } })` of citty. */
function makeContext(evaluator: Evaluator, fn: FunctionNode, module: Module): Value | null {
  const table = findLiteralAround(fn);
  const call = table === null ? undefined : getParent(table);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== table) return null;
  const by = nameCallee(call.callee) === 'defineCommand' ? evaluator.evaluate(call.callee, module, null) : null;
  if (by?.type !== 'external' || by.module !== 'citty') return null;
  const args = evaluator.index.listCallArguments(call, module, null);
  return { type: 'external', module: 'citty', path: [], made: { by, args, call, module }, ...NO_PROVENANCE };
}

/** A parameter of such a function; null where it is none, or takes what the command is given by place. */
export function evaluateActionParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): Value | null {
  const context =
    index === 0 ? (makeContext(evaluator, fn, module) ?? evaluateCommandParam(evaluator, fn, module)) : null;
  if (context !== null) return context;
  const call = getParent(fn);
  if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== fn) return null;
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  if (!isMemberNode(callee) || (name !== 'action' && name !== 'command')) return null;
  // `register(program)`: a function that adds commands to the one that it is given.
  const [owner] = [null, evaluator.anyCaller]
    .map((env) => evaluator.evaluate(callee.object, module, env))
    .filter((value) => value.type === 'external');
  if (owner === undefined) return null;
  if (name === 'action' && isMadeBy(owner, 'commander'))
    return index < fn.params.length - 2 ? null : makeOptions(owner, call, module);
  // Of both the options come last, behind what the command is given by place.
  if (name === 'action' && DIRECT.some((known) => isMadeBy(owner, known)))
    return index === fn.params.length - 1 ? makeOptions(owner, call, module) : null;
  if (name !== 'command' || index !== 0 || call.arguments.length < 4 || !isYargs(owner)) return null;
  return applyBuilder(evaluator, owner, evaluator.evaluate(call.arguments[2] ?? call, module, null));
}
