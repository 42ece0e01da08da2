import type { HttpRequest } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isClassNode, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { readObject } from './object-headers.ts';
import type { WrittenHeader } from './written-header.ts';

/**
 * Key headers that no request is seen to send, beside requests of the same class or function: `authHeaders()` of a class
 * whose base class copies what it gives back. They are said, and left to a person.
 */

interface UnfollowedHeader {
  readonly header: WrittenHeader;
  readonly requests: readonly HttpRequest[];
  readonly isLoose: boolean;
}

/** What describes a header to others: `{ 'x-api-key': { type: 'string' } }`. */
const DESCRIBING = /^(?:ObjectExpression|ArrayExpression|BooleanLiteral|NumericLiteral|NullLiteral|.*Function.*)$/;

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

function listWithin(requests: readonly HttpRequest[], { path }: Module, home: SyntaxNode): readonly HttpRequest[] {
  return requests.filter(
    ({ siteSpan: { file, start, end } }) => file === path && getStart(home) <= start && end <= getEnd(home),
  );
}

/**
 * `requests`: those without a header of a key that was followed. `isKnown`: the literal is the headers of a request that was
 * followed. `set`: headers that statements set on what no request is seen to be sent with.
 */
export function findUnfollowedHeaders(
  evaluator: Evaluator,
  requests: readonly HttpRequest[],
  isKnown: (node: SyntaxNode) => boolean,
  set: readonly WrittenHeader[],
): readonly UnfollowedHeader[] {
  const found: UnfollowedHeader[] = [];
  const add = (headers: readonly WrittenHeader[], node: SyntaxNode, module: Module): void => {
    const keyed = headers.filter(({ name, value }) => name === 'x-api-key' && !DESCRIBING.test(value.type));
    if (keyed.length === 0) return;
    const home = node.type === 'ObjectExpression' && !isReturned(node) ? null : findHome(node);
    const near = home === null ? [] : listWithin(requests, module, home);
    const beside = near.length > 0 ? near : requests.filter(({ siteSpan: { file } }) => file === module.path);
    if (beside.length > 0)
      found.push(...keyed.map((header) => ({ header, requests: beside, isLoose: near.length === 0 })));
  };
  for (const header of set) if (!isTestFile(header.module.path)) add([header], header.value, header.module);
  for (const module of evaluator.graph.loaded) {
    if (!/['"`]x-api-key['"`]/i.test(module.text)) continue;
    for (const { program } of module.scripts) {
      walk(program, true, (node) => {
        if (node.type !== 'ObjectExpression' || isKnown(node)) return true;
        if (isReturned(node) || !isTestFile(module.path)) add(readObject(evaluator, node, module), node, module);
        return true;
      });
    }
  }
  return found;
}
