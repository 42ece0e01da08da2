import { type FunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { makeClient } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { Env, Value } from '../values/values.ts';

/** `test.nock('https://api.voice.example', (api) => api.get('/agents').reply(200))` of oclif's tests: the function is handed a scope of nock. */

const TESTS = /['"](?:@oclif\/test|fancy-test)['"]/;

/** Null for parameters of other functions. */
export function evaluateScopeParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
  env: Env,
): Value | null {
  const call = index === 0 ? getParent(fn) : undefined;
  if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== fn || !TESTS.test(module.text)) return null;
  const callee = unwrap(call.callee);
  const [base] = call.arguments;
  if (!isMemberNode(callee) || nameMember(callee) !== 'nock' || base === undefined || base === fn) return null;
  return makeClient('nock', [evaluator.evaluate(base, module, env)], call);
}
