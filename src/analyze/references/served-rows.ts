import type { UrlReference } from '../../model/analysis.ts';
import { getEnd, getStart, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { toUrl } from './references.ts';

/**
 * Rows by which a development server answers in the place of another: `{ url: '/api/agents', method: 'get', response: () => … }`,
 * as plugins of bundlers read them out of a folder, or `mock('/api/agents', 'get', …)`.
 */

const HANDLING = /^(?:get|post|put|patch|delete|head|options|all)$/;

/** What makes a row an answer, and no call that is to be made. */
const ANSWERS = /^(?:response|rawResponse)$/;

interface Row {
  readonly url: SyntaxNode;
  readonly methods: readonly string[] | null;
}

function readRow(key: SyntaxNode): Row | null {
  const property = getParent(key);
  const object = property?.type === 'ObjectProperty' && property.key === key ? getParent(property) : undefined;
  if (property?.type !== 'ObjectProperty' || object?.type !== 'ObjectExpression') return null;
  const names = object.properties.map((member) => nameKey(member) ?? '');
  if (!names.some((name) => ANSWERS.test(name))) return null;
  const method = object.properties.find((member) => /^(?:method|type)$/.test(nameKey(member) ?? ''));
  return { url: unwrap(property.value), methods: method?.type === 'ObjectProperty' ? readMethods(method.value) : null };
}

/** `Mock.mock('/api/agents', 'get', …)` */
function readCall(call: SyntaxNode): Row | null {
  if (call.type !== 'CallExpression') return null;
  const [url, method] = call.arguments;
  if (url === undefined) return null;
  return { url: unwrap(url), methods: call.arguments.length > 2 ? readMethods(method) : null };
}

/** `http.get('/api/agents', resolver)` of msw; what it says of a host is read as requests are. */
function readHandler(call: SyntaxNode, module: Module): Row | null {
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return null;
  const name = nameMember(call.callee) ?? '';
  const owner = unwrap(call.callee.object);
  const [url] = call.arguments;
  if (url === undefined || owner.type !== 'Identifier' || !HANDLING.test(name)) return null;
  const source = findBindingOf(module, owner)?.source;
  if (source?.kind !== 'import' || source.specifier !== 'msw') return null;
  return { url: unwrap(url), methods: name === 'all' ? null : [name.toUpperCase()] };
}

function listRows(module: Module): readonly Row[] {
  const isOfRows = /\bresponse\b|\brawResponse\b/.test(module.text);
  const isOfMock = /['"]mockjs['"]/.test(module.text);
  const isOfMsw = /['"]msw['"]/.test(module.text);
  if (!isOfRows && !isOfMock && !isOfMsw) return [];
  return module.scripts.flatMap(({ identifiers, calls }) => [
    ...(isOfRows ? identifiers.get('url').flatMap((key) => readRow(key) ?? []) : []),
    ...(isOfMock ? calls.filter(isMock).flatMap((call) => readCall(call) ?? []) : []),
    ...(isOfMsw ? calls.flatMap((call) => readHandler(call, module) ?? []) : []),
  ]);
}

function isMock(call: SyntaxNode): boolean {
  return call.type === 'CallExpression' && call.arguments.length > 1 && nameCallee(call.callee) === 'mock';
}

function readMethods(method: SyntaxNode | undefined): readonly string[] | null {
  return method?.type === 'StringLiteral' && /^[a-z]+$/i.test(method.value) ? [method.value.toUpperCase()] : null;
}

/** Only what is written in the row itself: what a name stands for serves requests as well. */
function isOwnPath(evaluator: Evaluator, node: SyntaxNode, consumed: ReadonlySet<number>): boolean {
  const first = node.type === 'TemplateLiteral' ? node.quasis[0] : node;
  const text = first?.type === 'StringLiteral' ? first.value : first?.type === 'TemplateElement' ? first.value.raw : '';
  return first !== undefined && /^\/\w/.test(text) && !consumed.has(evaluator.identify(first));
}

export function findServedRows(
  evaluator: Evaluator,
  module: Module,
  consumed: ReadonlySet<number>,
): readonly UrlReference[] {
  return listRows(module).flatMap(({ url, methods }): readonly UrlReference[] => {
    if (!isOwnPath(evaluator, url, consumed)) return [];
    evaluator.ask();
    const urls = listTexts(evaluator.evaluate(url, module, null), url, module).map(toUrl);
    const expression = getRegion(module, getStart(url), getEnd(url));
    return [{ expression, urls, methods, isHandler: true }];
  });
}
