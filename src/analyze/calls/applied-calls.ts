import { type CallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, Env, Value } from '../values/values.ts';

/** What `fn.call(self, a)` and `fn.apply(self, list)` run. */

/** A function of the project, a client's method, or `fetch`; other objects may have a `call` of their own. */
function isAppliable(option: Value): boolean {
  if (option.type === 'client') return option.path.length > 0;
  return (
    option.type === 'function' ||
    (option.type === 'external' && option.module === 'global' && option.path.join('.') === 'fetch')
  );
}

/** In a method that is called on another object, `this` is that one. */
function runOn(callee: Value, self: Value): Value {
  if (self.type !== 'instance' && self.type !== 'object') return callee;
  return unite(
    listOptions(callee).map((option) =>
      option.type === 'function' && option.isBound !== true ? { ...option, self } : option,
    ),
  );
}

export interface Applied {
  readonly callee: Value;
  readonly args: readonly Argument[];
}

/** `fn.call(self, a)` calls `fn` without its first argument, `fn.apply(self, list)` spreads its second; null for other calls. */
export function resolveApplied(evaluator: Evaluator, node: CallNode, module: Module, env: Env): Applied | null {
  if (node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') return null;
  const member = unwrap(node.callee);
  const name = nameMember(member);
  if (!isMemberNode(member) || (name !== 'call' && name !== 'apply')) return null;
  const callee = evaluator.evaluate(member.object, module, env);
  const options = listOptions(callee);
  if (!options.some(isAppliable) || !options.every((option) => isAppliable(option) || option.type === 'param'))
    return null;
  const [self, ...rest] = evaluator.index.listCallArguments(node, module, env);
  const applied = self === undefined ? callee : runOn(callee, evaluator.evaluateArgument(self));
  if (name === 'call') return { callee: applied, args: rest };
  const [list] = rest;
  return { callee: applied, args: list?.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [] };
}
