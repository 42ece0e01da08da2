import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { EQUALITY, findAssertion } from '../callers/assertion-forms.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { isKnownList } from './expected-constants.ts';
import { readExpectation, readOpenText } from './expected-pathnames.ts';
import { isHandedToFake, nameHanded, nameSubject } from './handed-to-fakes.ts';
import { findKeptByErrors } from './kept-by-errors.ts';
import { dropMethod } from './path-keys.ts';
import { unescapeMarks } from './pattern-texts.ts';

/**
 * `when('GET', '/calls', reply)`, `expect(http.log[0]).toBe('/calls')`, `new FakeHttp({ '/calls': [] })`: paths of a test that stand where
 * doubles keep them, while nobody can tell whom the double stands for. They are worth a look where the code under test sends
 * just that path to the platform, and moves.
 */

/** Pages and routes have paths as well. */
const NAVIGATED =
  /locat|rout|navigat|redirect|visit|link|menu|href|push|replace|prefetch|revalidat|track|analytic|view|screen|select|\b(?:page|to|open|go|history|assign)\b/i;
/** `onSelect`, `setPath` */
const HANDLER = /\b(?:on|set)[A-Z]/;
const RECORDING =
  /(?:log|calls?|requests?|seen|sent|asked|paths|urls|hits|history|record(?:s|ed)?|received|fetched|captured|arg(?:ument)?s|spans?|traces?|events?|metrics?|entries|lines?|rejects)(?:\b|\[|\.)/i;
/** Of a list, which holds it as a whole; a URL that holds the path does so with a version in front, too. */
const HOLDING = /^(?:toContain(?:Equal)?|includes?)$/;
const ARRANGING =
  /^(?:when|on|mock|stub|fake|repl(?:y|ies)|respond|expect|intercept|given|serve|register|handle|should|assert|was)(?![a-z])/;
/** `expect.objectContaining({ path: '/calls' })` */
const PARTLY = /^(?:objectContaining|arrayContaining|match)$/;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/i;

const ADDRESS = /^(?:path(?:name)?|url|uri|endpoint|match(?:er|es)?|when)$/;
const ANSWER = /^(?:response|reply|respondWith|answer|status(?:Code)?|returns)$/;

/** `expect(load()).rejects.toMatchObject({ path: '/calls' })` */
const REJECTING = /\.rejects\.to(?:MatchObject|HaveProperty|(?:Strict)?Equal)$/;

/** `expect(error.config.url).toBe('/calls')`: a failure says which path was asked. */
const FAILED =
  /\b(?:e|err|ex|error|exception|failure|reason)\w*(?:\??\.response)?\??\.(?:config|request)\??\.(?:url|path)$/i;

function isOfPages(subject: string): boolean {
  return NAVIGATED.test(subject) || HANDLER.test(subject);
}

/** The argument of a call in which the text stands, by itself or in a list or table. */
function findArgument(text: SyntaxNode): { readonly call: SyntaxNode; readonly argument: SyntaxNode } | null {
  for (let node = text, parent = getParent(node); parent !== undefined; node = parent, parent = getParent(node)) {
    if (isCallNode(parent)) {
      if (!('arguments' in parent) || parent.callee === node) return null;
      if (!PARTLY.test(nameCallee(parent.callee) ?? '')) return { call: parent, argument: node };
      continue;
    }
    if (!/^(?:ArrayExpression|ObjectExpression|ObjectProperty)$/.test(parent.type)) return null;
  }
  return null;
}

/** `'GET'` in front of the path. */
function hasMethodBefore(call: SyntaxNode, argument: SyntaxNode): boolean {
  if (!isCallNode(call) || !('arguments' in call)) return false;
  const before = call.arguments[call.arguments.findIndex((one) => one === argument) - 1];
  return before?.type === 'StringLiteral' && METHOD.test(before.value);
}

/** `expect(load).not.toHaveBeenCalledWith` */
function isDenied(callee: SyntaxNode): boolean {
  for (let at = unwrap(callee); isMemberNode(at); at = unwrap(at.object))
    if (/^(?:not|never)$/.test(nameMember(at) ?? '')) return true;
  return false;
}

/** Does the call say what a double was called with, or what it holds? */
function isOfDouble(evaluator: Evaluator, call: SyntaxNode, argument: SyntaxNode, module: Module): boolean {
  if (!isCallNode(call) || !('callee' in call)) return false;
  // What was never sent is not sent from now on either.
  if (isDenied(call.callee)) return false;
  const assertion = findAssertion(call, module);
  if (assertion !== null) return !isOfPages(nameSubject(assertion.subject, module));
  const callee = unwrap(call.callee);
  const isRejecting = REJECTING.test(readCode(module, callee));
  const expectation = readExpectation(call, module);
  const isHolding = HOLDING.test(expectation?.name ?? '');
  if (expectation !== null && (isHolding || isRejecting || EQUALITY.test(expectation.name))) {
    const subject = readCode(module, isRejecting ? callee : unwrap(expectation.subject));
    if (!expectation.given.some((given) => given === argument) || (isHolding && /\W$/.test(subject))) return false;
    if (FAILED.test(subject)) return true;
    if (isHandedToFake(expectation.subject, module)) return !isOfPages(nameHanded(expectation.subject, module));
    if (!RECORDING.test(subject) || isOfPages(subject)) return false;
    return !isKnownList(evaluator, expectation.subject, module);
  }
  const name = isMemberNode(callee) ? nameMember(callee) : nameCallee(callee);
  return ARRANGING.test(name ?? '') && hasMethodBefore(call, argument);
}

/** The key of a table that a double may answer from. */
function isKeyOfAnswers(text: SyntaxNode): boolean {
  const member = getParent(text);
  if (member?.type !== 'ObjectProperty' || member.key !== text || member.computed) return false;
  const table = getParent(member);
  const found = table === undefined ? null : findArgument(table);
  const name =
    found !== null && isCallNode(found.call) && 'callee' in found.call ? nameCallee(found.call.callee) : null;
  return name !== null && /mock|stub|fake|dummy|double|canned|respond|repl(?:y|ies)|answer/i.test(name);
}

/** `{ path: '/calls', response: [] }`: a row of what a double answers. */
function isOfAnswer(text: SyntaxNode): boolean {
  const member = getParent(text);
  if (member?.type !== 'ObjectProperty' || member.value !== text || !ADDRESS.test(nameKey(member) ?? '')) return false;
  const row = getParent(member);
  return row?.type === 'ObjectExpression' && row.properties.some((one) => ANSWER.test(nameKey(one) ?? ''));
}

/** `calls.filter(([path]) => path.startsWith('/calls/'))`: what a test asks of the paths that it saw. */
function isAskedFor(text: SyntaxNode, module: Module): boolean {
  const call = getParent(text);
  const callee = call?.type === 'CallExpression' && call.arguments[0] === text ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee) || nameMember(callee) !== 'startsWith') return false;
  return unwrap(callee.object).type === 'Identifier' && !isOfPages(readCode(module, callee.object));
}

