import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findWritten } from '../callers/stubbed-calls.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { getTextRegion, listUrlParts } from './asked-pathnames.ts';
import { findSplit, listWordsAsked } from './asked-pieces.ts';
import { readOpenText } from './expected-pathnames.ts';
import { isOfFetchDouble } from './fetch-doubles.ts';
import { isHandedUrl } from './handed-urls.ts';
import { listNameReadings } from './path-keys.ts';

/** `uri.split('/')[2]` in what a double answers: the piece stands one further back behind the version. */

const METHODS = /^(?:get|post|put|patch|delete|head|options|all|on\w*)$/i;
const ANSWERING = /^(?:reply\w*|respond\w*|callback|times|persist|thenReply|thenCallback|query)$/;
const MAX_HOPS = 12;

/** A number behind which pieces are counted from the front. */
function isPosition(key: SyntaxNode): boolean {
  return key.type === 'NumericLiteral';
}

/** Where a piece is taken by its number: `pieces[2]`, `pieces.at(2)`, `[, , id]`. */
function findTaken(script: ScriptFacts, pieces: SyntaxNode): SyntaxNode | null {
  const holder = getParent(pieces);
  if (holder === undefined) return null;
  if (isMemberNode(holder) && holder.object === pieces) return isPieceAt(holder) ? holder : null;
  if (holder.type !== 'VariableDeclarator' || holder.init !== pieces) return null;
  if (holder.id.type === 'ArrayPattern')
    return holder.id.elements.some((name) => name !== null && name.type !== 'RestElement') ? holder.id : null;
  const readings = listNameReadings(script, holder.id).map(getParent);
  return readings.find((member) => member !== undefined && isMemberNode(member) && isPieceAt(member)) ?? null;
}

function isPieceAt(member: SyntaxNode): boolean {
  if (!isMemberNode(member)) return false;
  if (member.computed) return isPosition(member.property);
  const call = nameMember(member) === 'at' ? getParent(member) : undefined;
  const [index] = call?.type === 'CallExpression' && call.callee === member ? call.arguments : [];
  return index !== undefined && isPosition(index);
}

/** A path with or without a host: `https://api.voice.example/agents/:id`, `${BASE}/agents/1`. */
interface Address {
  readonly host?: string;
  readonly path: string;
}

function readAddress(node: SyntaxNode | undefined): Address | null {
  if (node?.type !== 'StringLiteral' && node?.type !== 'TemplateLiteral') return null;
  const text = readOpenText(node);
  const [, host, path = ''] = /^(?:https?:\/\/([\w.:-]+))?[^/]*(\/[^?#]*)?/i.exec(text) ?? [];
  if (host !== undefined) return { host: host.toLowerCase(), path };
  return path === '' ? null : { path };
}

/** The call that a name was given, or the call itself. */
function findCall(node: SyntaxNode, module: Module): SyntaxNode {
  const at = unwrap(node);
  return at.type === 'Identifier' ? unwrap(findWritten(at, module) ?? at) : at;
}

/** `nock('https://api.voice.example').get('/agents/1')`, with what is called on it. */
function readChain(receiver: SyntaxNode, module: Module): Address | null {
  let path: string | null = null;
  let at = findCall(receiver, module);
  for (let hops = 0; at.type === 'CallExpression' && hops < MAX_HOPS; hops += 1) {
    const address = readAddress(at.arguments[0]);
    if (address?.host !== undefined) return { host: address.host, path: path ?? address.path };
    if (path === null && METHODS.test(nameCallee(at.callee) ?? '')) path = address?.path ?? null;
    const callee = unwrap(at.callee);
    if (!isMemberNode(callee)) break;
    at = findCall(callee.object, module);
  }
  return path === null ? null : { path };
}

/** What the double answers to that the function around is an answer of; null where it is no such function. */
function findAnswered(node: SyntaxNode, module: Module): Address | null {
  for (let fn = findFunctionAround(node); fn !== null; fn = findFunctionAround(fn)) {
    const call = getParent(fn);
    if (call?.type !== 'CallExpression' || call.callee === fn) continue;
    const callee = unwrap(call.callee);
    const name = nameCallee(callee) ?? '';
    if (METHODS.test(name)) return readAddress(call.arguments[0]);
    if (isMemberNode(callee) && ANSWERING.test(name)) return readChain(callee.object, module);
  }
  return null;
}

/** Is it the first of what the function is handed, as the answers of nock are the path? */
function isHandedFirst(path: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, path)?.source;
  return source?.kind === 'param' && source.index === 0 && source.steps.length === 0;
}

function readTaken(script: ScriptFacts, split: SyntaxNode, module: Module): UrlPattern | null {
  if (split.type !== 'CallExpression' || !isMemberNode(split.callee) || nameMember(split.callee) !== 'split')
    return null;
  const path = unwrap(split.callee.object);
  const pieces = findSplit(path);
  const taken = pieces === null ? null : findTaken(script, pieces);
  if (taken === null || listWordsAsked(script, path, module).length > 0) return null;
  const answered = findAnswered(split, module);
  const part = listUrlParts(script, 'pathname').find(({ node }) => node === path);
  const isOfUrl = part !== undefined && isHandedUrl(part.url, module);
  if (answered === null ? !(isOfUrl && isOfFetchDouble(part, module)) : !isOfUrl && !isHandedFirst(path, module))
    return null;
  const { host, path: text } = answered ?? { path: '' };
  const at = { expression: getTextRegion(taken, module), text, isPath: true, isPiece: true } as const;
  return host === undefined ? at : { ...at, host };
}

/** `http.get('https://api.voice.example/:resource/:id', run)` */
function readNamed(call: SyntaxNode, module: Module): UrlPattern | null {
  if (call.type !== 'CallExpression' || !METHODS.test(nameCallee(call.callee) ?? '')) return null;
  const [first] = call.arguments;
  const { host, path = '' } = readAddress(first) ?? {};
  if (first === undefined || host === undefined || !/^(?:\/:\w+)+$/.test(path)) return null;
  return { expression: getTextRegion(first, module), text: path, isPath: true, isPiece: true, host };
}

/** `path.split('/')`, `/calls/:id` */
const TAKING = /\.split\(\s*['"]\/['"]|\w\/:\w/;

export function findTakenPositions(module: Module): readonly UrlPattern[] {
  if (!isTestFile(module.path) || !mentions(module, TAKING)) return [];
  return module.scripts.flatMap((script) =>
    script.calls.flatMap((call) => readTaken(script, call, module) ?? readNamed(call, module) ?? []),
  );
}
