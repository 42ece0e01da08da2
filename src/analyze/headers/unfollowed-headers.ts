import type { HttpRequest } from '../../model/analysis.ts';
import { getEnd, getStart, isClassNode, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { readObject } from './object-headers.ts';
import type { WrittenHeader } from './written-header.ts';

/**
 * Key headers that no request is seen to send, beside requests of the same class or function: `authHeaders()` of a class
 * whose base class copies what it gives back. They are said, and left to a person.
 */

interface UnfollowedHeader {
  readonly header: WrittenHeader;
  readonly requests: readonly HttpRequest[];
}

/** The class around a node, else the outermost function. */
function findHome(node: SyntaxNode): SyntaxNode | null {
  let outermost: SyntaxNode | null = null;
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isClassNode(at)) return at;
    if (isFunctionNode(at)) outermost = at;
  }
  return outermost;
}

function isReturned(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent?.type === 'ReturnStatement' || (parent !== undefined && isFunctionNode(parent) && parent.body === node);
}

/** `isKnown`: the literal is the headers of a request that was followed. */
export function findUnfollowedHeaders(
  evaluator: Evaluator,
  requests: Iterable<HttpRequest>,
  isKnown: (node: SyntaxNode) => boolean,
): readonly UnfollowedHeader[] {
  const all = [...requests];
  const found: UnfollowedHeader[] = [];
  for (const module of evaluator.graph.loaded) {
    if (!/['"`]x-api-key['"`]/i.test(module.text)) continue;
    for (const { program } of module.scripts) {
      walk(program, true, (node) => {
        if (node.type !== 'ObjectExpression' || isKnown(node) || !isReturned(node)) return true;
        const headers = readObject(evaluator, node, module).filter(({ name }) => name === 'x-api-key');
        const home = headers.length === 0 ? null : findHome(node);
        if (home === null) return true;
        const beside = all.filter(
          ({ siteSpan: { file, start, end } }) =>
            file === module.path && getStart(home) <= start && end <= getEnd(home),
        );
        if (beside.length > 0) found.push(...headers.map((header) => ({ header, requests: beside })));
        return true;
      });
    }
  }
  return found;
}
