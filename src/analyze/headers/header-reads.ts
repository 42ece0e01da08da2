import type { Addressed } from '../../model/analysis.ts';
import { getEnd, getStart, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, type Module } from '../modules/module.ts';
import { findListed, isListedToCopy } from './name-reads.ts';
import type { OwnerFinder } from './owners.ts';
import { quoteAuthorization, readCredential, toCredential } from './written-header.ts';

/** Code that looks for the header under its name, `headers['x-api-key']` or `headers.has(…)`: it would no longer find it. */

export interface HeaderRead {
  /** `file:line (what it does)` */
  readonly place: string;
  readonly module: Module;
  readonly requests: ReadonlySet<Addressed>;
  /** Of a question whether the header is set, the other name; null for what is done with its value. */
  readonly rename: TextEdit | null;
}

const SETTING = /^(?:=|\?\?=|\|\|=)$/;
/** Of these only `get` gives back what is in the header. */
const ASKING = /^(?:has|delete|hasHeader|removeHeader|deleteHeader)$/;
const READERS = new Set(['get', 'has', 'delete', 'getHeader', 'hasHeader', 'removeHeader', 'deleteHeader']);

function isAssigned(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent?.type === 'AssignmentExpression' && parent.left === node && SETTING.test(parent.operator);
}

function isNothing(node: SyntaxNode): boolean {
  return node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');
}

/** `if (given || headers['x-api-key'])`: does the whole only stand for a yes or a no? */
function isPartOfTest(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent?.type === 'LogicalExpression' && parent.operator !== '??') return isPartOfTest(parent);
  return (
    ((parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node) ||
    (parent?.type === 'UnaryExpression' && parent.operator === '!')
  );
}

/** `if (!headers['x-api-key'])`, `delete headers['x-api-key']`: whatever the value is, only that there is one counts. */
function asksWhetherSet(node: SyntaxNode): boolean {
  const parent = getParent(node);
  switch (parent?.type) {
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'delete';
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return isPartOfTest(node);
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) && (isNothing(parent.left) || isNothing(parent.right));
    default:
      return false;
  }
}

function findRename(node: SyntaxNode, { text }: Module): TextEdit | null {
  const isCall = node.type === 'CallExpression';
  const isIn = node.type === 'BinaryExpression';
  const key = isCall ? node.arguments[0] : isIn ? node.left : isMemberNode(node) ? node.property : undefined;
  const isQuestion = isCall ? ASKING.test(nameCallee(node.callee) ?? '') : isIn || asksWhetherSet(node);
  if (!isQuestion || key?.type !== 'StringLiteral') return null;
  return { start: getStart(key), end: getEnd(key), text: quoteAuthorization(text, getStart(key)) };
}

/** What the header is looked for in; null for any other node. */
function findReceiver(evaluator: Evaluator, node: SyntaxNode, module: Module): SyntaxNode | null {
  if (isMemberNode(node)) {
    if (!node.computed || isAssigned(node)) return null;
    const { property } = node;
    const name =
      property.type === 'StringLiteral' ? toCredential(property.value) : readName(evaluator, property, module);
    return name === 'x-api-key' ? node.object : null;
  }
  // `'x-api-key' in headers`
  if (node.type === 'BinaryExpression')
    return node.operator === 'in' && readCredential(evaluator, node.left, module) === 'x-api-key' ? node.right : null;
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(node.callee);
  const [key] = node.arguments;
  if (key === undefined || !isMemberNode(callee)) return null;
  if (!READERS.has(nameMember(callee) ?? '')) return null;
  return readCredential(evaluator, key, module) === 'x-api-key' ? callee.object : null;
}

/** `headers[index]` stands everywhere: only a constant can name a header. */
function readName(evaluator: Evaluator, property: SyntaxNode, module: Module): string | null {
  return property.type === 'Identifier' ? readCredential(evaluator, property, module) : null;
}

/** `Object.keys(headers).join()`: who has the names listed sees another one. */
function listNameReads(evaluator: Evaluator, owners: OwnerFinder): readonly HeaderRead[] {
  return evaluator.graph.loaded.flatMap((module) =>
    module.scripts.flatMap(({ calls }) =>
      calls.flatMap((call): readonly HeaderRead[] => {
        const listed = findListed(call);
        const requests = listed === null || isListedToCopy(call, module) ? [] : owners.find(listed, module);
        if (requests.length === 0) return [];
        const { file, line } = getLocation(module, getStart(call));
        return [
          { place: `${file}:${line} (which lists the names)`, module, requests: new Set(requests), rename: null },
        ];
      }),
    ),
  );
}

export function findHeaderReads(evaluator: Evaluator, owners: OwnerFinder): readonly HeaderRead[] {
  const found = [...listNameReads(evaluator, owners)];
  for (const module of evaluator.graph.loaded.filter(({ text }) => /x-api-key/i.test(text))) {
    for (const { program } of module.scripts) {
      walk(program, true, (node) => {
        const receiver = findReceiver(evaluator, node, module);
        if (receiver === null) return true;
        const requests = owners.find(receiver, module);
        const { file, line } = getLocation(module, getStart(node));
        if (requests.length > 0)
          found.push({
            place: `${file}:${line} (which looks for it)`,
            module,
            requests: new Set(requests),
            rename: findRename(node, module),
          });
        return true;
      });
    }
  }
  return found;
}
