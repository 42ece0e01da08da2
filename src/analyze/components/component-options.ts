import type * as t from '@babel/types';
import { type FunctionNode, getKeyName, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/modules.ts';
import { type Env, NO_PROVENANCE, type ObjectEntry, type Slot, type Value } from '../values/values.ts';
import { evaluateProperties } from './component-setup.ts';
import { findOptions, listAdded, nameMember } from './template-members.ts';

/** `this` and the properties in a Vue component in the options style: what its `props`, `data`, `methods`, … bring. */

/** The options of the component that a method stands in. */
function findOptionsAround(method: FunctionNode, module: Module): t.ObjectExpression | null {
  const options = module.setup === null ? null : findOptions(findScript(module, method));
  for (let at: SyntaxNode | undefined = method; options !== null && at !== undefined; at = getParent(at))
    if (at === options) return options;
  return null;
}

function findOption(options: t.ObjectExpression, name: string): SyntaxNode | null {
  const member = options.properties.find((option) => nameMember(option) === name);
  return member?.type === 'ObjectProperty' ? unwrap(member.value) : null;
}

function toSlot(source: BindingSource, module: Module, env: Env): Slot | null {
  if (source.kind === 'function') return { kind: 'method', fn: source.fn, module, env, role: 'method' };
  return source.kind === 'value' && source.node !== null
    ? { kind: 'expression', node: source.node, module, env }
    : null;
}

function evaluateGiven(evaluator: Evaluator, options: t.ObjectExpression, module: Module, env: Env): Value | null {
  const declared = findOption(options, 'props');
  if (declared === null) return null;
  return evaluateProperties(evaluator, evaluator.evaluate(declared, module, null), { node: declared, module, env });
}

/** `this` in a method of a component; null elsewhere, and where the component declares no properties. */
export function evaluateComponentThis(
  evaluator: Evaluator,
  method: FunctionNode,
  module: Module,
  env: Env,
): Value | null {
  const options = findOptionsAround(method, module);
  const given = options === null ? null : evaluateGiven(evaluator, options, module, env);
  if (options === null || given === null) return null;
  const added = options.properties.flatMap(listAdded).flatMap(({ member, source }): readonly ObjectEntry[] => {
    const name = nameMember(member);
    const slot = source === null ? null : toSlot(source, module, env);
    return name === null || slot === null ? [] : [{ kind: 'slot', name, slot }];
  });
  const entries: readonly ObjectEntry[] = [{ kind: 'spread', slot: { kind: 'value', value: given } }, ...added];
  return { type: 'object', node: options, entries, ...NO_PROVENANCE };
}

/** `setup(props)`: the properties of the component; null for any other parameter. */
export function evaluateSetupParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
  env: Env,
): Value | null {
  if (index !== 0 || module.setup === null || fn === module.setup) return null;
  const owner = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  const isSetup =
    (owner?.type === 'ObjectMethod' || owner?.type === 'ObjectProperty') &&
    getKeyName(owner.key, owner.computed) === 'setup' &&
    isFunctionNode(fn);
  const options = isSetup && owner !== undefined ? findOptionsAround(fn, module) : null;
  return options === null || owner === undefined || getParent(owner) !== options
    ? null
    : evaluateGiven(evaluator, options, module, env);
}
