import {
  findCalleeRoot,
  getEnd,
  getStart,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { nameAssertFunction } from '../callers/assert-functions.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** The forms in which tests and stand-ins look at one header: each names it in a text of its own. */

/** `cy.wait('@a').its('request.headers').should('have.property', 'x-api-key')` asserts, too. */
const ASSERTING = /^(?:expect|assert|should|sinon|cy)$/;

/** `t.is(headers['x-api-key'], key)` of ava and tap, in the test's own context. */
const CONTEXT = /^(?:is|same|true|truthy|ok|match|regex|like|has|(?:deep|strict)?equals?|strictSame)$/i;

/** Is a node part of an assertion, on either side? */
export function isAsserted(node: SyntaxNode, module: Module): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (at.type === 'ExpressionStatement' || at.type === 'BlockStatement') return false;
    if (!isCallNode(at)) continue;
    const root = findCalleeRoot(at);
    if (root.type !== 'Identifier') continue;
    const isOfContext = root.name === 't' && 'callee' in at && CONTEXT.test(nameCallee(at.callee) ?? '');
    if (!isOfContext && !ASSERTING.test(root.name) && nameAssertFunction(root, module) === null) continue;
    if (root.name !== 'cy' || ('callee' in at && /^(?:should|and)$/.test(nameCallee(at.callee) ?? ''))) return true;
  }
  return false;
}

/** What somebody else calls the function with: `q` of `createServer((q, r) => …)`, `headers` of `({ headers }) => …`. */
function isGiven(name: SyntaxNode, module: Module): boolean {
  return findBindingOf(module, name)?.source.kind === 'param';
}

function isRequest(node: SyntaxNode, module: Module): boolean {
  const request = unwrap(node);
  // `this.req` of an answer of nock.
  if (isMemberNode(request) && unwrap(request.object).type === 'ThisExpression')
    return /^req(?:uest)?$/.test(nameCallee(request) ?? '');
  return request.type === 'Identifier' && (/^req(?:uest)?$/.test(request.name) || isGiven(request, module));
}

/** `request.headers`, `headers` of what is given, `await request.allHeaders()` of a page, `new Headers(init.headers)` by any name. */
function areHeaders(given: SyntaxNode, module: Module): boolean {
  const node = unwrap(given);
  if (node.type === 'AwaitExpression') return areHeaders(node.argument, module);
  if (node.type === 'NewExpression') return nameCallee(node.callee) === 'Headers';
  if (isCallNode(node) && 'callee' in node) {
    const name = nameCallee(node.callee) ?? '';
    return /^(?:headers|allHeaders)$/.test(name) && isMemberNode(unwrap(node.callee));
  }
  const source = node.type === 'Identifier' ? findBindingOf(module, node)?.source : undefined;
  if (source?.kind === 'value' && source.node?.type === 'NewExpression') return areHeaders(source.node, module);
  if (nameCallee(node) !== 'headers') return false;
  return isMemberNode(node) ? isRequest(node.object, module) : isGiven(node, module);
}

/** `req.header('x-api-key')` of express, `request.headerValue('x-api-key')` of a page, `c.req.header('x-api-key')` of hono. */
function asksRequest(reader: SyntaxNode, module: Module): boolean {
  if (!isMemberNode(reader)) return false;
  const name = nameCallee(reader) ?? '';
  if (name === 'headerValue') return true;
  // `get` is asked of all that holds something.
  const request = unwrap(reader.object);
  if (name !== 'header' && name !== 'get') return false;
  return /^(?:req(?:uest)?|ctx)$/.test(nameCallee(request) ?? '') || (name === 'header' && isRequest(request, module));
}

/** `request.headers.get('X-API-Key')`, `req.headers['x-api-key']`: what a stand-in asks of a request that it is sent. */
export function isAskedOfRequest(node: SyntaxNode, module: Module): boolean {
  const key = getParent(node);
  if (key === undefined || isWritten(key)) return false;
  if (!isCallNode(key) || key.type === 'TaggedTemplateExpression')
    return isMemberNode(key) && key.property === node && areHeaders(key.object, module);
  if (!('arguments' in key) || key.arguments[0] !== node) return false;
  const reader = unwrap(key.callee);
  if (!isMemberNode(reader)) return false;
  return asksRequest(reader, module) || areHeaders(reader.object, module);
}

/** `options.headers['x-api-key'] = key`, `options.headers.set('x-api-key', key)` */
function isWritten(key: SyntaxNode): boolean {
  const parent = getParent(key);
  if (isCallNode(key) && 'callee' in key) return /^(?:set|append|setHeader)$/.test(nameCallee(key.callee) ?? '');
  return parent?.type === 'AssignmentExpression' && parent.left === key;
}

/** Calls of doubles that are told what a request has to be sent with: of Pact, of fetch-mock. */
const TOLD = /^(?:withRequest|addInteraction)$/;
const FETCH_MOCK = /^(?:fetchMock|mockFetch)$/i;

/** `provider.withRequest({ method, path, headers: { 'x-api-key': 'k' } })` */
export function isToldToDouble(node: SyntaxNode): boolean {
  const member = getParent(node);
  if (member?.type !== 'ObjectProperty' || member.key !== node) return false;
  const holder = getParent(getParent(member) ?? node);
  if (holder?.type !== 'ObjectProperty' || nameKey(holder) !== 'headers') return false;
  for (let at = getParent(holder); at !== undefined; at = getParent(at)) {
    if (/(?:Statement|Declaration|Function\w*)$/.test(at.type)) return false;
    if (!isCallNode(at) || !('callee' in at)) continue;
    if (TOLD.test(nameCallee(at.callee) ?? '')) return true;
    const root = findCalleeRoot(at);
    if (root.type === 'Identifier' && FETCH_MOCK.test(root.name)) return true;
  }
  return false;
}

/** `toMatchInlineSnapshot(`{ "x-api-key": "k" }`)`: what a test saw, written into it. */
export function findInSnapshot(node: SyntaxNode, { text }: Module): number | null {
  if (node.type !== 'TemplateLiteral' && node.type !== 'StringLiteral') return null;
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return null;
  if (!/InlineSnapshot$/.test(nameCallee(call.callee) ?? '')) return null;
  const found = /(?<=["'])x-api-key(?=\\?["'])/i.exec(text.slice(getStart(node), getEnd(node)));
  return found === null ? null : getStart(node) + found.index;
}
