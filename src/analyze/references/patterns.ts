import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { findAskedPathnames } from './asked-pathnames.ts';
import { findAssertedPaths } from './asserted-paths.ts';
import { findCodeTexts } from './code-texts.ts';
import { readMatchers } from './double-matchers.ts';
import { findDoubledPaths } from './doubled-paths.ts';
import { findExpectedAddresses } from './expected-addresses.ts';
import { findExpectedConstants } from './expected-constants.ts';
import { findExpectedPathnames } from './expected-pathnames.ts';
import { findHandedOnPaths } from './handed-on-paths.ts';
import { findHeardTexts, preferHeard } from './heard-texts.ts';
import { findSnapshotPaths } from './inline-snapshots.ts';
import { unescapeMarks, writeAtom } from './pattern-texts.ts';
import { findRecordedData } from './recorded-data.ts';
import { readSearchedHost } from './searched-hosts.ts';
import { findSeenPaths } from './seen-paths.ts';
import { findStubbedPaths } from './stub-servers.ts';
import { findTakenPositions } from './taken-positions.ts';
import { findTypedPaths } from './typed-paths.ts';
import { findUnexplainedPaths } from './unexplained-paths.ts';

/** Texts that match URLs: regular expressions that speak of a host, and what test doubles answer to. */

interface Written {
  readonly node: SyntaxNode;
  readonly pattern: string;
}

const PATTERN_TEXT =
  /^(?:StringLiteral|TemplateLiteral|BinaryExpression|CallExpression|Identifier|(?:Optional)?MemberExpression)$/;

/** What `new RegExp(…)` is made of: a text, or a name for one. */
export function findPatternText(call: SyntaxNode): SyntaxNode | null {
  if (call.type !== 'NewExpression' && call.type !== 'CallExpression') return null;
  const [first] = call.callee.type === 'Identifier' && call.callee.name === 'RegExp' ? call.arguments : [];
  return first !== undefined && PATTERN_TEXT.test(first.type) ? first : null;
}

function readConstructed(evaluator: Evaluator, call: CallNode, module: Module): readonly Written[] {
  const text = findPatternText(call);
  if (text === null) return [];
  return listTexts(evaluator.evaluate(text, module, null), text, module).map(({ atoms }) => ({
    node: call,
    pattern: atoms.map(writeAtom).join(''),
  }));
}

/** `^https:[/][/][^/]+[/]calls`: a path right behind a host that may be any, as a test expects it of a request. */
const ANY_HOST = /^\^?(?:https?\??)?:\/\/\[\^\/[^\]]*\][+*](\/.*)$/;
/** `example/calls$`, `.*:8080/calls` */
const HOST_END_AND_PATH = /^\^?(?:\.[*+]\??)?[.:]?[\w-]+(?:\.[\w-]+)*(?::\d+)?\/[a-z(]/i;
/** A host with a path that is looked for in other texts: they will hold the version between the two. */
function readSearch(node: SyntaxNode, module: Module): readonly UrlPattern[] {
  const text = readSearchedHost(node, module);
  return text === null ? [] : [{ expression: getRegion(module, getStart(node), getEnd(node)), text, isSearch: true }];
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
  const named = [
    ...findExpectedPathnames(evaluator, module),
    ...findSeenPaths(evaluator, module),
    ...findCodeTexts(evaluator, module, isFree),
    ...findHandedOnPaths(evaluator, module),
    ...findTypedPaths(evaluator, module),
    ...findRecordedData(evaluator, module),
    ...findTakenPositions(module),
  ];
  const doubled = [
    ...findDoubledPaths(evaluator, module, isFree),
    ...findExpectedConstants(evaluator, module, isFree),
    ...findExpectedAddresses(evaluator, module),
    ...findSnapshotPaths(evaluator, module),
    ...findAssertedPaths(evaluator, module, isFree),
    ...findUnexplainedPaths(evaluator, module, isFree),
  ];
  return preferHeard(findHeardTexts(evaluator, module), [
    ...listWritten(evaluator, module),
    ...asked,
    ...named,
    ...doubled,
  ]);
}

function listWritten(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return module.scripts.flatMap((script) => {
    const written: readonly Written[] = [
      ...script.regexps.map((node) => ({ node, pattern: node.pattern })),
      ...script.calls.flatMap((call) => readConstructed(evaluator, call, module)),
    ];
    const patterns = written.flatMap(({ node, pattern }): readonly UrlPattern[] => {
      const text = unescapeMarks(pattern);
      const behind = isTestFile(module.path) ? ANY_HOST.exec(text)?.[1] : undefined;
      if (behind !== undefined)
        return [{ expression: getRegion(module, getStart(node), getEnd(node)), text: behind, isPath: true }];
      // `expect(pathname).toMatch(/^\/calls\/\w+$/)`
      if (isTestFile(module.path) && /^\^\/[a-z]/.test(text))
        return [
          {
            expression: getRegion(module, getStart(node), getEnd(node)),
            text: text.slice(1),
            isPath: true,
            isLikely: true,
          },
        ];
      // `/example\/calls$/`: the end of a host, of which the requests tell whether it is the platform's.
      const isBehindEnd = isTestFile(module.path) && HOST_END_AND_PATH.test(text);
      const speaksOfUrl = isBehindEnd || /[\w-]\.[a-z]{2,}.*\/|env:\w+\//i.test(text);
      return speaksOfUrl ? [{ expression: getRegion(module, getStart(node), getEnd(node)), text }] : [];
    });
    const searches = script.strings.flatMap((node) => readSearch(node, module));
    const doubles = script.calls.flatMap((call) => readMatchers(evaluator, call, module));
    return [...patterns, ...searches, ...doubles];
  });
}
