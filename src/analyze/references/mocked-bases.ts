import type { MockedBase } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findCalleeRoot, isCallNode, isFunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateImport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listTexts } from '../texts/texts.ts';

/** `vi.mock('../src/config', () => ({ voiceUrl: 'http://voice.test' }))`: an address in the place of one that the program has. */

const MOCKING = /^(?:mock|doMock|unstable_mockModule|setMock)$/;
const PROXYING = /^(?:proxyquire|esmock)$/i;
/** What stands between the address and the function that gives it back. */
const PASSED = /^(?:ObjectExpression|ReturnStatement|BlockStatement|TryStatement|TSAsExpression)$/;

interface Mocked {
  readonly specifier: string;
  /** The file from which the specifier leads on, where it is not the test. */
  readonly from?: string;
  /** The members on the way to the address. */
  readonly path: readonly string[];
}

/** The module and the member in whose place the factory of a mock puts a text. */
function findMocked(start: SyntaxNode, module: Module, inner: readonly string[] = []): Mocked | null {
  let path = inner;
  for (let at = start, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (parent.type === 'ObjectProperty' && parent.value === at) {
      const key = nameKey(parent);
      if (key === null) return null;
      path = [key, ...path];
      continue;
    }
    if (parent.type === 'VariableDeclarator') {
      // `const answer = { … }; return answer;`
      const names = listReadings(parent.id, module);
      return names.length === 1 && names[0] !== undefined ? findMocked(names[0], module, path) : null;
    }
    if (isCallNode(parent)) return findProxied(parent, at, path);
    if (!isFunctionNode(parent)) {
      if (PASSED.test(parent.type)) continue;
      return null;
    }
    const call = getParent(parent);
    if (call?.type !== 'CallExpression' || call.arguments[1] !== parent || !MOCKING.test(nameCallee(call.callee) ?? ''))
      return null;
    const specifier = unwrap(call.arguments[0] ?? call);
    return specifier.type === 'StringLiteral' && path.length > 0 ? { specifier: specifier.value, path } : null;
  }
  return null;
}

/** `proxyquire('../src/client', { './config': { voiceUrl: 'http://voice.test' } })`, `esmock('../src/client.js', { … })` */
function findProxied(call: SyntaxNode, table: SyntaxNode, [specifier, ...path]: readonly string[]): Mocked | null {
  if (call.type !== 'CallExpression' || call.arguments[1] !== table || specifier === undefined) return null;
  const [loaded] = call.arguments;
  const root = findCalleeRoot(call);
  const name = root.type === 'Identifier' ? root.name : '';
  if (loaded?.type !== 'StringLiteral' || path.length === 0 || !PROXYING.test(name)) return null;
  // What stands in for what a file requires is named as that file names it.
  return /^esmock$/.test(name) ? { specifier, path } : { specifier, path, from: loaded.value };
}

/** The addresses that the mocks of a test put in the place of others. */
export function findMockedBases(evaluator: Evaluator, module: Module): readonly MockedBase[] {
  if (!isTestFile(module.path) || !/\bmock|proxyquire|esmock/i.test(module.text)) return [];
  return module.scripts
    .flatMap(({ strings }) => strings)
    .flatMap((literal): readonly MockedBase[] => {
      const mocked = literal.type === 'StringLiteral' ? findMocked(literal, module) : null;
      if (mocked === null || literal.type !== 'StringLiteral') return [];
      const [name = '', ...rest] = mocked.path;
      const from = mocked.from === undefined ? module : evaluator.graph.resolve(module, mocked.from);
      if (typeof from === 'string') return [];
      let value = evaluateImport(evaluator, from, mocked.specifier, name);
      for (const member of rest) value = evaluator.getProperty(value, member, literal, module);
      return listTexts(value, literal, module).map(({ atoms }) => ({
        value: literal.value,
        url: { parts: toParts(atoms), trail: [], references: [] },
      }));
    });
}
