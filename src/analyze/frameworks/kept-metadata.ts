import type { CallNode } from '../../syntax/nodes.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { listGivingCalls } from '../classes/made-classes.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { ROW } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { identifyToken } from './injected-tokens.ts';

/**
 * `Reflect.defineMetadata('base', base, target)` in the decorator of a class, and `Reflect.getMetadata('base', Client)` where a client
 * is made of it. What is kept of a member, nobody knows here.
 */

interface Kept {
  readonly node: CallNode;
  readonly module: Module;
}

const listKept = gatherFromCalls(
  (): Kept[] => [],
  (found, { node, module }) => {
    if (node.type !== 'CallExpression' || node.arguments.length !== 3) return;
    const callee = unwrap(node.callee);
    if (isMemberNode(callee) && nameMember(callee) === 'defineMetadata') found.push({ node, module });
  },
);

/** Null where nothing is known to be kept of the class under the key. */
export function readMetadata(
  evaluator: Evaluator,
  { args, node, module }: BuiltinCall,
  identify: typeof identifyToken,
  listGiving: typeof listGivingCalls,
): Value | null {
  const [asked, target] = args.map((argument) => evaluator.evaluateArgument(argument));
  const key = asked === undefined ? null : identify(evaluator, asked);
  if (key === null || args.length > 2) return null;
  // Which class it is, the callers say.
  if (target?.type === 'param') return { ...target, node, path: [...target.path, ROW] };
  if (target?.type !== 'class') return null;
  const values = keepMeeting(evaluator, listKept(evaluator), module).flatMap((kept) => {
    const [name, value, owner] = 'arguments' in kept.node ? kept.node.arguments : [];
    if (name === undefined || value === undefined || owner === undefined) return [];
    const calls = listGiving(evaluator, owner, target, kept.module) ?? [];
    return calls.flatMap((env) =>
      identify(evaluator, evaluator.evaluate(name, kept.module, env)) === key
        ? [evaluator.evaluate(value, kept.module, env)]
        : [],
    );
  });
  return values.length === 0 ? null : unite(values);
}
