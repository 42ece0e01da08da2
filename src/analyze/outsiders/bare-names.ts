import { findOutermost } from '../../syntax/enclosing.ts';
import {
  describeName,
  getKeyName,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { nameLibrary } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl, namesUrl } from '../urls/urls.ts';
import { deriveText, widenText } from '../uses/widened-texts.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

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

/** `let end = path.length - 1`: how far to go in the text itself, and no key or number of something else. */
function isCounted(length: SyntaxNode): boolean {
  let at = length;
  let around = getParent(at);
  while (
    (around?.type === 'BinaryExpression' && /^[+-]$/.test(around.operator)) ||
    (around?.type === 'ConditionalExpression' && around.test !== at)
  ) {
    at = around;
    around = getParent(at);
  }
  return (
    (around?.type === 'VariableDeclarator' && around.init === at) ||
    (around?.type === 'AssignmentExpression' && around.right === at && around.left.type === 'Identifier')
  );
}

/** `path[0] === '/'`, `path.charAt(0) !== '/'`, `path.length`, `path === ''`, `/%2e/i.test(path)`: a pattern that names it is another question. */
export function isMeasured(node: SyntaxNode): boolean {
  const member = getParent(node);
  if (member?.type === 'CallExpression' && member.arguments[0] === node && isMemberNode(member.callee))
    return nameMember(member.callee) === 'test';
  if (member?.type === 'BinaryExpression') return member.operator !== '+';
  if (member === undefined || !isMemberNode(member) || member.object !== node) return false;
  if (nameMember(member) === 'length' && isCounted(member)) return true;
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

const SENDING = /^(?:default)?\.?(?:fetch|request|stream|get|post|put|patch|delete|del|head)?$/;

/** `fetch`, `request` of undici, `got.get`; not what else a package of clients exports: it may check the name, or listen at it. */
function isSender(option: Value): boolean {
  return (
    option.type === 'external' &&
    option.made === null &&
    nameLibrary(option) !== undefined &&
    SENDING.test(option.path.join('.'))
  );
}

/** `client.post(name, data)`, `client.get(`${name}/${id}`)`, `client({ url: name })`: a client sends it, whoever calls that. */
export function isSent(evaluator: Evaluator, module: Module, node: SyntaxNode): boolean {
  const member = getParent(node);
  const isUrl = member?.type === 'ObjectProperty' && member.value === node && getKeyName(member.key, false) === 'url';
  const given = isUrl ? getParent(member) : findOutermost(node);
  const call = given === undefined ? undefined : getParent(given);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== given) return false;
  return listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller)).every(
    (option) => (option.type === 'client' && nameLibrary(option) !== undefined) || isSender(option),
  );
}

/** `fetch(result.value)` of a `Request` that was made with the text: what it is sent to was found where it was made. */
export function isRequestSent(evaluator: Evaluator, module: Module, node: SyntaxNode): boolean {
  if (!isSent(evaluator, module, node)) return false;
  return listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).some(
    (option) => option.type === 'external' && option.made?.by.path.at(-1) === 'Request',
  );
}

/** `http('GET', `${this.endpoint}/${id}`)`: a function of the project that sends the text for others sends it here, too. */
function isHandedToSender(
  evaluator: Evaluator,
  module: Module,
  whole: SyntaxNode,
  covered: ReadonlySet<number>,
): boolean {
  const call = getParent(whole);
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return false;
  const index = call.arguments.findIndex((argument) => argument === whole);
  return listOptions(evaluateCallee(evaluator, call, module, null)).every((option) => {
    const param = option.type === 'function' ? option.fn.params[index] : undefined;
    if (option.type !== 'function' || index === -1 || param === undefined) return false;
    return listReadings(param, option.module).some((reading) => covered.has(evaluator.identify(reading)));
  });
}

/**
 * `this.client.post(`${this.base}${path}`)` in a class above several, of which not all call `post`: it is known to be sent there
 * for others alone, as those that send the text itself were found.
 */
export function isSentForOthers(
  evaluator: Evaluator,
  module: Module,
  node: SyntaxNode,
  literal: number,
  covered: ReadonlySet<number>,
): boolean {
  if (!isMemberNode(node) || node.object.type !== 'ThisExpression') return false;
  const whole = widenText(findChain(node));
  if (!isSent(evaluator, module, whole) && !isHandedToSender(evaluator, module, whole, covered)) return false;
  const options = listOptions(evaluator.evaluate(node, module, evaluator.anyCaller));
  const areKnown = options.every(
    (option) => option.type === 'text' && option.atoms.every((atom) => atom.kind === 'text'),
  );
  return (
    areKnown && options.length > 1 && options.some((option) => option.type === 'text' && holdsLiteral(option, literal))
  );
}

/** `${BASE}/${name}` */
export function isInAddress(evaluator: Evaluator, module: Module, node: SyntaxNode, literal: number): boolean {
  const part = findChain(node);
  const whole = widenText(part);
  if (isSent(evaluator, module, whole)) return true;
  // `fetcher(url)`, where the name was put behind its base before.
  const texts = listTexts(evaluator.evaluate(whole, module, evaluator.anyCaller), whole, module);
  const own = texts.filter((text) => holdsLiteral(text, literal));
  // What a variable holds is no other text's beginning.
  const isAddress = (text: TextValue): boolean =>
    isAbsoluteUrl(text) || (text.atoms[0]?.kind === 'env' && namesUrl(text));
  return (own.length === 0 ? texts : own).every(isAddress);
}

/** `fetch(`https://kv.example/seen/${encoded}`)`: is what is made of the text a piece of another address? */
export function isPutIntoAnother(evaluator: Evaluator, module: Module, node: SyntaxNode, literal: number): boolean {
  const whole = widenText(deriveText(findChain(node)));
  if (!isSent(evaluator, module, whole)) return false;
  const texts = listTexts(evaluator.evaluate(whole, module, evaluator.anyCaller), whole, module);
  return texts.length > 0 && texts.every((text) => isAbsoluteUrl(text) && !holdsLiteral(text, literal));
}
