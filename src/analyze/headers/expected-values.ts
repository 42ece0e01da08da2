import { isCallNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { nameAssertFunction } from '../callers/assert-functions.ts';
import { EQUALITY, findExpected } from '../callers/assertion-forms.ts';
import { findBindingOf, findScript, type Module, readCode } from '../modules/module.ts';
import { listHeld } from '../references/handed-urls.ts';

/**
 * `expect(init.headers['x-api-key']).toBe('k')`, `expect(get.mock.calls[0][1].headers).toEqual({ 'x-api-key': 'k' })`: what a test
 * expects of a header that a double was handed, with its value.
 */

export interface ExpectedValue {
  /** What the header has to be; null where the test asks no more than whether it is there. */
  readonly value: SyntaxNode | null;
  /** The name has to be spelt as the code spells it: nothing on the way made it lower case. */
  readonly isExact: boolean;
}

interface Asked {
  /** The object with the headers, or one that has them as `headers`; null for what a double is called with. */
  readonly headers: SyntaxNode | null;
  readonly isOptions: boolean;
  readonly value: SyntaxNode | null;
  readonly isExact: boolean;
}

const PARTLY = /^toMatchObject$/;
const THERE = /^to(?:BeDefined|BeTruthy)$/;
const SETTING = /^(?:set|append|header|setHeader|setRequestHeader)$/;
const CALLED = /^(?:toHaveBeen|toBe|(?:last|nth)?[cC])(?:Last|Nth)?[cC]?alled(?:Once|ExactlyOnce)?With(?:Exactly)?$/;
/** Where doubles keep the calls that they saw. */
const RECORDED = /\.mock\.(?:calls|lastCall)\b|\b(?:first|second|last)Call\b|\.getCall\(|\.history\.|\.args\b/;
/** What the second parameter of `fetch`, or the only one of an adapter, is called. */
const INIT = /^(?:init|opts?|options|conf(?:ig)?|cfg|i|o|req(?:uest)?(?:Init|Options|Config)|params)$/;
const SERVING = /^(?:createServer|use|all|get|post|put|patch|delete|route|on)$/;
const ANSWER = /\bres(?:p|ponse)?\b/i;
const MAX_HOPS = 4;

/** `expect(x).toEqual(y)`, `assert.equal(x, y)`; null for those that deny. */
function readMatch(
  call: SyntaxNode,
  module: Module,
): { readonly name: string; readonly subject: SyntaxNode; readonly given: readonly SyntaxNode[] } | null {
  if (call.type !== 'CallExpression') return null;
  const [first, ...others] = call.arguments;
  if (!isMemberNode(call.callee)) {
    // `import { equal } from 'node:assert/strict'`
    const bare = nameAssertFunction(unwrap(call.callee), module);
    return bare === null || first === undefined ? null : { name: bare, subject: first, given: others };
  }
  const name = nameMember(call.callee) ?? '';
  for (let at = unwrap(call.callee.object); isMemberNode(at); at = unwrap(at.object))
    if (/^(?:not|never)$/.test(nameMember(at) ?? '')) return null;
  const subject = findExpected(call.callee.object);
  if (subject !== null) return { name, subject, given: call.arguments };
  const isAssert = /^(?:assert|t|strict)$/.test(nameCallee(call.callee.object) ?? '');
  return first !== undefined && isAssert ? { name, subject: first, given: others } : null;
}

/** The object itself, and what `expect.objectContaining({ … })` is put around it. */
function findWhole(object: SyntaxNode): SyntaxNode {
  const call = getParent(object);
  return call?.type === 'CallExpression' && nameCallee(call.callee) === 'objectContaining' ? call : object;
}

/** `toEqual({ 'x-api-key': 'k' })`, `toMatchObject({ headers: { 'x-api-key': 'k' } })` */
function readMember(node: SyntaxNode, module: Module): Asked | null {
  const member = getParent(node);
  if (member?.type !== 'ObjectProperty' || member.key !== node || member.computed) return null;
  const object = findWhole(getParent(member) ?? node);
  const holder = getParent(object);
  const isOptions = holder?.type === 'ObjectProperty' && holder.value === object && nameKey(holder) === 'headers';
  const whole = isOptions ? findWhole(getParent(holder) ?? object) : object;
  const call = getParent(whole);
  const match = call === undefined ? null : readMatch(call, module);
  if (match === null) return null;
  // `expect(fetch).toHaveBeenCalledWith(url, { headers: { 'x-api-key': 'k' } })`
  if (CALLED.test(match.name) && isOptions && match.given.some((one) => one === whole))
    return { headers: null, isOptions, value: member.value, isExact: true };
  if (match.given[0] !== whole) return null;
  if (!EQUALITY.test(match.name) && !PARTLY.test(match.name)) return null;
  return { headers: unwrap(match.subject), isOptions, value: member.value, isExact: true };
}

/** `expect(headers['x-api-key']).toBe('k')`, `expect(headers.get('x-api-key')).toBe('k')` */
function readSubject(node: SyntaxNode, module: Module): Asked | null {
  const member = getParent(node);
  if (member === undefined) return null;
  const isRead = isMemberNode(member) && member.property === node && member.computed;
  const reader = member.type === 'CallExpression' && member.arguments[0] === node ? unwrap(member.callee) : null;
  const isGot = reader !== null && isMemberNode(reader) && nameMember(reader) === 'get';
  const headers = isRead ? member.object : isGot ? reader.object : null;
  if (headers === null) return null;
  for (let at = member, around = getParent(at); around !== undefined; at = around, around = getParent(at)) {
    const root =
      around.type === 'CallExpression' && nameCallee(around.callee) === 'expect' ? findMatcher(around) : around;
    const match = root === null ? null : readMatch(root, module);
    if (match === null && /^TS(?:As|NonNull|Satisfies)Expression$/.test(around.type)) continue;
    if (match === null || unwrap(match.subject) !== member) return null;
    const [value = null] = match.given;
    if (!EQUALITY.test(match.name) && !THERE.test(match.name)) return null;
    return { headers: unwrap(headers), isOptions: false, value, isExact: isRead };
  }
  return null;
}

/** `expect(x).toBe(y)` of `expect(x)`. */
function findMatcher(expectation: SyntaxNode): SyntaxNode | null {
  for (let at = expectation, around = getParent(at); around !== undefined; at = around, around = getParent(at)) {
    if (isMemberNode(around) && around.object === at) continue;
    return around.type === 'CallExpression' && around.callee === at ? around : null;
  }
  return null;
}

/** `expect(headers).toHaveProperty('x-api-key', 'k')`, and not `toHaveBeenCalledWith('x-api-key', 'k')` of a double that sets. */
function readArgument(node: SyntaxNode, module: Module): Asked | null {
  const call = getParent(node);
  const match = call === undefined ? null : readMatch(call, module);
  if (match === null || match.given[0] !== node) return null;
  const value = match.given[1] ?? null;
  if (match.name === 'toHaveProperty')
    return { headers: unwrap(match.subject), isOptions: false, value, isExact: true };
  return null;
}

/** `expect(request.setHeader).toHaveBeenCalledWith('x-api-key', 'k')` */
function readSetting(node: SyntaxNode, module: Module): ExpectedValue | null {
  const call = getParent(node);
  const match = call === undefined ? null : readMatch(call, module);
  if (match === null || ANSWER.test(readCode(module, match.subject))) return null;
  if (!CALLED.test(match.name) || !SETTING.test(nameCallee(unwrap(match.subject)) ?? '')) return null;
  const at = match.given.findIndex((one) => one === node);
  const value = match.given[at + 1];
  return value === undefined ? null : { value, isExact: true };
}

/** `init` of `async (url, init) => …`, be it taken apart. */
function isInit(name: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, name)?.source;
  if (source?.kind !== 'param' || name.type !== 'Identifier') return false;
  const call = getParent(source.fn);
  const runner = call !== undefined && isCallNode(call) && 'callee' in call ? (nameCallee(call.callee) ?? '') : '';
  if (SERVING.test(runner)) return false;
  const isTaken =
    source.index === 1 && source.steps.some((step) => step.kind === 'property' && step.name === 'headers');
  return isTaken || INIT.test(name.name);
}

/** Does the expression stand for what a double was handed? */
function isHanded(expression: SyntaxNode, module: Module, hops = 0): boolean {
  const code = readCode(module, expression);
  if (hops > MAX_HOPS || ANSWER.test(code)) return false;
  if (RECORDED.test(code)) return true;
  return someNode(expression, (node) => {
    if (node.type !== 'Identifier') return false;
    if (isInit(node, module)) return true;
    return listHeld(findScript(module, node), node).some((held) => isHanded(held, module, hops + 1));
  });
}

/** `init.headers`, and a name for them. */
function areHeaders(expression: SyntaxNode, module: Module): boolean {
  const at = unwrap(expression);
  if (isMemberNode(at)) return nameMember(at) === 'headers' && isHanded(at.object, module);
  if (at.type !== 'Identifier') return false;
  const source = findBindingOf(module, at)?.source;
  const steps = source?.kind === 'value' || source?.kind === 'param' ? source.steps : [];
  const last = steps.at(-1);
  if (last?.kind === 'property' && last.name === 'headers') return isHanded(at, module);
  return listHeld(findScript(module, at), at).some((held) => areHeaders(held, module));
}

/** `request.headers`, `new Headers(init.headers)`: they find a name in whatever letters. */
function readsAnyCase(expression: SyntaxNode, module: Module): boolean {
  const code = readCode(module, expression);
  return /headers/i.test(code) && !ANSWER.test(code);
}

/** `node`: the name of the header in a text of its own. Null where more is to be known of what the test looks at. */
export function readExpectedValue(node: SyntaxNode, module: Module): ExpectedValue | null {
  const asked = readMember(node, module) ?? readSubject(node, module) ?? readArgument(node, module);
  if (asked === null) return readSetting(node, module);
  const { headers, isOptions, value, isExact } = asked;
  if (headers === null) return { value, isExact };
  const isKnown = !isExact
    ? readsAnyCase(headers, module)
    : isOptions
      ? isHanded(headers, module)
      : areHeaders(headers, module);
  return isKnown ? { value, isExact } : null;
}

/** `expect.any(String)` is any header's. */
export function isAnyText(value: SyntaxNode, module: Module): boolean {
  return /^expect\.(?:any\(String\)|anything\(\))$/.test(readCode(module, value));
}
