import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { EQUALITY } from '../callers/assertion-forms.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, listProperties } from '../members/objects.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Atom, TextValue, Value } from '../values/values.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { readExpectation } from './expected-pathnames.ts';

/**
 * `expect(PATHS.calls).toBe('/calls')`, `assert.equal(agentPath('1'), '/agents/1')`: what the tests of paths and of their builders
 * expect of a text that requests are made of. Where that text changes, so does what is to be expected.
 */

/** What is expected of a part: of a table some members, of a list one element. */
const PARTLY = /^(?:toMatchObject|toHaveProperty)$/;
const HOLDING = /^(?:toContain(?:Equal)?|includes?|contains?)$/;

const EXPECTING = [EQUALITY, PARTLY, HOLDING];

const NAMED = /^(?:Identifier|MemberExpression|OptionalMemberExpression|CallExpression)$/;

/** The elements of a list, the members of an object; else the value itself. */
function listHeld(evaluator: Evaluator, value: Value): readonly Value[] {
  if (value.type === 'array') return listElements(evaluator, value) ?? [];
  return value.type === 'object' ? listProperties(evaluator, value).map(([, member]) => member) : [value];
}

/** The texts that a value is, or that stand in it, or in the lists of `Object.entries(PATHS)`. */
function listHeldTexts(evaluator: Evaluator, subject: SyntaxNode, module: Module): readonly TextValue[] {
  evaluator.ask();
  return listOptions(evaluator.evaluate(subject, module, null)).flatMap((option) => {
    const held = listHeld(evaluator, option);
    const inner = held.flatMap((one) =>
      option.type === 'array' && one.type === 'array' ? listHeld(evaluator, one) : [one],
    );
    return inner.flatMap((one) => (one.type === 'text' ? listTexts(one, subject, module) : []));
  });
}

/** A list that is known; of a text, what it contains is a piece that goes on standing there. */
function isList(evaluator: Evaluator, subject: SyntaxNode, module: Module): boolean {
  evaluator.ask();
  return listOptions(evaluator.evaluate(subject, module, null)).every(({ type }) => type === 'array');
}

/** The text with the name of the family, which gets the version; all of them where none begins with one. */
function listHeads({ words }: Evaluator, atoms: readonly Atom[]): readonly Atom[] {
  const head = atoms.find((atom) => atom.kind === 'text' && words.has(/^\/([\w-]+)/.exec(atom.text)?.[1] ?? ''));
  return head === undefined ? atoms : [head];
}

/** The texts of which the value is made, where it is the path that is expected. */
export function listSources(
  evaluator: Evaluator,
  subject: SyntaxNode,
  module: Module,
  path: string,
  isFree: (literal: number) => boolean,
): NonNullable<UrlPattern['follows']> {
  return listHeldTexts(evaluator, subject, module)
    .filter(({ atoms }) => flatten(atoms) === path)
    .flatMap(({ atoms }) =>
      listHeads(evaluator, atoms).flatMap((atom) =>
        atom.kind === 'text' &&
        atom.origin !== null &&
        // What the test itself hands to a maker of URLs moves, too.
        (atom.origin.file === module.path || !isFree(atom.origin.literal))
          ? [{ file: atom.origin.file, start: atom.origin.start, end: atom.origin.end }]
          : [],
      ),
    );
}

/** Are the elements of the list known, so that no double has written into it? */
export function isKnownList(evaluator: Evaluator, subject: SyntaxNode, module: Module): boolean {
  return listHeldTexts(evaluator, subject, module).length > 0;
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

/** The elements of a list, the members of an object. */
function listParts(given: SyntaxNode): readonly (SyntaxNode | null)[] {
  if (given.type === 'ArrayExpression') return given.elements;
  if (given.type !== 'ObjectExpression') return [given];
  return given.properties.map((member) => (member.type === 'ObjectProperty' ? member.value : null));
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
      const expectation = readExpectation(call, module);
      if (expectation === null || !EXPECTING.some((names) => names.test(expectation.name))) return [];
      const subject = unwrap(expectation.subject);
      const given = expectation.given[expectation.name === 'toHaveProperty' ? 1 : 0];
      if (given === undefined || !NAMED.test(subject.type)) return [];
      if (HOLDING.test(expectation.name) && !isList(evaluator, subject, module)) return [];
      const list = unwrap(given);
      const all = listParts(list);
      return all.flatMap((one): readonly UrlPattern[] => {
        const expected = one === null ? null : readGiven(evaluator, unwrap(one), module);
        if (expected === null || !expected.text.startsWith('/')) return [];
        const follows = listSources(evaluator, subject, module, expected.text, isFree);
        return follows.length === 0 ? [] : [{ ...expected, isPath: true, follows }];
      });
    }),
  );
}
