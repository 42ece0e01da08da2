import type { ObjectProperty } from '@babel/types';
import { type Addressed, isRequest } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import {
  contains,
  getEnd,
  getStart,
  isCallNode,
  isClassNode,
  isFunctionNode,
  nameCallee,
  nameKey,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listImports } from '../modules/read-on.ts';
import { findBesideUrls } from './headers-beside-urls.ts';
import { readObject } from './object-headers.ts';
import { listProxied, listThroughEntry } from './proxied-requests.ts';
import { toCredential, type WrittenHeader } from './written-header.ts';

/**
 * Key headers that no request is seen to send, beside requests of the same class or function: `authHeaders()` of a class
 * whose base class copies what it gives back. They are said, and left to a person.
 */

interface UnfollowedHeader {
  readonly header: WrittenHeader;
  readonly requests: readonly Addressed[];
  readonly isLoose: boolean;
  /** Only its name stands there. */
  readonly isName: boolean;
  /** It stands in the options of these requests, or beside their URL. */
  readonly isBeside?: boolean;
}

/** What describes a header to others: `{ 'x-api-key': { type: 'string' } }`. */
const DESCRIBING = /^(?:ObjectExpression|ArrayExpression|BooleanLiteral|NumericLiteral|NullLiteral|.*Function.*)$/;

/** The class around a node, else the outermost function. */
function findHome(node: SyntaxNode): SyntaxNode | null {
  let outermost: SyntaxNode | null = null;
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isClassNode(at)) return at;
    if (isFunctionNode(at)) outermost = at;
  }
  return outermost;
}

const HEADERS_MADE = /^(?:Http|Axios)?Headers$/;

/** `return { … }`, `return new HttpHeaders({ … })` */
function isReturned(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent?.type === 'NewExpression' && HEADERS_MADE.test(nameCallee(parent.callee) ?? '')) return isReturned(parent);
  return parent?.type === 'ReturnStatement' || (parent !== undefined && isFunctionNode(parent) && parent.body === node);
}

function listWithin(requests: readonly Addressed[], { path }: Module, home: SyntaxNode): readonly Addressed[] {
  return requests.filter((one) => {
    if (!isRequest(one)) return false;
    const { file, start, end } = one.siteSpan;
    return file === path && getStart(home) <= start && end <= getEnd(home);
  });
}

/** The requests in whose call the node stands. */
function listAround(requests: readonly Addressed[], { path }: Module, node: SyntaxNode): readonly Addressed[] {
  return requests.filter(
    (one) =>
      isRequest(one) &&
      one.siteSpan.file === path &&
      one.siteSpan.start <= getStart(node) &&
      getEnd(node) <= one.siteSpan.end,
  );
}

/** Does the file send the request, or say where it goes? */
function isOf(path: string, one: Addressed): boolean {
  if ((isRequest(one) ? one.site : one.expression).file === path) return true;
  return one.urls.some(({ parts }) => parts.some((part) => part.kind === 'text' && part.origin?.file === path));
}

/** `headers.get('x-api-key')`, `redact('x-api-key')`: who asks whoever calls for its key sends none. */
const ASKING =
  /^(?:get|has|read|is|find|extract|verify|validate|check|require|assert|expect|delete|remove|omit|redact|mask|equal|to[A-Z])/;

const NAMING = /^(?:name|key)$|header/i;
/** `{ type: 'apiKey', in: 'header', name: 'x-api-key' }` describes what a server is sent. */
const OF_SCHEME = /^(?:in|required|schema|description|scheme)$/;

/** `{ name: 'x-api-key', value: key }`, `{ url: BASE, authHeader: 'x-api-key' }` */
function isNamingMember(member: ObjectProperty): boolean {
  const object = getParent(member);
  if (object?.type !== 'ObjectExpression' || !NAMING.test(nameKey(member) ?? '')) return false;
  return !object.properties.some((other) => OF_SCHEME.test(nameKey(other) ?? ''));
}

/** `setApiKey(headers, 'x-api-key', config)`, `options.header ?? 'x-api-key'`, `(header = 'x-api-key')`: a header that somebody sets by its name. */
function namesHeader(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent === undefined) return false;
  if (parent.type === 'AssignmentPattern') return parent.right === node;
  if (parent.type === 'LogicalExpression') return parent.operator !== '&&' && parent.right === node;
  if (parent.type === 'ObjectProperty') return parent.value === node && isNamingMember(parent);
  // `new Map([['x-api-key', key]])`
  if (parent.type === 'ArrayExpression') {
    const [name, value, ...others] = parent.elements;
    return name === node && value != null && others.length === 0 && value.type !== 'StringLiteral';
  }
  if (!isCallNode(parent) || !('callee' in parent) || !('arguments' in parent)) return false;
  // `get('/agents', 'x-api-key')`
  const isRequest = parent.arguments.some((one) => one.type === 'StringLiteral' && /^(?:\/|https?:)/.test(one.value));
  return parent.arguments.length > 1 && (isRequest || !ASKING.test(nameCallee(parent.callee) ?? ''));
}

/** `request.setDefaultHeaders('x-api-key', key)`, `globalSetup({ request: { headers } })`: what a test tells its client to send. */
const TELLING = /^(?:setDefaultHeaders|withHeaders|globalSetup)$/;

function isToldToClient(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isCallNode(at)) return 'callee' in at && TELLING.test(nameCallee(at.callee) ?? '');
    if (at.type !== 'ObjectExpression' && at.type !== 'ObjectProperty') return false;
  }
  return false;
}

function toHeader(node: SyntaxNode, module: Module): WrittenHeader {
  const key = { start: getStart(node), end: getEnd(node), text: module.text.slice(getStart(node), getEnd(node)) };
  return { name: 'x-api-key', module, key, value: node, removal: null, hasAuthorization: false, owner: null };
}

