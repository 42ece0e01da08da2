import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts, makeText } from '../texts/texts.ts';
import { type Host, isOtherHost, readHost } from '../urls/hosts.ts';
import type { TextValue } from '../values/values.ts';
import { isSent } from './bare-names.ts';
import type { Place } from './places.ts';
import { readText } from './reported-uses.ts';
import { widenText } from './widened-texts.ts';

/**
 * `console.log(`Created ${DASHBOARD}${path}/${id}`)`: behind another host than those of the requests, the path is that of a page,
 * which stays where it is, and a link to it is no log of the request.
 */

/** The address at the end of what is written in front of something: `see https://help.example` */
const ADDRESS_AT_END = /https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/i;

/** What stands directly in front of the text in a template, a sum or `concat(…)`. */
function findBefore(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type === 'TemplateLiteral') {
    const index = parent.expressions.findIndex((expression) => expression === node);
    const quasi = parent.quasis[index];
    if (index === -1 || quasi === undefined) return null;
    return quasi.value.raw === '' ? (parent.expressions[index - 1] ?? null) : quasi;
  }
  if (parent !== undefined && isCallNode(parent) && 'arguments' in parent) {
    const callee = unwrap(parent.callee);
    const index = parent.arguments.findIndex((argument) => argument === node);
    if (index === -1 || !isMemberNode(callee) || nameMember(callee) !== 'concat') return null;
    return index === 0 ? unwrap(callee.object) : (parent.arguments[index - 1] ?? null);
  }
  if (parent?.type !== 'BinaryExpression' || parent.operator !== '+' || parent.right !== node) return null;
  const left = unwrap(parent.left);
  return left.type === 'BinaryExpression' && left.operator === '+' ? unwrap(left.right) : left;
}

function listTextsBefore(evaluator: Evaluator, before: SyntaxNode, module: Module): readonly TextValue[] {
  const written = ADDRESS_AT_END.exec(readText(before))?.[0];
  if (written !== undefined) return [makeText(written)];
  if (!/^(?:Identifier|MemberExpression|OptionalMemberExpression|CallExpression)$/.test(before.type)) return [];
  return listTexts(evaluator.evaluate(before, module, evaluator.anyCaller), before, module);
}

/** The hosts that the literals name of which URLs of requests are made. */
export function listAskedHosts(evaluator: Evaluator, consumed: ReadonlySet<number>): readonly Host[] {
  return [...consumed].flatMap((literal) => {
    const node = evaluator.getIdentified(literal)?.node;
    const written = node === undefined ? undefined : /^\w+:\/\/[^/?#\s]+/.exec(readText(node))?.[0];
    return written === undefined ? [] : (readHost(makeText(written)) ?? []);
  });
}

function listHostsBefore(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly Host[] {
  const before = findBefore(node);
  return before === null ? [] : listTextsBefore(evaluator, before, module).flatMap((text) => readHost(text) ?? []);
}

/** Those behind which the requests have the text; `covered`: the references through which they get it. */
function listOwnHosts(evaluator: Evaluator, covered: ReadonlySet<number>): readonly Host[] {
  return [...covered].flatMap((id) => {
    const found = evaluator.getIdentified(id);
    return found === undefined ? [] : listHostsBefore(evaluator, found.node, found.module);
  });
}

/** What is told which URL it is about, and sends nothing. */
const TOLD =
  /^(?:invalidate|evict|clear|purge|remove|delete|del|forget|drop|bust|expire|mutate|revalidate|has|peek|is(?=[A-Z]))/;

function isCompared(node: SyntaxNode): boolean {
  const whole = widenText(node);
  const around = getParent(whole);
  if (around === undefined || whole === node) return false;
  if (isCallNode(around))
    return 'callee' in around && around.callee !== whole && TOLD.test(nameCallee(around.callee) ?? '');
  const isKey = isMemberNode(around) && around.computed && around.property === whole;
  return isKey || /^(?:BinaryExpression|SwitchCase|ArrayExpression)$/.test(around.type);
}

/**
 * `url === BASE + CALLS` beside `fetch(BASE + CALLS)`: is it compared, looked up or listed as the URL that the requests ask? On both
 * sides it is the same text that moves.
 */
export function isOwnUrl(
  evaluator: Evaluator,
  { node, path, module }: Pick<Place, 'node' | 'path' | 'module'>,
  covered: ReadonlySet<number>,
): boolean {
  if (path.length > 0 || !isCompared(node)) return false;
  const hosts = listHostsBefore(evaluator, node, module);
  const own = hosts.length === 0 ? [] : listOwnHosts(evaluator, covered);
  return own.length > 0 && !hosts.some((host) => isOtherHost(host, own));
}

/** Is the text put directly behind the address of a server that no request asks, and not to be sent there? `asked`: those that are. */
export function isBehindOtherHost(
  evaluator: Evaluator,
  { node, path, isUrl, module }: Place,
  asked: () => readonly Host[],
): boolean {
  const hosts = path.length > 0 || isUrl ? [] : listHostsBefore(evaluator, node, module);
  if (hosts.length === 0) return false;
  const own = asked();
  if (own.length === 0 || !hosts.every((host) => isOtherHost(host, own))) return false;
  const whole = widenText(node);
  const call = getParent(whole);
  return !(call !== undefined && isCallNode(call) && isSent(evaluator, module, whole));
}
