import { isCallNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { describeName, widenText } from './judge-use.ts';

/**
 * `agents` without a slash: a wrapper that is handed `/agents` has a path to send, and one that is handed `agents` has a name,
 * by which it may call a table, a file or a heading as well.
 */

const BARE_NAME = /^[\w-]+$/;

/** Calls that watch what happens: their texts are for who runs the program. */
const WATCHING =
  /(?:^|\.)(?:log(?:ger|ging)?|debug|info|warn|error|trace|verbose|console|metrics?|telemetry|span|Sentry)\b|(?:log|trace|track|measure|capture|record|report|count|increment|observe)(?:[A-Z]\w*)?$/;

export function isBareName(text: string): boolean {
  return BARE_NAME.test(text);
}

/** Is it only noted what is sent? */
export function isNoted(node: SyntaxNode): boolean {
  for (
    let at = getParent(node), inner = node;
    at !== undefined && !isFunctionNode(at);
    inner = at, at = getParent(at)
  ) {
    if (!isCallNode(at) || at.type === 'TaggedTemplateExpression' || at.callee === inner) continue;
    if (WATCHING.test(describeName(unwrap(at.callee)))) return true;
  }
  return false;
}

/** `path[0] === '/'`, `path.charAt(0) !== '/'`, `path.length > 0`, `path === ''` */
export function isMeasured(node: SyntaxNode): boolean {
  const member = getParent(node);
  if (member?.type === 'BinaryExpression') return member.operator !== '+';
  if (member === undefined || !isMemberNode(member) || member.object !== node) return false;
  const around = getParent(member);
  const call = around !== undefined && isCallNode(around) && 'callee' in around && around.callee === member;
  const compared = call ? getParent(around) : around;
  return compared?.type === 'BinaryExpression' && /^(?:[=!]==?|[<>]=?)$/.test(compared.operator);
}

/** `parts.join('/')` of `parts`. */
function findChain(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    const isMember = isMemberNode(parent) && parent.object === at;
    if (!isMember && !(isCallNode(parent) && 'callee' in parent && parent.callee === at)) break;
  }
  return at;
}

/** `${BASE}/${name}` */
export function isInAddress(evaluator: Evaluator, module: Module, node: SyntaxNode): boolean {
  const part = findChain(node);
  const whole = widenText(part);
  if (whole === part) return false;
  const value = evaluator.evaluate(whole, module, evaluator.anyCaller);
  return listTexts(value, whole, module).every(isAbsoluteUrl);
}
