import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateInjected } from '../calls/vue-provide.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listElements, listProperties, makeObject } from '../members/objects.ts';
import { findScript, type Module } from '../modules/module.ts';
import { findKnownText, makeText, makeUnknown } from '../texts/texts.ts';
import { findFrame } from '../values/frames.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, ObjectEntry, ObjectValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { evaluateProperties } from './component-setup.ts';
import {
  findModuleOf,
  findOptionObject,
  isGetter,
  listOptionEntries,
  type OptionObject,
  readOption,
} from './option-objects.ts';
import { findOptions } from './template-members.ts';

/** `this` and the properties of what a framework makes of options: what `props`, `data`, `methods`, `state`, … bring. */

/** The options of the component that a method stands in. */
function findOptionsAround(method: FunctionNode, module: Module): t.ObjectExpression | null {
  const options = module.setup === null ? null : findOptions(findScript(module, method));
  for (let at: SyntaxNode | undefined = method; options !== null && at !== undefined; at = getParent(at))
    if (at === options) return options;
  return null;
}

function findOption(options: t.ObjectExpression, name: string): SyntaxNode | null {
  const member = options.properties.find((option) => nameKey(option) === name);
  return member === undefined ? null : readOption(member);
}

/** Outside a component's own kind of file nobody is seen to use the component: its properties are no member that is missing. */
function leaveOpen(evaluator: Evaluator, declared: Value, node: SyntaxNode, module: Module): Value | null {
  const names =
    declared.type === 'array'
      ? (listElements(evaluator, declared) ?? []).flatMap((name) => findKnownText(name) ?? [])
      : declared.type === 'object'
        ? listProperties(evaluator, declared).map(([name]) => name)
        : [];
  if (names.length === 0) return null;
  const open = makeUnknown(node, module, 'who uses the component gives it');
  return makeObject(Object.fromEntries(names.map((name) => [name, open])));
}

function evaluateGiven(evaluator: Evaluator, options: t.ObjectExpression, module: Module, env: Env): Value | null {
  const declared = findOption(options, 'props');
  if (declared === null) return null;
  const value = evaluator.evaluate(declared, module, null);
  if (module.setup === null) return leaveOpen(evaluator, value, declared, module);
  return evaluateProperties(evaluator, value, { node: declared, module, env });
}

/** More mixins of mixins are not looked through. */
const MAX_MIXINS = 4;

/** `mixins: [api], extends: Base`: each is an object of options, with a `this` of its own. */
function listMixed(
  evaluator: Evaluator,
  { options, kind }: OptionObject,
  module: Module,
  env: Env,
  depth: number,
): readonly ObjectEntry[] {
  if (depth >= MAX_MIXINS) return [];
  return options.properties.flatMap((member) => {
    const name = nameKey(member);
    const node = name === 'mixins' || name === 'extends' ? readOption(member) : null;
    if (node === null) return [];
    const given = evaluator.evaluate(node, module, env);
    const mixins = given.type === 'array' ? (listElements(evaluator, given) ?? []) : listOptions(given);
    return mixins.flatMap((mixin): readonly ObjectEntry[] => {
      const from = findModuleOf(mixin);
      if (mixin.type !== 'object' || mixin.node?.type !== 'ObjectExpression' || from === null) return [];
      const value = makeThis(evaluator, { options: mixin.node, kind, section: '' }, from, null, depth + 1);
      return [{ kind: 'spread', slot: { kind: 'value', value } }];
    });
  });
}

/** `inject: ['api']`, `inject: { api: 'voice', other: { from: KEY } }`: what a component above provides. */
function listInjected(evaluator: Evaluator, options: t.ObjectExpression, module: Module): readonly ObjectEntry[] {
  const node = findOption(options, 'inject');
  const declared = node === null ? null : evaluator.evaluate(node, module, null);
  if (node === null || declared === null) return [];
  const wanted: readonly (readonly [string, Value])[] =
    declared.type === 'array'
      ? (listElements(evaluator, declared) ?? []).map((key) => [findKnownText(key) ?? '', key])
      : declared.type === 'object'
        ? listProperties(evaluator, declared).map(([name, key]) => {
            const from = key.type === 'object' ? evaluator.getProperty(key, 'from', node, module) : key;
            return [name, isUndefined(from) ? makeText(name) : from];
          })
        : [];
  return wanted.flatMap(([name, key]): readonly ObjectEntry[] => {
    const value = evaluateInjected(evaluator, key, module);
    return value === null ? [] : [{ kind: 'slot', name, slot: { kind: 'value', value } }];
  });
}

export function makeThis(evaluator: Evaluator, found: OptionObject, module: Module, env: Env, depth = 0): Value {
  const { options, kind } = found;
  const given = kind === 'vue' ? evaluateGiven(evaluator, options, module, env) : null;
  const isOpen = module.setup === null && given?.type === 'object';
  const entries: readonly ObjectEntry[] = [
    ...listMixed(evaluator, found, module, env, depth),
    // A spread would leave out what is not known.
    ...(isOpen ? given.entries : []),
    ...(given === null || isOpen ? [] : [{ kind: 'spread' as const, slot: { kind: 'value' as const, value: given } }]),
    ...(kind === 'vue' ? listInjected(evaluator, options, module) : []),
    ...options.properties.flatMap((member) => listOptionEntries(kind, member, module, env)),
  ];
  const own: ObjectValue = { type: 'object', node: options, entries, ...NO_PROVENANCE };
  const set = listSetInMarkup(evaluator, own, options, module);
  return set.length === 0 ? own : { ...own, entries: [...entries, ...set] };
}

/** `@click="path = '/calls'"`, `v-model="path"`: what the template gives members of the component. */
function listSetInMarkup(
  evaluator: Evaluator,
  own: ObjectValue,
  options: t.ObjectExpression,
  module: Module,
): readonly ObjectEntry[] {
  const scope = module.scripts.at(-1)?.root.parent;
  if (scope?.node !== options) return [];
  return [...scope.bindings].flatMap(([name, { assignments }]): readonly ObjectEntry[] => {
    const plain = assignments.filter(({ steps }) => steps.length === 0);
    if (plain.length === 0) return [];
    const given = plain.map(({ node }) => evaluateAssigned(evaluator, node.right, module));
    const value = unite([evaluator.getProperty(own, name, options, module), ...given]);
    return [{ kind: 'slot', name, slot: { kind: 'value', value } }];
  });
}

/** `this` in a function of an object of options; null elsewhere. */
export function evaluateOptionsThis(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Value | null {
  const found = findOptionObject(fn);
  return found === null ? null : makeThis(evaluator, found, module, env);
}

/** `(state) => state.base` of a store: what such a function is given is its `this`; null for any other parameter. */
export function evaluateGetterParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
  env: Env,
): Value | null {
  if (index !== 0 || !isGetter(fn)) return null;
  return findFrame(env, fn)?.self ?? evaluateOptionsThis(evaluator, fn, module, env);
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
    nameKey(owner) === 'setup' &&
    isFunctionNode(fn);
  const options = isSetup ? findOptionsAround(fn, module) : null;
  return options === null || owner === undefined || getParent(owner) !== options
    ? null
    : evaluateGiven(evaluator, options, module, env);
}
