import type * as t from '@babel/types';
import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, getEnd, getStart, nameCallee, nameKey } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { findWritten, type Written } from '../uses/written-at.ts';
import { listOptions } from '../values/unions.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { unescapeMarks } from './pattern-texts.ts';

/** `page.route(GLOB, …)`, `cy.intercept({ pathname: '/calls' })`, `pool.intercept({ path: /^\/calls/ })`: what doubles match URLs with. */

const DOUBLES = /^(?:nock|axios-mock-adapter|undici-mock)$/;
const GLOB_MODULES =
  /^(?:msw|fetch-mock|fetch-mock-jest|@fetch-mock\/\w+|@playwright\/test|playwright|playwright-core)$/;
const GLOB_CALLS =
  /^(?:get|post|put|patch|delete|head|options|all|any|mock|once|route|routeFromHAR|waitForRequest|waitForResponse|intercept|mockGlobal|(?:get|post|put|patch|delete|any)Once|called|calls|lastCall|lastUrl|lastOptions|done)$/;
/** Of fetch-mock's own matchers for `expect`. */
const FETCHED = /^toHave(?:Last|Nth)?(?:Fetched|Got|Posted|Put|Deleted|Patched|Headed)(?:Times)?$/;
const GLOB = /^\*{1,2}(?::\/)?\/\w/;
/** fetch-mock's `path:/calls` and `express:/calls/:id`, at whatever host. */
const MATCHER = /^(?:path|express):(\/.*)$/;
const METHOD = /^[A-Z]+$/;

/** The base of the test double that a call belongs to. */
function findDoubleBase(evaluator: Evaluator, call: CallNode, module: Module): string | null {
  const callee = evaluator.index.getCallee(call);
  for (const option of callee === undefined ? [] : listOptions(callee)) {
    if (option.type !== 'client' || !DOUBLES.test(option.library)) continue;
    const [given] = option.options;
    if (given === undefined) continue;
    const base = given.type === 'object' ? evaluator.getProperty(given, 'baseURL', call, module) : given;
    for (const text of listTexts(base, call, module)) {
      const known = findKnownText(text);
      if (known !== null) return known.replace(/\/+$/, '');
    }
  }
  return null;
}

/** Who is handed a text to match URLs with; Cypress matches it with the path as well. */
type Matching = 'cypress' | 'other';

function findMatching(evaluator: Evaluator, call: CallNode): Matching | null {
  if ('callee' in call && FETCHED.test(nameCallee(call.callee) ?? '')) return 'other';
  const callee = evaluator.index.getCallee(call);
  for (const option of callee === undefined ? [] : listOptions(callee)) {
    if (option.type !== 'external' || !GLOB_CALLS.test(option.path.at(-1) ?? '')) continue;
    if (option.module === 'global' && option.path[0] === 'cy') return 'cypress';
    if (GLOB_MODULES.test(option.made?.by.module ?? option.module)) return 'other';
  }
  return null;
}

/** A text that is matched with a URL, or with its path alone. */
function readText({ node, module }: Written, isPath: boolean, host: string): UrlPattern | null {
  if (node.type !== 'StringLiteral') return null;
  const path = isPath && node.value.startsWith('/') ? node.value : MATCHER.exec(node.value)?.[1];
  if (path !== undefined) {
    // `/calls*` is the path with any query.
    const text = path.replace(/:\w+/g, '.+').replace(/(?<=\w)\*+$/, '');
    const expression = isPath ? getTextRegion(node, module) : getRegion(module, getStart(node), getEnd(node));
    return { expression, text: host + text, isPath: true, isOfUrl: true };
  }
  if (!GLOB.test(node.value)) return null;
  return { expression: getRegion(module, getStart(node), getEnd(node)), text: node.value, isGlob: true };
}

