import { type FunctionNode, isCallNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getElement } from '../members/objects.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, ExternalValue, FunctionValue, Value } from '../values/values.ts';

/**
 * What Playwright and Vitest hand to tests by name: `base.extend({ api: async ({ request }, use) => { await use(client); } })`.
 * A fixture is given the other fixtures, and under its own name the one that it replaces.
 */

const RUNNER = /^(?:@playwright\/[\w-]+|playwright|vitest)$/;

/** Fixtures made of fixtures, and tests made of tests. */
const MAX_LEVELS = 12;

/** How deep the run is in fixtures that are made of each other. */
const depths = new WeakMap<Evaluator, number>();

function isRunner(value: Value): value is ExternalValue {
  return value.type === 'external' && RUNNER.test(findRoot(value).module);
}

/** The test that runs the function: `test('…', fn)`, `test.beforeEach(fn)`. */
function listRunning(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): readonly ExternalValue[] {
  const call = getParent(fn);
  if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === fn) return [];
  return listOptions(evaluator.evaluate(call.callee, module, env)).filter(isRunner);
}

interface Fixture {
  readonly name: string;
  readonly call: SyntaxNode;
  readonly callee: SyntaxNode;
}

/** The `extend` that a function is a fixture of: `{ api: fn }`, `{ api: [fn, { scope: 'worker' }] }`. */
function findFixture(fn: FunctionNode): Fixture | null {
  let at = getParent(fn);
  if (at?.type === 'ArrayExpression' && at.elements[0] === fn) at = getParent(at);
  const member = fn.type === 'ObjectMethod' ? fn : at?.type === 'ObjectProperty' ? at : null;
  const name = member === null ? null : nameKey(member);
  let outer = member === null ? undefined : getParent(member);
  if (name === null || outer?.type !== 'ObjectExpression') return null;
  do outer = getParent(outer);
  while (outer !== undefined && /^TS(?:Satisfies|As)Expression$/.test(outer.type));
  if (outer?.type !== 'CallExpression' || nameCallee(outer.callee) !== 'extend') return null;
  return { name, call: outer, callee: outer.callee };
}

/** What a fixture hands to `use`. */
function readUse(evaluator: Evaluator, { fn, module, env }: FunctionValue): Value | null {
  const use = fn.params[1];
  if (use?.type !== 'Identifier') return null;
  const given = findScript(module, fn)
    .identifiers.get(use.name)
    .flatMap((identifier) => {
      const call = getParent(identifier);
      if (call?.type !== 'CallExpression' || call.callee !== identifier) return [];
      const source = findBindingOf(module, identifier)?.source;
      const [argument] = call.arguments;
      if (source?.kind !== 'param' || source.fn !== fn || argument === undefined) return [];
      return [evaluator.evaluate(argument, module, env)];
    });
  return given.length === 0 ? null : unite(given);
}

function readFixture(evaluator: Evaluator, given: Value): Value | null {
  // `[value, { option: true }]`
  const value = given.type === 'array' ? getElement(evaluator, given, 0) : given;
  return value.type === 'function' ? readUse(evaluator, value) : value;
}

/** The fixture by this name of the last `extend` that has one; null for the runner's own. */
function findGiven(evaluator: Evaluator, test: ExternalValue, name: string, levels: number): Value | null {
  let at = test;
  for (let left = levels; at.made !== null && left > 0; left -= 1) {
    const { by, args, call, module } = at.made;
    const how = by.path.at(-1);
    const given = evaluator.getArgument(args, 0);
    if (how === 'extend' && given?.type === 'object') {
      const fixture = evaluator.getProperty(given, name, call, module);
      if (!isUndefined(fixture)) return readFixture(evaluator, fixture);
    }
    if (how === 'mergeTests') {
      for (let index = args.length - 1; index >= 0; index -= 1) {
        const merged = evaluator.getArgument(args, index);
        const found = merged !== undefined && isRunner(merged) ? findGiven(evaluator, merged, name, left - 1) : null;
        if (found !== null) return found;
      }
    }
    at = by;
  }
  return null;
}

/** Whose fixtures a function is given, the outermost first: of the test that runs it, or of those it is one of. */
function listTests(
  evaluator: Evaluator,
  fn: FunctionNode,
  name: string,
  module: Module,
  env: Env,
): readonly ExternalValue[] {
  const fixture = findFixture(fn);
  if (fixture === null) return listRunning(evaluator, fn, module, env);
  const callee = unwrap(fixture.callee);
  const from = fixture.name === name && isMemberNode(callee) ? callee.object : fixture.call;
  return listOptions(evaluator.evaluate(from, module, null)).filter(isRunner);
}

/** The fixture `name` that a test or a fixture is given: what the project made, or Playwright's own. */
export function evaluateFixture(
  evaluator: Evaluator,
  fn: FunctionNode,
  name: string,
  module: Module,
  env: Env,
): Value | 'own' | null {
  const depth = depths.get(evaluator) ?? 0;
  const tests = depth >= MAX_LEVELS ? [] : listTests(evaluator, fn, name, module, env);
  if (tests.length === 0) return null;
  depths.set(evaluator, depth + 1);
  try {
    const given = tests.flatMap((test) => findGiven(evaluator, test, name, MAX_LEVELS) ?? []);
    if (given.length > 0) return unite(given);
    return tests.every((test) => findRoot(test).module === 'vitest') ? null : 'own';
  } finally {
    depths.set(evaluator, depth);
  }
}
