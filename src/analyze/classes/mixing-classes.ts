import { findClassAround } from '../../syntax/enclosing.ts';
import { nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { type Env, type InstanceValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { listCopiedMethods } from './copied-methods.ts';
import { readOwner } from './prototype-owners.ts';

/** `Object.assign(Resource.prototype, listing)`, `Object.assign(this, listing)` in the class: in the methods of the literal, `this` is an instance of the class. */

interface Mixing {
  /** What stands for the class. */
  readonly owner: SyntaxNode;
  readonly mixins: readonly SyntaxNode[];
}

const mixings = new WeakMap<Module, readonly Mixing[]>();

function collectMixings({ scripts }: Module): readonly Mixing[] {
  return scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly Mixing[] => {
      if (call.type !== 'CallExpression' || !/^(?:assign|extend)$/.test(nameCallee(call.callee) ?? '')) return [];
      const [first, ...mixins] = call.arguments;
      const owner =
        first === undefined ? null : first.type === 'ThisExpression' ? findClassAround(call) : readOwner(first);
      return owner === null ? [] : [{ owner, mixins }];
    }),
  );
}

/** Any instance of each class into which such a value is mixed. */
export function listInstancesWith(
  evaluator: Evaluator,
  env: Env,
  isMixin: (option: Value) => boolean,
): readonly InstanceValue[] {
  const hasMixin = (mixin: SyntaxNode, module: Module) =>
    listOptions(evaluator.evaluate(mixin, module, null)).some(isMixin);
  const merged = evaluator.graph.loaded.flatMap((module) => {
    const known = mixings.get(module) ?? collectMixings(module);
    mixings.set(module, known);
    return known
      .filter(({ mixins }) => mixins.some((mixin) => hasMixin(mixin, module)))
      .flatMap(({ owner }) => listOptions(evaluator.evaluate(owner, module, null)));
  });
  const copied = listCopiedMethods(evaluator)
    .filter(({ mixin }) => hasMixin(mixin.node, mixin.module))
    .flatMap(({ owner }) => listOptions(evaluator.evaluate(owner.node, owner.module, null)));
  return [...merged, ...copied].flatMap((of): readonly InstanceValue[] =>
    of.type === 'class' ? [{ type: 'instance', of, construction: null, any: env?.any === true, ...NO_PROVENANCE }] : [],
  );
}

/** The same for an object literal. */
export function listMixedInto(evaluator: Evaluator, literal: SyntaxNode, env: Env): readonly InstanceValue[] {
  return listInstancesWith(evaluator, env, (option) => option.type === 'object' && option.node === literal);
}
