import { describeName, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { deriveText } from '../uses/widened-texts.ts';
import { listOptions } from '../values/unions.ts';

/**
 * What is made of a text whatever it says: a hash of its characters, a key that is listed later. Nobody can
 * tell what a version in front would change, so it is put in behind them where that can be done.
 */

const INDEX = /^(?:i|j|k|n|at|pos|index|position)$/;
const AT_PLACE = /^(?:charCodeAt|codePointAt|charAt|at)$/;

/** Of what may be a list as well, the elements are taken. */
function isOnlyText(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  return listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).every(({ type }) => type === 'text');
}

/** `path.charCodeAt(i)`, `path[i]`, and not to find a slash */
function isReadAtPlace(member: SyntaxNode): boolean {
  if (!isMemberNode(member)) return false;
  const call = getParent(member);
  const isCalled = call?.type === 'CallExpression' && call.callee === member && AT_PLACE.test(nameMember(member) ?? '');
  const index = isCalled ? call.arguments[0] : member.computed ? member.property : undefined;
  if (index?.type !== 'Identifier' || (!isCalled && !INDEX.test(index.name))) return false;
  const around = getParent(isCalled ? call : member);
  return around?.type !== 'BinaryExpression' || !/^[=!]==?$/.test(around.operator);
}

/** `for (const letter of path)`, `[...path]` */
function isReadByCharacter(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  if (parent === undefined) return false;
  if (isMemberNode(parent) && unwrap(parent.object) === node) return isReadAtPlace(parent);
  const isTaken =
    (parent.type === 'ForOfStatement' && parent.right === node) ||
    (parent.type === 'SpreadElement' && getParent(parent)?.type === 'ArrayExpression') ||
    (parent.type === 'CallExpression' && describeName(parent.callee) === 'Array.from' && parent.arguments[0] === node);
  return isTaken && isOnlyText(evaluator, node, module);
}

/** The collection that it is a key in: `seen` of `seen.add(path)`. */
function findCollection(node: SyntaxNode): SyntaxNode | null {
  const whole = deriveText(node);
  const call = getParent(whole);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== whole) return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && /^(?:set|add)$/.test(nameMember(callee) ?? '') ? unwrap(callee.object) : null;
}

/** `for (const path of seen.keys())`, `[...seen]`: does the file go through the keys of the collection? */
function isListed(node: SyntaxNode, { text }: Module): boolean {
  const collection = findCollection(node);
  const name = collection === null ? '' : describeName(collection).replace(/^.*\./, '');
  if (!/^[\w$]+$/.test(name)) return false;
  const escaped = name.replaceAll('$', '\\$&');
  const own = `(?:this\\.#?)?${escaped}\\b`;
  return new RegExp(
    `\\b${escaped}\\s*\\.\\s*(?:keys|entries|forEach)\\b|\\.\\.\\.\\s*${own}(?!\\s*[.([])|\\bof\\s+${own}(?!\\s*[.([])|\\b(?:from|fromEntries|groupBy)\\(\\s*${own}\\s*[,)]`,
  ).test(text);
}

export function isWeakUse(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  return isReadByCharacter(evaluator, node, module) || isListed(node, module);
}
