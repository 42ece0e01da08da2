import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/modules.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { readExpectation } from './expected-pathnames.ts';

/**
 * `expect(PATHS.calls).toBe('/calls')`, `assert.equal(agentPath('1'), '/agents/1')`: what the tests of paths and of their builders
 * expect of a text that requests are made of. Where that text changes, so does what is to be expected.
 */

const EXACT = /^(?:toBe|to(?:Strict)?Equal|eqls?|is|same|(?:deep)?(?:strict)?equals?)$/i;
const NAMED = /^(?:Identifier|MemberExpression|OptionalMemberExpression|CallExpression)$/;

/** The texts of which the value is made, where it is the path that is expected. */
function listSources(
  evaluator: Evaluator,
  subject: SyntaxNode,
  module: Module,
  path: string,
  isFree: (literal: number) => boolean,
): UrlPattern['follows'] {
  evaluator.ask();
  return listOptions(evaluator.evaluate(subject, module, null)).flatMap((option) =>
    option.type !== 'text'
      ? []
      : listTexts(option, subject, module)
          .filter(({ atoms }) => flatten(atoms) === path)
          .flatMap(({ atoms }) =>
            atoms.flatMap((atom) =>
              atom.kind === 'text' && atom.origin !== null && !isFree(atom.origin.literal)
                ? [{ file: atom.origin.file, start: atom.origin.start, end: atom.origin.end }]
                : [],
            ),
          ),
  );
}

interface Expected {
  readonly text: string;
  readonly expression: UrlPattern['expression'];
}

/** The path that is expected, where it is written: here, or in a constant of the tests. */
function readGiven(evaluator: Evaluator, given: SyntaxNode, module: Module): Expected | null {
  if (given.type === 'StringLiteral') return { text: given.value, expression: getTextRegion(given, module) };
  if (given.type !== 'Identifier' && given.type !== 'MemberExpression') return null;
  evaluator.ask();
  const [only, ...others] = listTexts(evaluator.evaluate(given, module, null), given, module);
  const [atom, ...rest] = only?.atoms ?? [];
  if (others.length > 0 || rest.length > 0 || atom?.kind !== 'text' || atom.origin === null) return null;
  const { file, start, end } = atom.origin;
  const owner = isTestFile(file) ? evaluator.graph.loaded.find(({ path }) => path === file) : undefined;
  return owner === undefined ? null : { text: atom.text, expression: getRegion(owner, start, end) };
}

/** `isFree`: is the text one that no request sends? */
export function findExpectedConstants(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly UrlPattern[] => {
      if (call.type !== 'CallExpression' || !EXACT.test(nameCallee(call.callee) ?? '')) return [];
      const expectation = readExpectation(call);
      const [given] = expectation?.given ?? [];
      const expected = expectation === null || given === undefined ? null : readGiven(evaluator, unwrap(given), module);
      if (expectation === null || expected === null || !expected.text.startsWith('/')) return [];
      const subject = unwrap(expectation.subject);
      if (!NAMED.test(subject.type)) return [];
      const follows = listSources(evaluator, subject, module, expected.text, isFree) ?? [];
      return follows.length === 0 ? [] : [{ ...expected, isPath: true, follows }];
    }),
  );
}