const LINE = /^x-api-key\s*:/i;

/** `['x-api-key: ' + key]`, `[`x-api-key: ${key}`]`: a list of headers, each of them a line of text. */
function isLineOfList(node: SyntaxNode): boolean {
  const text =
    node.type === 'StringLiteral'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis[0]?.value.raw
        : undefined;
  if (text === undefined || !LINE.test(text)) return false;
  let at = getParent(node);
  while (at?.type === 'BinaryExpression' && at.operator === '+') at = getParent(at);
  return at?.type === 'ArrayExpression';
}

const IN_COMMAND = /x-api-key\s*:/i;

/** `curl -H "x-api-key: ${key}" https://…`: the texts within the calls that run a command, and which requests those are. */
function listInCommands(requests: readonly Addressed[], module: Module): readonly UnfollowedHeader[] {
  if (!IN_COMMAND.test(module.text)) return [];
  const commands = requests.filter((one) => isRequest(one) && one.client === 'curl');
  if (commands.length === 0) return [];
  return module.scripts.flatMap(({ program }) => {
    const found: UnfollowedHeader[] = [];
    walk(program, true, (node) => {
      const text =
        node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : undefined;
      const own = text !== undefined && IN_COMMAND.test(text) ? listAround(commands, module, node) : [];
      if (own.length > 0) found.push({ header: toHeader(node, module), requests: own, isLoose: false, isName: true });
      return true;
    });
    return found;
  });
}

/** `{ beforeRequest: [addKey], triggers: { call } }`: what a file puts together belongs together. */
const PUTS_TOGETHER = /\b(?:beforeRequest|onRequest|prepareHeaders|beforeSend|ApiKeyAuthenticationProvider)\b/;

/** The requests that may send what a module names: its own, else those of the modules that import it, or of what such a one joins it with. */
function listBeside(evaluator: Evaluator, requests: readonly Addressed[], module: Module): readonly Addressed[] {
  const { graph } = evaluator;
  const listOf = (paths: readonly string[]) => requests.filter((one) => paths.some((path) => isOf(path, one)));
  const own = [...new Set([...listOf([module.path]), ...listProxied(evaluator, requests, module)])];
  if (own.length > 0) return own;
  const listImported = (from: Module) =>
    listImports(from).flatMap(([specifier]) => graph.findFile(from, specifier) ?? []);
  const importers = graph.loaded.filter((one) => listImported(one).includes(module.path));
  const near = listOf(importers.map(({ path }) => path));
  if (near.length > 0) return near;
  return listOf([...importers, module].filter(({ text }) => PUTS_TOGETHER.test(text)).flatMap(listImported));
}

/**
 * `requests`: those without a header of a key that was followed. `isKnown`: the literal is the headers of a request that was
 * followed. `set`: headers that statements set on what no request is seen to be sent with.
 */
export function findUnfollowedHeaders(
  evaluator: Evaluator,
  requests: readonly Addressed[],
  isKnown: (node: SyntaxNode) => boolean,
  set: readonly WrittenHeader[],
): readonly UnfollowedHeader[] {
  const found: UnfollowedHeader[] = [];
  const add = (headers: readonly WrittenHeader[], node: SyntaxNode, module: Module): void => {
    const keyed = headers.filter(({ name, value }) => name === 'x-api-key' && !DESCRIBING.test(value.type));
    if (keyed.length === 0) return;
    const home = node.type === 'ObjectExpression' && !isReturned(node) ? null : findHome(node);
    const sent = isTestFile(module.path) ? null : findBesideUrls(evaluator, node, module, requests);
    if (sent !== null && sent.requests.length > 0) {
      const beside = { requests: sent.requests, isLoose: false, isName: false, isBeside: sent.isCertain };
      found.push(...keyed.map((header) => ({ header, ...beside })));
      return;
    }
    const own = listThroughEntry(evaluator, requests, module, node) ?? listAround(requests, module, node);
    const near = own.length > 0 || home === null ? own : listWithin(requests, module, home);
    const beside = near.length > 0 ? near : listBeside(evaluator, requests, module);
    if (beside.length > 0)
      found.push(...keyed.map((header) => ({ header, requests: beside, isLoose: near.length === 0, isName: false })));
  };
  for (const header of set) if (!isTestFile(header.module.path)) add([header], header.value, header.module);
  for (const module of evaluator.graph.loaded) {
    const commands = listInCommands(requests, module);
    found.push(...commands);
    if (!/['"`]x-api-key\s*[:'"`]/i.test(module.text)) continue;
    const named: SyntaxNode[] = [];
    for (const { program } of module.scripts) {
      walk(program, true, (node) => {
        if (node.type === 'StringLiteral' && toCredential(node.value) === 'x-api-key' && namesHeader(node))
          named.push(node);
        if (isLineOfList(node) && !commands.some(({ header }) => contains(node, header.value))) named.push(node);
        if (node.type !== 'ObjectExpression' || isKnown(node)) return true;
        if (isReturned(node) || !isTestFile(module.path) || isToldToClient(node))
          add(readObject(evaluator, node, module), node, module);
        return true;
      });
    }
    const told = isTestFile(module.path) ? named.filter(isToldToClient) : named;
    const beside = told.length === 0 ? [] : listBeside(evaluator, requests, module);
    if (beside.length === 0) continue;
    for (const node of told) {
      const through = listThroughEntry(evaluator, requests, module, node);
      // The proxy of somebody else, or one that nobody asks.
      if (through?.length === 0) continue;
      const own = through ?? listAround(beside, module, node);
      const sent = own.length > 0 ? own : beside;
      found.push({ header: toHeader(node, module), requests: sent, isLoose: own.length === 0, isName: true });
    }
  }
  return found;
}
