import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/**
 * `instrument(new Client(base))`, `singleton('voice', () => new Client(base))`: a function of a package that no file here knows gives
 * back the instance that it was handed, or something in its place that has the same methods; so does `new Proxy(client, traps)`.
 */

function listInstances(evaluator: Evaluator, given: Argument): readonly Value[] {
  return listOptions(evaluator.evaluateArgument(given)).flatMap((option) => {
    if (option.type === 'instance') return [option];
    if (option.type !== 'function' || option.fn.params.length > 0) return [];
    const made = evaluateReturn(
      evaluator,
      option,
      { args: [], call: null, from: option.env ?? evaluator.anyCaller },
      true,
    );
    return listOptions(made).filter(({ type }) => type === 'instance');
  });
}

/** The method of the instance that was handed over; null for any other member, and for what is made in another way. */
export function findWrappedMember(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  const { made, path } = external;
  if (made === null || path.length > 0 || made.by.made !== null) return null;
  const isProxy = made.by.module === 'global' && made.by.path.join('.') === 'Proxy';
  const isOfPackage = made.by.module !== 'global' && made.call.type === 'CallExpression';
  if (!(isProxy || isOfPackage) || nameLibrary(made.by) !== undefined) return null;
  const methods = made.args
    .flatMap((given) => listInstances(evaluator, given))
    .flatMap((instance) => listOptions(evaluator.getProperty(instance, name, node, module)))
    .filter(({ type }) => type === 'function');
  return methods.length === 0 ? null : unite(methods);
}
