import type { UrlPattern } from '../../model/analysis.ts';
import type { Span } from '../../model/location.ts';
import { writePlainly } from '../../model/plain-code.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listReached } from '../modules/reached-files.ts';
import { listAssertions, readSaidPath } from '../questions/asserted-messages.ts';
import { isMadeOf } from './made-messages.ts';

/**
 * `rejects.toThrow('GET /calls failed')`: the words of a message that is made of the path of a request. They change where the text
 * of that path does, and stay where only the address gets its version.
 */

/** A title is looked for so many characters in front of its words. */
const MAX_TITLE = 120;

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

/** `it('rejects with GET /calls failed')` */
const TITLE = /\b(?:it|test|describe|suite|specify)(?:\.\w+)*\(\s*(["'`])(?:(?!\1)[^\n])*$/;

function countTexts(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    if (!TITLE.test(writePlainly(text.slice(Math.max(0, at - MAX_TITLE), at)))) count += 1;
  return count;
}

/** Is a message with these words written anywhere as it is, so that nothing has to be made of a path for it? */
function isWrittenElsewhere(evaluator: Evaluator, test: Module, words: string): boolean {
  const asserted = new Set(listAssertions(test).flatMap(({ text, node }) => (text.includes(words) ? [node] : [])));
  return listReached(evaluator.graph, test).some((module) =>
    module === test || isTestFile(module.path)
      ? countTexts(module.text, words) > (module === test ? asserted.size : 0)
      : module.text.includes(words),
  );
}

/** `server.log.includes('GET /calls')`, `deepEqual(seen, ['GET /calls'])` */
function isListed(text: string, node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent === undefined || !/^(?:[A-Z]+ )?\/\S*$/.test(text)) return false;
  if (parent.type === 'ArrayExpression') return true;
  const callee = isCallNode(parent) && 'callee' in parent ? unwrap(parent.callee) : null;
  return callee !== null && isMemberNode(callee) && /^(?:includes|toContain(?:Equal)?)$/.test(nameMember(callee) ?? '');
}

/** `isFree`: is the text one that no request sends? */
export function findAssertedPaths(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  return listAssertions(module).flatMap(({ text, node, call }): readonly UrlPattern[] => {
    const said = readSaidPath(text, call, module);
    if (said === null) return [];
    const { path, index } = said;
    const follows = listSources(evaluator, module, path, isFree);
    if (follows.length === 0) return [];
    const isPlain = node.type === 'StringLiteral' && getEnd(node) - getStart(node) === node.value.length + 2;
    const start = isPlain ? getStart(node) + 1 + index : getStart(node);
    const expression = getRegion(module, start, isPlain ? start + path.length : getEnd(node));
    const words = /\S*\s?$/.exec(text.slice(0, index))?.[0] ?? '';
    const isMade =
      isPlain &&
      !isWrittenElsewhere(evaluator, module, words + path) &&
      isMadeOf(evaluator, module, { words: text.slice(0, index), path }, follows);
    return [
      {
        expression,
        text: path.replaceAll('\0', '.+'),
        isPath: true,
        isLikely: true,
        follows,
        ...(isMade ? { isMade } : {}),
        ...(isListed(text, node) ? { isListed: true } : {}),
      },
    ];
  });
}
