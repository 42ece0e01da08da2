import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
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
      if (expectation === null || given?.type !== 'StringLiteral' || !given.value.startsWith('/')) return [];
      const subject = unwrap(expectation.subject);
      if (!NAMED.test(subject.type)) return [];
      const follows = listSources(evaluator, subject, module, given.value, isFree) ?? [];
      if (follows.length === 0) return [];
      return [{ expression: getTextRegion(given, module), text: given.value, isPath: true, follows }];
    }),
  );
}
