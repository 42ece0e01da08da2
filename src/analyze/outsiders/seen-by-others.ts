import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { Place } from '../uses/places.ts';
import { isInAddress } from './bare-names.ts';
import { isGivenToHost, isGivenToOthers } from './outside-stores.ts';

/** What others see of a text: better they see what they see now, where the version can be put in behind them. */

export function isSeenByOthers(evaluator: Evaluator, { node, module, isAnswer }: Place, literal: number): boolean {
  if (isAnswer) return false;
  if (!isGivenToOthers(evaluator, module, node) && !isGivenToHost(evaluator, module, node)) return false;
  return !isInAddress(evaluator, module, node, literal);
}

/** `path.slice(1)`, `path.replace('/', '')`: a version before the path would be part of what is left. For pieces see `pieces.ts`. */
function cutsBeginning(call: SyntaxNode): boolean {
  if (!isCallNode(call) || !('arguments' in call)) return false;
  const [given] = call.arguments;
  const first = given === undefined ? null : unwrap(given);
  switch (nameMember(unwrap(call.callee))) {
    case 'slice':
    case 'substring':
    case 'substr':
      return first?.type === 'NumericLiteral' && first.value > 0;
    case 'replace':
    case 'replaceAll':
      if (first?.type === 'RegExpLiteral') return /^(?:\^|\\\/)/.test(first.pattern) && !first.pattern.endsWith('$');
      return first?.type === 'StringLiteral' && first.value.startsWith('/');
    default:
      return false;
  }
}

/** Is the text cut where it stands: `path.slice(1)`? */
function isCutHere(node: SyntaxNode): boolean {
  for (let at = node; ; ) {
    const member = getParent(at);
    if (member === undefined || !isMemberNode(member) || member.object !== at) return false;
    const call = getParent(member);
    const isCall = call !== undefined && isCallNode(call) && 'callee' in call && call.callee === member;
    if (isCall && cutsBeginning(call)) return true;
    at = isCall ? call : member;
  }
}

/** `name` of `const name = path.slice(1)` */
function isNamedCut(node: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, node)?.source;
  if (source?.kind !== 'value' || source.node === null) return false;
  for (let at = unwrap(source.node); ; ) {
    if (cutsBeginning(at)) return true;
    if (isCallNode(at) && 'callee' in at && isMemberNode(unwrap(at.callee))) at = unwrap(at.callee);
    else if (isMemberNode(at)) at = unwrap(at.object);
    else return false;
  }
}

function isThrownHere(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (at.type === 'ThrowStatement') return true;
  return false;
}

/** Does a log name what the path is of, and not the path itself: `synced ${path.slice(1)}`? `node`: what is logged. */
export function isCutShown(node: SyntaxNode, module: Module): boolean {
  return (isCutHere(node) || isNamedCut(node, module)) && !isTestFile(module.path) && !isThrownHere(node);
}
