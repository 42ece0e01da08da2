import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { ANY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { listAskedTexts } from './asked-texts.ts';

/** Lists, maps and sets of which a program asks whether a text is among them. */

const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet|URLSearchParams|Headers|FormData)$/;

/** A collection that the program fills by itself, which no text of the source is compared with. */
function isEmptyCollection(evaluator: Evaluator, receiver: SyntaxNode, module: Module): boolean {
  return listOptions(evaluator.evaluate(receiver, module, null)).some(
    (option) =>
      // `new Set()`
      (option.type === 'array' && option.node?.type === 'NewExpression') ||
      (option.type === 'external' &&
        option.made !== null &&
        option.made.by.module === 'global' &&
        COLLECTIONS.test(option.made.by.path.join('.')) &&
        option.made.args.length === 0),
  );
}

/** What is asked. Of `LISTS[role]` it is each of the lists, of `table` in `(table) => (key) => table.get(key)` what callers give. */
function listReceivers(evaluator: Evaluator, receiver: SyntaxNode, module: Module): readonly Value[] {
  const own = listOptions(evaluator.evaluate(receiver, module, null));
  const isGiven = own.some(({ type }) => type === 'param');
  const options = isGiven ? listOptions(evaluator.evaluate(receiver, module, evaluator.anyCaller)) : own;
  if (!isMemberNode(receiver) || nameMember(receiver) !== null) return options;
  const tables = listOptions(evaluator.evaluate(receiver.object, module, null));
  const members = tables.flatMap((table) => (table.type === 'object' ? listProperties(evaluator, table) : []));
  return [...options, ...members.flatMap(([, value]) => listOptions(value))];
}

/** `(process.env.ALLOWED ?? '').split(',').map(trim)`: a list of what was written elsewhere, be it paths. */
function isSplit(list: SyntaxNode): boolean {
  const call = unwrap(list);
  const callee = isCallNode(call) && 'callee' in call ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee)) return false;
  const name = nameMember(callee);
  return name === 'split' || (/^(?:filter|map|flatMap|slice)$/.test(name ?? '') && isSplit(callee.object));
}

/** Does it hold texts that are written somewhere, in the source or outside, and not only what the program puts there itself? */
export function isTable(evaluator: Evaluator, receiver: SyntaxNode, module: Module): boolean {
  const holdsTexts = listReceivers(evaluator, receiver, module).some(
    (option) =>
      option.type === 'array' ||
      (option.type === 'external' && option.made?.by.module === 'global') ||
      (option.type === 'unknown' && isSplit(option.node)),
  );
  return holdsTexts && !isEmptyCollection(evaluator, receiver, module);
}

/** The questions that a library answers of a list, which is what it is handed first. */
const OF_LISTS =
  /^(?:includes|contains|indexOf|lastIndexOf|intersection|difference|without|keyBy|countBy|groupBy|zipObject)$/;

/** Can it be the text that is asked for? Of what is made of the text the keys tell (`own-keys.ts`). */
function canBeAsked(evaluator: Evaluator, asked: SyntaxNode | undefined, module: Module, text: string): boolean {
  if (asked === undefined) return false;
  const known = listAskedTexts(evaluator, asked, module);
  return known === null || known.includes(text);
}

/** `allowed.has(request.path)`, `_.includes(allowed, request.path)`: the text is one of several, among which another is looked for. */
export function isAskedForMember(evaluator: Evaluator, { node, module, path, isAnswer }: Place, text: string): boolean {
  const [element, ...rest] = path;
  if (isAnswer) return false;
  if (element === undefined || rest.length > 0 || (element !== ANY && !/^\d+$/.test(element))) return false;
  const parent = getParent(node);
  if (parent === undefined) return false;
  const isReceiver = isMemberNode(parent) && parent.object === node && nameMember(parent) === 'has';
  const call = isReceiver ? getParent(parent) : parent;
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return false;
  if (isReceiver && (call.callee !== parent || isEmptyCollection(evaluator, node, module))) return false;
  if (isReceiver) return canBeAsked(evaluator, call.arguments[0], module, text);
  const [list, asked] = call.arguments;
  return list === node && OF_LISTS.test(nameCallee(call.callee) ?? '') && canBeAsked(evaluator, asked, module, text);
}