/** Does a text stand where doubles keep the paths that they know, or saw? */
function mayBeOfDouble(evaluator: Evaluator, text: SyntaxNode, module: Module): boolean {
  if (isAskedFor(text, module) || isKeyOfAnswers(text) || isOfAnswer(text)) return true;
  const found = findArgument(text);
  return found !== null && isOfDouble(evaluator, found.call, found.argument, module);
}

/** `['GET', /^\/calls\/\w+$/, reply]`: a row of what a double answers. */
function isOfRow(pattern: SyntaxNode): boolean {
  if (isOfAnswer(pattern)) return true;
  const row = getParent(pattern);
  if (row?.type !== 'ArrayExpression') return false;
  const before = row.elements[row.elements.findIndex((one) => one === pattern) - 1];
  return before?.type === 'StringLiteral' && METHOD.test(before.value);
}

function findRowPatterns({ regexps }: ScriptFacts, module: Module): readonly UrlPattern[] {
  return regexps
    .filter((node) => node.pattern.startsWith('^\\/') && isOfRow(node))
    .map((node) => {
      const text = unescapeMarks(node.pattern.slice(1));
      return { expression: getTextRegion(node, module), text, isPath: true as const };
    });
}

/** `isFree`: is the text one that no request sends? */
export function findUnexplainedPaths(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  return module.scripts.flatMap((script) => [
    ...findRowPatterns(script, module),
    ...script.paths.flatMap((node): readonly UrlPattern[] => {
      const first = node.type === 'StringLiteral' ? node : node.quasis[0];
      if (first === undefined || !isFree(evaluator.identify(first))) return [];
      const text = dropMethod(readOpenText(node));
      if (!text.startsWith('/')) return [];
      const isLikely = listStandings(node, module).some((at) => mayBeOfDouble(evaluator, at, module));
      if (!isLikely) return [];
      const follows = findKeptByErrors(evaluator, node, text, module);
      const beside = follows.length === 0 ? {} : { follows };
      return [{ expression: getTextRegion(node, module), text, isPath: true, isLikely, ...beside }];
    }),
  ]);
}
