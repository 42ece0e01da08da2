import { isFunctionNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findFirstArgument, findRecorded } from '../callers/recorded-calls.ts';
import { findBindingOf, findScript, type Module, readCode } from '../modules/module.ts';

/** URLs that a function was handed, as a fake or a handler is, and those that a fake wrote down. */

/** Pages and routes have a path as well. */
const NAVIGATED = /location|rout(?:e|ing)|history|page|browser|driver|navigat|nextUrl|\bcy\b/i;
const GROWING = /^(?:push|unshift|add)$/;
/** Methods that give back the URL, or one of the list; `request.url()` of a browser under test. */
const SAME = /^(?:toString|valueOf|at|pop|shift|find|url)$/;
/** Where a spy keeps what it was called with. */
const RECORDED = /^(?:calls|lastCall|firstCall|args)$/;
const MAX_HOPS = 8;

/** What is put into a name after it was made: what is assigned, what is pushed. */
export function listWritten(script: ScriptFacts, name: SyntaxNode): readonly SyntaxNode[] {
  if (name.type !== 'Identifier') return [];
  const binding = findBinding(script, name);
  if (binding === undefined) return [];
  const pushed = script.identifiers.get(name.name).flatMap((node): readonly SyntaxNode[] => {
    const member = getParent(node);
    if (member === undefined || !isMemberNode(member) || member.object !== node) return [];
    const call = getParent(member);
    const isPush = GROWING.test(nameMember(member) ?? '');
    if (call?.type !== 'CallExpression' || call.callee !== member || !isPush) return [];
    return findBinding(script, node) === binding ? call.arguments : [];
  });
  return [...binding.assignments.map(({ node }) => node.right), ...pushed];
}

/** What a name can hold: its value, what is assigned, what is pushed. */
export function listHeld(script: ScriptFacts, name: SyntaxNode): readonly SyntaxNode[] {
  const source = name.type === 'Identifier' ? findBinding(script, name)?.source : undefined;
  if (source === undefined) return [];
  const own = source.kind === 'value' && source.node !== null ? [source.node] : [];
  const body = source.kind === 'function' ? [source.fn.body] : [];
  return [...own, ...body, ...listWritten(script, name)];
}

function isParameter(name: SyntaxNode, module: Module): true | readonly SyntaxNode[] {
  return findBindingOf(module, unwrap(name))?.source.kind === 'param' ? true : [];
}

function listGivenBack(script: ScriptFacts, callee: SyntaxNode): readonly SyntaxNode[] {
  const source = callee.type === 'Identifier' ? findBinding(script, callee)?.source : undefined;
  const fn = source?.kind === 'function' ? source.fn : source?.kind === 'value' ? source.node : null;
  const given = fn !== null && fn !== undefined && isFunctionNode(fn) ? findOnlyReturn(fn) : null;
  return given === null ? [] : [given];
}

/** `stub.firstCall.args`, `stub.getCall(0).firstArg`, `td.explain(stub).calls[0].args`: what a spy was called with. */
function findOfCall(at: SyntaxNode): SyntaxNode | null {
  return findRecorded(at) ?? findFirstArgument(at);
}

/** What the URL is made of or taken from; true where a function was handed it. */
function stepBack(at: SyntaxNode, module: Module): readonly SyntaxNode[] | true {
  if (isMemberNode(at)) {
    const isRecorded = RECORDED.test(nameMember(at) ?? '');
    const mock = unwrap(at.object);
    if (isRecorded && nameMember(mock) === 'mock') return true;
    return findOfCall(at) !== null ? true : [mock];
  }
  if (at.type === 'ConditionalExpression') return [at.consequent, at.alternate];
  if (at.type === 'LogicalExpression') return [at.left, at.right];
  if (at.type === 'NewExpression' || at.type === 'CallExpression') {
    const callee = unwrap(at.callee);
    const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
    if (isMemberNode(callee) && SAME.test(name)) return [callee.object];
    // fetch-mock
    if (isMemberNode(callee) && name === 'lastUrl') return true;
    // `route.request()` of a browser under test
    if (isMemberNode(callee) && name === 'request' && at.arguments.length === 0)
      return isParameter(callee.object, module);
    const [first, second] = at.arguments;
    // `const lastUrl = () => fetchMock.mock.calls.at(-1)[0]`
    if (callee.type === 'Identifier' && first === undefined) return listGivenBack(findScript(module, callee), callee);
    const isRequest = at.type === 'NewExpression' && nameCallee(callee) === 'Request';
    // With a base of its own it is the path of a request to the own server.
    return first === undefined || (second !== undefined && !isRequest) ? [] : [first];
  }
  if (at.type !== 'Identifier') return at.type === 'ObjectExpression' ? listValues(at) : [];
  const source = findBindingOf(module, at)?.source;
  if (source?.kind === 'param') return true;
  return source?.kind === 'value' ? listHeld(findScript(module, at), at) : [];
}

/** `calls.push({ url, init })` */
function listValues(object: SyntaxNode & { readonly type: 'ObjectExpression' }): readonly SyntaxNode[] {
  return object.properties.flatMap((member) => (member.type === 'ObjectProperty' ? [member.value] : []));
}

function isHanded(url: SyntaxNode, module: Module, hops: number): boolean {
  const at = unwrap(url);
  const code = readCode(module, at).replace(/\broute\.request\(\)/g, '');
  if (hops > MAX_HOPS || NAVIGATED.test(code)) return false;
  const before = stepBack(at, module);
  return before === true || before.some((one) => isHanded(one, module, hops + 1));
}

/** Was the URL handed to a function, as it is to a fake or a handler? */
export function isHandedUrl(url: SyntaxNode, module: Module): boolean {
  return isHanded(url, module, 0);
}
