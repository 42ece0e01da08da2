import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, ExternalValue, Value } from '../values/values.ts';

/** What `useContext(Context)`, `static contextType = Context` and `<Context.Consumer>` give: the default of `createContext(…)`, and what the providers of the project hand down. */

const MODULES = /^(?:react|preact(?:\/(?:hooks|compat))?|solid-js)$/;
const READERS = /^(?:default\.)?(?:useContext|use)$/;

type Made = NonNullable<ExternalValue['made']>;

function findContext(value: Value | undefined): Made | null {
  if (value?.type !== 'external' || value.made === null || value.path.length > 0) return null;
  const { by } = value.made;
  return MODULES.test(by.module) && by.path.at(-1) === 'createContext' ? value.made : null;
}

function isProviderOf(context: SyntaxNode, value: Value): boolean {
  return listOptions(value).some((option) => findContext(option)?.call === context);
}

export function readContext(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  if (!MODULES.test(callee.module) || !READERS.test(callee.path.join('.'))) return null;
  return readProvided(evaluator, evaluator.getArgument(call.args, 0), call.env);
}

/** What is handed down where the context is read; null for what is no context. */
export function readProvided(evaluator: Evaluator, asked: Value | undefined, from: Env): Value | null {
  const context = findContext(asked);
  if (context === null) return null;
  const env = from?.any === true ? evaluator.anyCaller : null;
  const provided = evaluator.index.listProviders().flatMap(({ node, module, receiver }) => {
    if (!isProviderOf(context.call, evaluator.evaluate(receiver, module, null))) return [];
    const props = evaluator.getArgument(evaluator.index.listCallArguments(node, module, env), 0);
    return props === undefined ? [] : [evaluator.getProperty(props, 'value', node, module)];
  });
  const initial = evaluator.getArgument(context.args, 0);
  const given = initial === undefined || initial.type === 'primitive' ? [] : [initial];
  const values = [...given, ...provided];
  return values.length === 0 ? null : unite(values);
}

/** `value` of `<Context.Consumer>{(value) => …}</Context.Consumer>`; null for any other parameter. */
export function evaluateConsumed(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
  env: Env,
): Value | null {
  const container = index === 0 ? getParent(fn) : undefined;
  const element = container?.type === 'JSXExpressionContainer' ? getParent(container) : undefined;
  const name = element?.type === 'JSXElement' ? element.openingElement.name : null;
  if (name?.type !== 'JSXMemberExpression' || name.property.name !== 'Consumer') return null;
  return readProvided(evaluator, evaluator.evaluate(name.object, module, null), env);
}
