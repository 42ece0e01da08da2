import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** What `useContext(Context)` gives: the default of `createContext(…)`, and what the providers of the project hand down. */

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
  const context = findContext(evaluator.getArgument(call.args, 0));
  if (context === null) return null;
  const env = call.env?.any === true ? evaluator.anyCaller : null;
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
