import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';

/** Functions that see the address of a request, and the way from what they are handed to it. */

export interface Way {
  readonly path: readonly string[];
  /** The parameter that has it. */
  readonly index?: number;
  /** It is the whole URL there, whatever the client was given. */
  readonly isUrl?: boolean;
  /** Unset for what sends in the place of the client. */
  readonly isAnswer?: boolean;
}

export interface ClientHook extends Way {
  readonly hook: Pick<FunctionValue, 'fn' | 'module'>;
}

/** By the member of the options that the function is, or lists: `hooks.beforeRequest`. */
export type Ways = Readonly<Record<string, readonly Way[]>>;

/** The functions that a member of the options is, or lists. */
export function listFunctions(
  evaluator: Evaluator,
  options: Value,
  [name, ...rest]: readonly string[],
  at: { readonly node: SyntaxNode; readonly module: Module },
): readonly FunctionValue[] {
  return listOptions(options).flatMap((option) => {
    if (name !== undefined)
      return option.type === 'object'
        ? listFunctions(evaluator, evaluator.getProperty(option, name, at.node, at.module), rest, at)
        : [];
    if (option.type === 'function') return [option];
    const elements = option.type === 'array' ? (listElements(evaluator, option) ?? []) : [];
    return elements.flatMap((element) => listFunctions(evaluator, element, [], at));
  });
}

/** The hooks among some options. */
export function listHooksIn(
  evaluator: Evaluator,
  options: Value,
  ways: Ways,
  at: { readonly node: SyntaxNode; readonly module: Module },
): readonly ClientHook[] {
  return Object.entries(ways).flatMap(([member, all]) =>
    listFunctions(evaluator, options, member.split('.'), at).flatMap((hook) => all.map((way) => ({ hook, ...way }))),
  );
}

/** The parameter that has an argument, and the way to it from there: `(...given) => given[0].url`, `(request = {}) => …`. */
export function findParam(
  { fn }: Pick<FunctionValue, 'fn'>,
  index: number,
): { readonly param: SyntaxNode; readonly path: readonly string[] } | null {
  const rest = fn.params.findIndex(({ type }) => type === 'RestElement');
  const param = rest === -1 || index < rest ? fn.params[index] : fn.params[rest];
  if (param === undefined) return null;
  if (param.type === 'RestElement') return { param: param.argument, path: [String(index - rest)] };
  return { param: param.type === 'AssignmentPattern' ? param.left : param, path: [] };
}
