import type { UrlPattern } from '../../model/analysis.ts';
import { type CallNode, getEnd, getStart, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { HOST_AND_PATH } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/modules.ts';
import { getKnownText, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { findAskedPathnames, getTextRegion } from './asked-pathnames.ts';
import { findCodeTexts } from './code-texts.ts';
import { findDoubledPaths } from './doubled-paths.ts';
import { findExpectedPathnames } from './expected-pathnames.ts';
import { unescapeMarks, writeAtom } from './pattern-texts.ts';
import { findStubbedPaths } from './stub-servers.ts';

/** Texts that match URLs: regular expressions that speak of a host, and what test doubles answer to. */

const DOUBLES = /^(?:nock|axios-mock-adapter)$/;
const GLOB_MODULES = /^(?:msw|fetch-mock|fetch-mock-jest|@playwright\/test|playwright|playwright-core)$/;
const GLOB_CALLS =
  /^(?:get|post|put|patch|delete|head|options|all|any|mock|once|route|waitForRequest|waitForResponse|intercept|mockGlobal|(?:get|post|put|patch|delete)Once)$/;
const GLOB = /^\*{1,2}\/\w/;
/** fetch-mock's `path:/calls` and `express:/calls/:id`, at whatever host. */
const MATCHER = /^(?:path|express):(\/.*)$/;

interface Written {
  readonly node: SyntaxNode;
  readonly pattern: string;
}

/** The text that is written in `new RegExp(…)`; a name stands for a text that is written elsewhere. */
export function getPatternText(call: SyntaxNode): SyntaxNode | null {
  if (call.type !== 'NewExpression' && call.type !== 'CallExpression') return null;
  const [first] = call.callee.type === 'Identifier' && call.callee.name === 'RegExp' ? call.arguments : [];
  return first !== undefined && /^(?:StringLiteral|TemplateLiteral|BinaryExpression|CallExpression)$/.test(first.type)
    ? first
    : null;
}

function readConstructed(evaluator: Evaluator, call: CallNode, module: Module): readonly Written[] {
  const text = getPatternText(call);
  if (text === null) return [];
  return listTexts(evaluator.evaluate(text, module, null), text, module).map(({ atoms }) => ({
    node: call,
    pattern: atoms.map(writeAtom).join(''),
  }));
}

/** The base of the test double that a call belongs to. */
function findDoubleBase(evaluator: Evaluator, call: CallNode, module: Module): string | null {
  const callee = evaluator.index.getCallee(call);
  for (const option of callee === undefined ? [] : listOptions(callee)) {
    if (option.type !== 'client' || !DOUBLES.test(option.library)) continue;
    const [given] = option.options;
    if (given === undefined) continue;
    const base = given.type === 'object' ? evaluator.getProperty(given, 'baseURL', call, module) : given;
    for (const text of listTexts(base, call, module)) {
      const known = getKnownText(text);
      if (known !== null) return known.replace(/\/+$/, '');
    }
  }
  return null;
}

/** Does the call name what a test double answers to? */
function takesGlob(evaluator: Evaluator, call: CallNode): boolean {
  const callee = evaluator.index.getCallee(call);
  return (callee === undefined ? [] : listOptions(callee)).some((option) => {
    if (option.type !== 'external') return false;
    const isCypress = option.module === 'global' && option.path[0] === 'cy';
    const isKnown = isCypress || GLOB_MODULES.test(option.made?.by.module ?? option.module);
    return isKnown && GLOB_CALLS.test(option.path.at(-1) ?? '');
  });
}

/** `cy.intercept({ hostname: 'api.voice.example', pathname: '/calls' })` */
function readMatcherObject(evaluator: Evaluator, call: CallNode, module: Module): UrlPattern | null {
  const object = call.type === 'TaggedTemplateExpression' ? undefined : call.arguments[0];
  if (object?.type !== 'ObjectExpression' || !takesGlob(evaluator, call)) return null;
  const read = (name: string): SyntaxNode | undefined =>
    object.properties.flatMap((member) =>
      member.type === 'ObjectProperty' && nameKey(member) === name ? [member.value] : [],
    )[0];
  const path = read('pathname');
  const host = read('hostname');
  if (path?.type !== 'StringLiteral' || !path.value.startsWith('/')) return null;
  const text = (host?.type === 'StringLiteral' ? host.value : '') + path.value;
  return { expression: getTextRegion(path, module), text, isPath: true };
}

function readDouble(evaluator: Evaluator, call: CallNode, module: Module): UrlPattern | null {
  if (call.type === 'TaggedTemplateExpression') return null;
  const named = call.arguments.find(
    (argument) => argument.type === 'RegExpLiteral' || argument.type === 'StringLiteral',
  );
  if (named === undefined) return null;
  const expression = getRegion(module, getStart(named), getEnd(named));
  if (named.type === 'StringLiteral') {
    const path = MATCHER.exec(named.value)?.[1];
    if ((path === undefined && !GLOB.test(named.value)) || !takesGlob(evaluator, call)) return null;
    return path === undefined
      ? { expression, text: named.value, isGlob: true }
      : { expression, text: path.replace(/:\w+/g, '.+'), isPath: true };
  }
  if (!/^\^?\\?\//.test(named.pattern)) return null;
  const base = findDoubleBase(evaluator, call, module);
  return base === null ? null : { expression, text: base + unescapeMarks(named.pattern.replace(/^\^/, '')) };
}

const SEARCHES = /^(?:includes|indexOf|search|match|endsWith|stringContaining|toContain|toMatch|include|contain)$/;

/** A host with a path that is looked for in other texts: they will hold the version between the two. */
function readSearch(node: SyntaxNode, module: Module): readonly UrlPattern[] {
  const call = getParent(node);
  if (node.type !== 'StringLiteral' || !HOST_AND_PATH.test(node.value) || call?.type !== 'CallExpression') return [];
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  if (name === null || !SEARCHES.test(name) || call.arguments[0] !== node) return [];
  return [{ expression: getRegion(module, getStart(node), getEnd(node)), text: node.value, isSearch: true }];
}

/**
 * The patterns of a module that speak of a path of a host, or of any host for a test double. `consumed`: literals that a
 * request sends.
 */
export function findPatterns(
  evaluator: Evaluator,
  module: Module,
  consumed: ReadonlySet<number>,
): readonly UrlPattern[] {
  const isFree = (literal: number): boolean => !consumed.has(literal);
  const asked = [...findAskedPathnames(evaluator, module, isFree), ...findStubbedPaths(evaluator, module, isFree)];
  const named = [...findExpectedPathnames(module), ...findCodeTexts(evaluator, module)];
  const doubled = findDoubledPaths(evaluator, module, isFree);
  return [...listWritten(evaluator, module), ...asked, ...named, ...doubled];
}

function listWritten(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap((script) => {
    const written: readonly Written[] = [
      ...script.regexps.map((node) => ({ node, pattern: node.pattern })),
      ...script.calls.flatMap((call) => readConstructed(evaluator, call, module)),
    ];
    const patterns = written.flatMap(({ node, pattern }): readonly UrlPattern[] => {
      const text = unescapeMarks(pattern);
      const speaksOfUrl = /[\w-]\.[a-z]{2,}.*\/|env:\w+\//i.test(text);
      return speaksOfUrl ? [{ expression: getRegion(module, getStart(node), getEnd(node)), text }] : [];
    });
    const searches = script.strings.flatMap((node) => readSearch(node, module));
    const doubles = script.calls.flatMap(
      (call) => readDouble(evaluator, call, module) ?? readMatcherObject(evaluator, call, module) ?? [],
    );
    return [...patterns, ...searches, ...doubles];
  });
}
