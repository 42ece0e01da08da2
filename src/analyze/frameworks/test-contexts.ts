import { append } from '../../model/append.ts';
import { findFunctionAround, findMethodAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode, isCallNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { constructObject } from '../classes/constructor-functions.ts';
import { instantiate } from '../classes/types.ts';
import { listByName } from '../clients/setting-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Env, NO_PROVENANCE, type ObjectEntry, type Value } from '../values/values.ts';

/** `this` in what a test runner runs: the context that hooks of Mocha fill, the World of Cucumber. */

const MOCHA = /^(?:it|test|specify|(?:before|after)(?:Each|All)?|setup|teardown)$/;
const CUCUMBER = /^(?:Given|When|Then|And|But|defineStep|Before|After|BeforeStep|AfterStep)$/;

/** The name of what is given the function to run it; null for all other functions. */
function findRunner(fn: FunctionNode): string | null {
  const call = getParent(fn);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === fn) return null;
  const callee = unwrap(call.callee);
  return callee.type === 'Identifier' ? callee.name : null;
}

/** Does the suite in which the hook stands hold the function as well? */
function isOfSuite(hook: FunctionNode, fn: FunctionNode): boolean {
  const call = getParent(hook);
  const suite = call === undefined ? null : findFunctionAround(call);
  return suite === null || contains(suite, fn);
}

interface SetOnThis {
  readonly name: string;
  readonly value: SyntaxNode;
  readonly module: Module;
  readonly hook: FunctionNode;
}

/** What functions that such runners run set on `this`. */
function listSets({ memberAssignments }: ScriptFacts, module: Module, runners: RegExp): readonly SetOnThis[] {
  return memberAssignments.flatMap(({ object, name, value, operator }) => {
    const hook = unwrap(object).type === 'ThisExpression' ? findMethodAround(object) : null;
    const isRun = hook !== null && operator === '=' && runners.test(findRunner(hook) ?? '');
    return isRun ? [{ name, value, module, hook }] : [];
  });
}

/** Each name that is set on `this`, once; what several set, nobody knows. */
function listSetOnce(sets: readonly SetOnThis[]): readonly ObjectEntry[] {
  const byName = new Map<string, SetOnThis[]>();
  for (const set of sets) append(byName, set.name, set);
  return [...byName].flatMap(([name, [set, ...others]]): readonly ObjectEntry[] =>
    set === undefined || others.length > 0
      ? []
      : [{ kind: 'slot', name, slot: { kind: 'expression', node: set.value, module: set.module, env: null } }],
  );
}

function toObject(entries: readonly ObjectEntry[]): Value | null {
  return entries.length === 0 ? null : { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** What the hooks of the suites around set on `this`. */
function readContext(fn: FunctionNode, module: Module): Value | null {
  const sets = listSets(findScript(module, fn), module, MOCHA);
  return toObject(listSetOnce(sets.filter(({ hook }) => isOfSuite(hook, fn))));
}

/** Any World of the project: `setWorldConstructor(World)`. */
function readWorld(evaluator: Evaluator, asking: Module): Value | null {
  const worlds = keepMeeting(evaluator, listByName(evaluator.index, 'setWorldConstructor'), asking).flatMap(
    ({ node, module }) => {
      const [given] = 'arguments' in node ? node.arguments : [];
      if (given === undefined) return [];
      return listOptions(evaluator.evaluate(given, module, null)).flatMap((option) => {
        if (option.type === 'function') return constructObject(evaluator, option, null, true);
        return option.type === 'class' ? (instantiate(option) ?? []) : [];
      });
    },
  );
  return worlds.length === 0 ? null : unite(worlds);
}

const setInSteps = new WeakMap<Module, readonly SetOnThis[]>();

/** The World, and what the hooks and steps of all files set on it. */
function completeWorld(evaluator: Evaluator, asking: Module): Value | null {
  const world = readWorld(evaluator, asking);
  const sets = evaluator.graph.loaded.flatMap((module) => {
    const known = setInSteps.get(module) ?? module.scripts.flatMap((script) => listSets(script, module, CUCUMBER));
    setInSteps.set(module, known);
    return known;
  });
  const entries = listSetOnce(keepMeeting(evaluator, sets, asking));
  if (world === null || entries.length === 0) return world ?? toObject(entries);
  return toObject([{ kind: 'spread', slot: { kind: 'value', value: world } }, ...entries]);
}

/** What `this` is in such a function; null for all others. */
export function evaluateTestThis(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Value | null {
  const runner = findRunner(fn);
  if (runner === null || env?.any !== true) return null;
  if (MOCHA.test(runner)) return readContext(fn, module);
  return CUCUMBER.test(runner) ? completeWorld(evaluator, module) : null;
}
