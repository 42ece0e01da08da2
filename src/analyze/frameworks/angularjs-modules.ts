import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** What is told to the modules of AngularJS: `angular.module('app', ['ngResource']).constant('API', …).factory('calls', …)`. */

export interface Recipe {
  /** The module that is told; null where a page hands its scripts the recipe. */
  readonly owner: string | null;
  readonly how: string;
  /** Null for `run` and `config`, which nobody asks for. */
  readonly name: string | null;
  readonly given: SyntaxNode;
  readonly module: Module;
}

interface Told {
  readonly recipes: Recipe[];
  /** By module: its dependencies and its dependents. */
  readonly linked: Map<string, Set<string>>;
}

const NAMED = /^(?:constant|value|factory|service|provider|decorator|controller|directive|component|filter|animation)$/;
const UNNAMED = /^(?:run|config)$/;

/** `angular.module(…)`, or `app.factory('calls', ['$http', …` of an app that another file made. */
const MODULE =
  /\bangular\s*\.\s*module\s*\(|\.\s*(?:factory|service|controller|directive)\s*\(\s*['"][\w.$]+['"]\s*,\s*\[\s*['"]/;

const asked = new WeakMap<Evaluator, { modules: number; isFound: boolean }>();

/** Is there a module of AngularJS in any file that was read? Asked of each parameter, so each file is looked at once. */
export function isOfAngularJs(evaluator: Evaluator): boolean {
  const answer = asked.get(evaluator) ?? { modules: 0, isFound: false };
  asked.set(evaluator, answer);
  const { loaded } = evaluator.graph;
  for (; !answer.isFound && answer.modules < loaded.length; answer.modules += 1) {
    const module = loaded[answer.modules];
    answer.isFound = module !== undefined && mentions(module, MODULE);
  }
  return answer.isFound;
}

/** `angular.module('app', [])` itself, in front of whatever was told to it. */
function findModuleCall(value: Value): NonNullable<ExternalValue['made']> | null {
  let at = value.type === 'external' ? value.made : null;
  while (at?.by.made != null) at = at.by.made;
  return at?.by.path.at(-1) === 'module' && (at.by.module === 'angular' || at.by.path[0] === 'angular') ? at : null;
}

/** `app` that no file of the project makes. */
function isOfPage(app: Value): boolean {
  const at = app.type === 'external' && app.made !== null ? app.made.by : app;
  return at.type === 'external' && at.module === 'global' && /app|module/i.test(at.path[0] ?? '') && at.made === null;
}

/** What a call tells a module; null for all other calls. */
function readRecipe(evaluator: Evaluator, node: CallNode, module: Module): Recipe | null {
  if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return null;
  const how = nameCallee(node.callee) ?? '';
  const isNamed = NAMED.test(how);
  const [first, second] = node.arguments;
  const given = isNamed ? second : UNNAMED.test(how) ? first : undefined;
  if (given === undefined) return null;
  const app = evaluator.evaluate(unwrap(node.callee.object), module, null);
  const made = findModuleCall(app);
  if (made === null && !isOfPage(app)) return null;
  const owner = made === null ? undefined : evaluator.getArgument(made.args, 0);
  const name = isNamed && first !== undefined ? findKnownText(evaluator.evaluate(first, module, null)) : null;
  if (isNamed && name === null) return null;
  return { owner: findKnownText(owner), how, name, given, module };
}

/** The recipe that a node is a part of. */
export function findRecipeAround(evaluator: Evaluator, node: SyntaxNode, module: Module): Recipe | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    const recipe = at.type === 'CallExpression' ? readRecipe(evaluator, at, module) : null;
    if (recipe !== null) return recipe;
  }
  return null;
}

function link({ linked }: Told, one: string, other: string): void {
  linked.set(one, (linked.get(one) ?? new Set()).add(other));
  linked.set(other, (linked.get(other) ?? new Set()).add(one));
}

/** `angular.module('app', ['app.calls'])` */
function readNeeds(evaluator: Evaluator, node: CallNode, module: Module, told: Told): void {
  if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'module') return;
  const [first, needs] = node.arguments;
  if (first === undefined || needs?.type !== 'ArrayExpression') return;
  const owner = findKnownText(evaluator.evaluate(first, module, null));
  for (const need of owner === null ? [] : needs.elements) {
    if (need === null || need.type === 'SpreadElement') continue;
    for (const text of listTexts(evaluator.evaluate(need, module, null), need, module)) {
      const name = findKnownText(text);
      if (name !== null && owner !== null) link(told, owner, name);
    }
  }
}

const read = gatherFromCalls(
  (): Told => ({ recipes: [], linked: new Map() }),
  (told, { node, module }, evaluator) => {
    // What a test provides stands in for what the program has.
    if (isTestFile(module.path)) return;
    readNeeds(evaluator, node, module, told);
    const recipe = readRecipe(evaluator, node, module);
    if (recipe !== null) told.recipes.push(recipe);
  },
);

/** All that is told to the modules that run together with one, whoever of them needs whom. */
export function listRecipes(evaluator: Evaluator, owner: string | null): readonly Recipe[] {
  const { recipes, linked } = read(evaluator);
  if (owner === null) return recipes;
  const together = new Set([owner]);
  for (const one of together) for (const other of linked.get(one) ?? []) together.add(other);
  return recipes.filter((recipe) => recipe.owner === null || together.has(recipe.owner));
}
