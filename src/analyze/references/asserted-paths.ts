import type { UrlPattern } from '../../model/analysis.ts';
import type { Span } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isCallNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module, readCode } from '../modules/modules.ts';
import { listReached } from '../modules/reached-files.ts';
import { listAssertions } from '../uses/asserted-messages.ts';

/**
 * `rejects.toThrow('GET /calls failed')`: the words of a message that is made of the path of a request. They change where the text
 * of that path does, and stay where only the address gets its version.
 */

/** A path behind other words, or behind a host. */
const BEHIND_WORDS = /(?<=[\s:([<'"`]|\.[a-z]{2,}(?::\d+)?)\/[a-z][\w-]*(?:\/[\w\-\0]+)*/i;

/** What fails, or is logged, says it; of a page it is a link. */
const SAYING = /thr[eo]w|reject|message|err(?:or|s)?\b|\blog|warn/i;

/** `expect(error.message).toBe` */
function readSubject(call: SyntaxNode, module: Module): string {
  return isCallNode(call) && 'callee' in call ? readCode(module, call.callee) : readCode(module, call);
}

/** The texts of the test itself that it sends, or of the code under test, with which such a path begins. */
function listSources(
  evaluator: Evaluator,
  test: Module,
  path: string,
  isFree: (literal: number) => boolean,
): readonly Span[] {
  const own = test.scripts.flatMap(({ paths }) =>
    paths.flatMap((node) => {
      const isSent = node.type === 'StringLiteral' && node.value === path && !isFree(evaluator.identify(node));
      return isSent ? [{ file: test.path, start: getStart(node), end: getEnd(node) }] : [];
    }),
  );
  if (own.length > 0) return own;
  const reached = listReached(evaluator.graph, test).filter((module) => !isTestFile(module.path));
  return reached.flatMap(({ path: file, scripts }) =>
    scripts.flatMap(({ paths }) =>
      paths.flatMap((node): readonly Span[] => {
        const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.cooked ?? '');
        const isBeginning = text.startsWith('/') && text.length > 1 && path.startsWith(text);
        return isBeginning ? [{ file, start: getStart(node), end: getEnd(node) }] : [];
      }),
    ),
  );
}

/** `isFree`: is the text one that no request sends? */
export function findAssertedPaths(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  return listAssertions(module).flatMap(({ text, node, call }): readonly UrlPattern[] => {
    const found = BEHIND_WORDS.exec(text);
    if (found === null || found.index === 0 || !SAYING.test(readSubject(call, module))) return [];
    const [path] = found;
    const follows = listSources(evaluator, module, path, isFree);
    if (follows.length === 0) return [];
    const isPlain = node.type === 'StringLiteral' && getEnd(node) - getStart(node) === node.value.length + 2;
    const start = isPlain ? getStart(node) + 1 + found.index : getStart(node);
    const expression = getRegion(module, start, isPlain ? start + path.length : getEnd(node));
    return [{ expression, text: path.replaceAll('\0', '.+'), isPath: true, isLikely: true, follows }];
  });
}
