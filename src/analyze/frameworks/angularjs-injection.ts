import { findClassAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, getKeyName, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { constructObject } from '../classes/constructor-functions.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type FunctionValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { findRecipeAround, isOfAngularJs, listRecipes, type Recipe } from './angularjs-modules.ts';

/**
 * What AngularJS injects by name: `['$http', 'API', function ($http, API) { … }]`, `calls.$inject = ['$http', 'API']`, or by the
 * names of the parameters where nothing else says it.
 */

/** Services of AngularJS and its packages that send. */
const OWN = /^(?:\$http|\$resource|Restangular(?:Provider)?)$/;

function isSame({ fn }: FunctionValue, other: FunctionNode): boolean {
  return fn === other;
}

/** `['$http', function ($http) { … }]`, `['$http', CallsService]`: the names in front of the function. */
function listAnnotated(fn: FunctionNode, own: Recipe | undefined): readonly string[] | null {
  const around = getParent(fn);
  const list = around?.type === 'ArrayExpression' && around.elements.at(-1) === fn ? around : own && unwrap(own.given);
  if (list?.type !== 'ArrayExpression' || list.elements.length < 2) return null;
  const names = list.elements.slice(0, -1).map((name) => (name?.type === 'StringLiteral' ? name.value : null));
  return names.every((name) => name !== null) ? names : null;
}

function listNames(evaluator: Evaluator, list: Value): readonly (string | null)[] {
  return (listElements(evaluator, list) ?? []).map(findKnownText);
}

/** `calls.$inject = […]`, `static $inject = […]` */
function listAssigned(evaluator: Evaluator, fn: FunctionNode, module: Module): readonly (string | null)[] | null {
  const owner = findClassAround(fn);
  const isMaker = owner !== null && fn.type === 'ClassMethod' && fn.kind === 'constructor';
  for (const member of isMaker ? owner.body.body : []) {
    const isStatic = 'static' in member && member.static === true && 'key' in member;
    if (!isStatic || getKeyName(member.key, 'computed' in member && member.computed === true) !== '$inject') continue;
    if (member.type === 'ClassProperty' && member.value)
      return listNames(evaluator, evaluator.evaluate(member.value, module, null));
    if (member.type !== 'ClassMethod' || member.kind !== 'get') continue;
    const getter: FunctionValue = {
      type: 'function',
      fn: member,
      module,
      env: null,
      self: null,
      bound: [],
      ...NO_PROVENANCE,
    };
    return listNames(evaluator, evaluateReturn(evaluator, getter, { args: [], call: null, from: null }, false));
  }
  for (const { object, value, module: own } of evaluator.index.listMemberAssignments('$inject')) {
    const target = evaluator.evaluate(object, own, null);
    const isOwn =
      (target.type === 'function' && isSame(target, fn)) ||
      (target.type === 'class' && isMaker && target.node === owner);
    if (isOwn) return listNames(evaluator, evaluator.evaluate(value, own, null));
  }
  return null;
}

/** `controller: function ($scope, api) { … }` of a directive or a component, `$get` of a provider. */
function isNamedSo(fn: FunctionNode): boolean {
  const parent = getParent(fn);
  const name = fn.type === 'ObjectMethod' ? nameKey(fn) : parent?.type === 'ObjectProperty' ? nameKey(parent) : null;
  if (name !== null) return /^(?:controller|\$get)$/.test(name);
  const target = parent?.type === 'AssignmentExpression' && parent.right === fn ? unwrap(parent.left) : null;
  return target?.type === 'MemberExpression' && getKeyName(target.property, target.computed) === '$get';
}

/** What is called of a recipe: the function at the end of `['$http', function ($http) { … }]`, and what stands alone. */
function findCalled(given: SyntaxNode): SyntaxNode | null {
  const node = unwrap(given);
  const last = node.type === 'ArrayExpression' ? node.elements.at(-1) : node;
  return last == null ? null : unwrap(last);
}

/** Is it told to a module, or the constructor of a class that is? */
function findOwnRecipe(evaluator: Evaluator, fn: FunctionNode): Recipe | undefined {
  const owner = fn.type === 'ClassMethod' && fn.kind === 'constructor' ? findClassAround(fn) : null;
  return listRecipes(evaluator, null).find(({ how, given, module }) => {
    if (/^(?:constant|value|component)$/.test(how)) return false;
    const called = findCalled(given);
    if (called === null || called === fn) return called === fn;
    return listOptions(evaluator.evaluate(called, module, null)).some((option) =>
      option.type === 'class'
        ? owner !== null && option.node === owner
        : option.type === 'function' && isSame(option, fn),
    );
  });
}

function nameParam(fn: FunctionNode, index: number): string | null {
  const param = fn.params[index];
  return param?.type === 'Identifier' ? param.name : null;
}

function readGiven(evaluator: Evaluator, { given, module }: Recipe): readonly Value[] {
  const called = findCalled(given);
  return called === null ? [] : listOptions(evaluator.evaluate(called, module, evaluator.anyCaller));
}

function construct(evaluator: Evaluator, value: Value): Value | null {
  if (value.type !== 'function') return instantiate(value);
  return constructObject(evaluator, value, { fn: value.fn, args: [], call: null, from: evaluator.anyCaller }, true);
}

function run(evaluator: Evaluator, value: Value): readonly Value[] {
  if (value.type !== 'function') return [];
  return [evaluateReturn(evaluator, value, { args: [], call: null, from: evaluator.anyCaller }, true)];
}

function evaluateRecipe(evaluator: Evaluator, recipe: Recipe): readonly Value[] {
  const { how, given, module } = recipe;
  if (how === 'constant' || how === 'value') return [evaluator.evaluate(given, module, evaluator.anyCaller)];
  const options = readGiven(evaluator, recipe);
  if (how === 'factory') return options.flatMap((option) => run(evaluator, option));
  if (how === 'service') return options.flatMap((option) => construct(evaluator, option) ?? []);
  if (how !== 'provider') return [];
  return options.flatMap((option) => {
    const provider = option.type === 'object' ? option : construct(evaluator, option);
    const made = provider === null ? null : evaluator.getProperty(provider, '$get', given, module);
    if (made === null) return [];
    const makers = made.type === 'array' ? (listElements(evaluator, made) ?? []).slice(-1) : listOptions(made);
    return makers.flatMap((maker) => run(evaluator, maker));
  });
}

function evaluateName(evaluator: Evaluator, name: string, owner: string | null): Value | null {
  if (OWN.test(name)) return { type: 'external', module: 'angular', path: [name], made: null, ...NO_PROVENANCE };
  const values = listRecipes(evaluator, owner)
    .filter((recipe) => recipe.name === name)
    .flatMap((recipe) => evaluateRecipe(evaluator, recipe));
  return values.length === 0 ? null : unite(values);
}

/** The parameter of a function that AngularJS calls; null for any other. */
export function evaluateInjectedParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): Value | null {
  if (!isOfAngularJs(evaluator)) return null;
  const own = findOwnRecipe(evaluator, fn);
  const names = listAnnotated(fn, own) ?? listAssigned(evaluator, fn, module);
  const isByParams = names === null && (own !== undefined || isNamedSo(fn));
  const name = names === null ? (isByParams ? nameParam(fn, index) : null) : (names[index] ?? null);
  if (name === null) return null;
  const around: SyntaxNode = fn;
  return evaluateName(evaluator, name, (own ?? findRecipeAround(evaluator, around, module))?.owner ?? null);
}
