import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { compilePattern, findRegExp } from '../texts/regexps.ts';
import { findKnownText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import type { Value } from '../values/values.ts';

/**
 * `testDir: './e2e/api'`, `testMatch: /\.api\.spec\.ts$/`, `specPattern: 'cypress/api/**'`: which tests a config of a test runner, or
 * one of its projects, is about. What is not known selects every test.
 */

/** Where the config stands. */
interface ConfigPlace {
  readonly node: SyntaxNode;
  readonly module: Module;
}

function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** A glob: its beginning without a wildcard, and its end; whatever stands between may be anything. */
function matchesGlob(glob: string, path: string): boolean {
  const pattern = glob.replace(/^\.\//, '');
  const before = /^[^*?{[(]*/.exec(pattern)?.[0] ?? '';
  if (before === pattern) return path === pattern || path.endsWith(`/${pattern}`);
  const behind = /[^*?\]})]*$/.exec(pattern)?.[0] ?? '';
  return path.startsWith(before) && path.endsWith(behind);
}

/** Does one of the patterns match; null where nobody knows. */
function matches(evaluator: Evaluator, given: Value, path: string): boolean | null {
  const glob = findKnownText(given);
  if (glob !== null) return matchesGlob(glob, path);
  if (given.type === 'array') {
    const answers = (listElements(evaluator, given) ?? []).map((element) => matches(evaluator, element, path));
    return answers.includes(true) ? true : answers.includes(null) || answers.length === 0 ? null : false;
  }
  const pattern = given.type === 'unknown' ? findRegExp(given.node, given.module) : null;
  return pattern === null ? null : (compilePattern(pattern, `/${path}`)?.test(`/${path}`) ?? null);
}

/** Is the file below the folder that the options name, and does it have such a name? */
export function selectsTest(
  evaluator: Evaluator,
  options: Value,
  { node, module }: ConfigPlace,
  file: string,
): boolean {
  if (options.type !== 'object') return true;
  const read = (name: string): Value => evaluator.getProperty(options, name, node, module);
  const home = getFolder(module.path);
  const folder = findKnownText(read('testDir'))
    ?.replace(/^\.\/?/, '')
    .replace(/\/$/, '');
  if (folder !== undefined && !folder.startsWith('.') && folder !== '' && !file.startsWith(`${home}${folder}/`))
    return false;
  const own = file.startsWith(home) ? file.slice(home.length) : file;
  const isNamed = ['testMatch', 'specPattern'].every((name) => {
    const given = read(name);
    return isUndefined(given) || matches(evaluator, given, own) !== false;
  });
  return isNamed && matches(evaluator, read('testIgnore'), own) !== true;
}
