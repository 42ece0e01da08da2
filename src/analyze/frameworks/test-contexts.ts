import { append } from '../../model/append.ts';
import { findFunctionAround, findMethodAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode, isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
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

/** What the hooks of the suites around set on `this`; what several set, nobody knows. */
function readContext(fn: FunctionNode, module: Module): Value | null {
  const byName = new Map<string, SyntaxNode[]>();
  for (const { object, name, value, operator } of findScript(module, fn).memberAssignments) {
    const around = unwrap(object).type === 'ThisExpression' ? findMethodAround(object) : null;
    if (around === null || operator !== '=' || !MOCHA.test(findRunner(around) ?? '') || !isOfSuite(around, fn))
      continue;
    append(byName, name, value);
  }
  const entries = [...byName].flatMap(([name, [node, ...others]]): readonly ObjectEntry[] =>
    node === undefined || others.length > 0
      ? []
      : [{ kind: 'slot', name, slot: { kind: 'expression', node, module, env: null } }],
  );
  return entries.length === 0 ? null : { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** Any World of the project: `setWorldConstructor(World)`. */
function readWorld(evaluator: Evaluator): Value | null {
  const worlds = evaluator.index.calls.flatMap(({ node, module }) => {
    const [given] = 'arguments' in node ? node.arguments : [];
    if (given === undefined || !('callee' in node) || nameCallee(node.callee) !== 'setWorldConstructor') return [];
    return listOptions(evaluator.evaluate(given, module, null)).flatMap((option) =>
      option.type === 'class' ? (instantiate(option) ?? []) : [],
    );
  });
  return worlds.length === 0 ? null : unite(worlds);
}

/** What `this` is in such a function; null for all others. */
export function evaluateTestThis(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Value | null {
  const runner = findRunner(fn);
  if (runner === null || env?.any !== true) return null;
  if (MOCHA.test(runner)) return readContext(fn, module);
  return CUCUMBER.test(runner) ? readWorld(evaluator) : null;
}