/** An expression for the beginning of the path; one that is not held there finds the new path as well. */
function readRegExp({ node, module }: Written, host: string): UrlPattern | null {
  if (node.type !== 'RegExpLiteral' || !/^\^\\?\//.test(node.pattern)) return null;
  const text = host + unescapeMarks(node.pattern.replace(/^\^/, ''));
  const expression = getRegion(module, getStart(node), getEnd(node));
  return host.includes('//') ? { expression, text } : { expression, text, isPath: true };
}

/** `cy.intercept({ hostname: 'api.voice.example', pathname: '/calls' })`, `fetchMock.route({ express: '/calls/:id' })` */
function readObject(evaluator: Evaluator, call: CallNode, module: Module): readonly UrlPattern[] {
  if (call.type === 'TaggedTemplateExpression') return [];
  const object = call.arguments.find((argument) => argument.type === 'ObjectExpression');
  if (object?.type !== 'ObjectExpression') return [];
  const matching = findMatching(evaluator, call);
  const base = matching === null ? findDoubleBase(evaluator, call, module) : null;
  if (matching === null && base === null) return [];
  const read = (name: string): readonly Written[] =>
    object.properties.flatMap((member) =>
      member.type === 'ObjectProperty' && nameKey(member) === name
        ? [findWritten(evaluator.graph, member.value, module)]
        : [],
    );
  const named = read('hostname')[0]?.node;
  const host = base ?? (named?.type === 'StringLiteral' ? named.value : '');
  const isOfCypress = matching === 'cypress';
  // fetch-mock calls it `url` or `matcher`.
  const urls =
    matching === null ? [] : [...read('url'), ...read('matcher')].map((text) => readText(text, isOfCypress, host));
  const paths = [...read('pathname'), ...read('path')].map(
    (text) => (matching === null ? null : readText(text, true, host)) ?? readRegExp(text, host),
  );
  const routes = isOfCypress ? [] : read('express').map((text) => readText(text, true, ''));
  return [...urls, ...paths, ...routes].flatMap((pattern) => pattern ?? []);
}

/** `/\/calls\/\d+$/`, `/.*\/calls/`, `/batch-calls/`: a path wherever it stands in the address. */
const UNHELD = /^(?:\.\*|\(\.\*\))?\\?(\/[a-z].*|[a-z]+(?:-[a-z]+)+\b.*)$/;

function readUnheld(
  evaluator: Evaluator,
  call: CallNode,
  { pattern, expression }: Pick<t.RegExpLiteral, 'pattern'> & Pick<UrlPattern, 'expression'>,
  module: Module,
): UrlPattern | null {
  const path = UNHELD.exec(pattern)?.[1];
  if (path === undefined) return null;
  const text = unescapeMarks(path.startsWith('/') ? path : `/${path}`);
  const base = findDoubleBase(evaluator, call, module);
  if (base !== null) return { expression, text: base + text, isUnheld: true };
  const isExpected = 'callee' in call && nameCallee(call.callee) === 'stringMatching' && isTestFile(module.path);
  if (!isExpected && findMatching(evaluator, call) === null) return null;
  return { expression, text, isPath: true, isUnheld: true };
}

function readArgument(evaluator: Evaluator, call: CallNode, module: Module): UrlPattern | null {
  if (call.type === 'TaggedTemplateExpression') return null;
  const named = call.arguments
    .map((argument) => findWritten(evaluator.graph, argument, module))
    .find(({ node }) => node.type === 'RegExpLiteral' || (node.type === 'StringLiteral' && !METHOD.test(node.value)));
  if (named === undefined) return null;
  const { node } = named;
  if (node.type === 'StringLiteral') {
    if (!/^(?:\/|\*|path:|express:)/.test(node.value)) return null;
    const matching = findMatching(evaluator, call);
    return matching === null ? null : readText(named, matching === 'cypress', '');
  }
  if (node.type !== 'RegExpLiteral') return null;
  const { pattern } = node;
  const expression = getRegion(named.module, getStart(node), getEnd(node));
  const unheld = readUnheld(evaluator, call, { pattern, expression }, module);
  if (unheld !== null || !/^\^?\\?\//.test(pattern)) return unheld;
  const base = findDoubleBase(evaluator, call, module);
  return base === null ? null : { expression, text: base + unescapeMarks(pattern.replace(/^\^/, '')) };
}

export function readMatchers(evaluator: Evaluator, call: CallNode, module: Module): readonly UrlPattern[] {
  const given = readArgument(evaluator, call, module);
  return given === null ? readObject(evaluator, call, module) : [given];
}
