import type * as t from '@babel/types';
import type { Addressed } from '../../model/analysis.ts';
import type { HeaderPlace } from '../../model/message.ts';
import { isTestFile } from '../../model/test-files.ts';
import { findCalleeRoot, getEnd, getStart, isCallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { quoteAuthorization, type WrittenHeader } from './written-header.ts';

/**
 * `expect(init.headers).toEqual({ 'X-API-Key': key })`: a test that asks for the header by itself, away from the URL. Which
 * request it speaks of is not known, so it is said and left to a person.
 */

interface ExpectedHeader {
  readonly header: WrittenHeader;
  readonly requests: readonly Addressed[];
}

const ASSERTING = /^(?:expect|assert|should|sinon)$/;

/** Is a node part of an assertion, on either side? */
function isAsserted(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (at.type === 'ExpressionStatement' || at.type === 'BlockStatement') return false;
    if (!isCallNode(at)) continue;
    const root = findCalleeRoot(at);
    if (root.type === 'Identifier' && ASSERTING.test(root.name)) return true;
  }
  return false;
}

/** `q` of `createServer((q, r) => …)`, `headers` of `({ headers }) => …`: what somebody else calls the function with. */
function isGiven(name: SyntaxNode, module: Module): boolean {
  return findBindingOf(module, name)?.source.kind === 'param';
}

/** `request.headers.get('X-API-Key')`, `req.headers['x-api-key']`: what a stand-in asks of a request that it is sent. */
function isAskedOfRequest(node: SyntaxNode, module: Module): boolean {
  const key = getParent(node);
  if (key === undefined || isWritten(key)) return false;
  const reader = isCallNode(key) && key.type !== 'TaggedTemplateExpression' ? unwrap(key.callee) : key;
  const headers = isMemberNode(reader) ? unwrap(reader.object) : null;
  if (headers === null || nameCallee(headers) !== 'headers') return false;
  if (!isMemberNode(headers)) return isGiven(headers, module);
  const request = unwrap(headers.object);
  return request.type === 'Identifier' && (/^req(?:uest)?$/.test(request.name) || isGiven(request, module));
}

/** `options.headers['x-api-key'] = key`, `options.headers.set('x-api-key', key)` */
function isWritten(key: SyntaxNode): boolean {
  const parent = getParent(key);
  if (isCallNode(key) && 'callee' in key) return /^(?:set|append|setHeader)$/.test(nameCallee(key.callee) ?? '');
  return parent?.type === 'AssignmentExpression' && parent.left === key;
}

const MSW = /['"]msw(?:\/[\w-]+)*['"]/;

/** Mocks that tests and pages share: `http.get(url, ({ request }) => …)` of MSW. */
function isHandlers(module: Module): boolean {
  return mentions(module, MSW);
}

/** `http.get('https://other.example/agents', ({ request }) => request.headers.get('x-api-key'))` is asked by other requests. */
function keepAnswered(requests: readonly Addressed[], node: SyntaxNode): readonly Addressed[] {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    const first = isCallNode(at) && 'arguments' in at ? at.arguments[0] : undefined;
    const host = first?.type === 'StringLiteral' ? /^https?:\/\/[^/]+/.exec(first.value)?.[0] : undefined;
    if (host === undefined) continue;
    return requests.filter(({ urls }) =>
      urls.some(({ parts: [part] }) => part?.kind !== 'text' || part.text.startsWith(host)),
    );
  }
  return requests;
}

function toHeader(node: t.StringLiteral, module: Module): WrittenHeader {
  const [start, end] = [getStart(node), getEnd(node)];
  const key = { start, end, text: quoteAuthorization(module.text, start) };
  return { name: 'x-api-key', module, key, value: node, removal: null, hasAuthorization: false, owner: null };
}

function listSpecifiers(module: Module): readonly string[] {
  const imported = module.scripts.flatMap(({ program }) =>
    program.type === 'Program'
      ? program.body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? [statement.source.value] : []))
      : [],
  );
  const required = module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      if (call.type !== 'CallExpression') return [];
      const [first] = call.arguments;
      const isImport = call.callee.type === 'Import' || nameCallee(call.callee) === 'require';
      return isImport && first?.type === 'StringLiteral' ? [first.value] : [];
    }),
  );
  return [...imported, ...required];
}

/** The files by which a test gets to what sends the header: itself, and those that it imports. */
function listNear(evaluator: Evaluator, module: Module): ReadonlySet<string> {
  const { project } = evaluator.graph;
  const imported = listSpecifiers(module).map((specifier) => project.resolve(specifier, module.path));
  const files = imported.flatMap((target) =>
    typeof target !== 'string' && target.kind === 'file' ? [target.path] : [],
  );
  return new Set([module.path, ...files]);
}

function sendsFrom(place: HeaderPlace, files: ReadonlySet<string>): boolean {
  return files.has(place.file) || place.requests.some((sent) => 'site' in sent && files.has(sent.site.file));
}

/** `places`: the headers that are known to be sent, or asked for by a test double. */
export function findExpectedHeaders(evaluator: Evaluator, places: readonly HeaderPlace[]): readonly ExpectedHeader[] {
  const keys = places.filter(({ name }) => name === 'x-api-key');
  if (keys.length === 0) return [];
  return evaluator.graph.loaded
    .filter((module) => /['"`]x-api-key['"`]/i.test(module.text) && (isTestFile(module.path) || isHandlers(module)))
    .flatMap((module) => {
      const near = listNear(evaluator, module);
      // Handlers stand for whatever is sent to their address, and import nothing of it.
      const own = keys.filter((place) => sendsFrom(place, near) || isHandlers(module));
      const requests = new Set(own.flatMap((place) => place.requests));
      if (requests.size === 0) return [];
      const isKnown = (node: SyntaxNode): boolean =>
        keys.some(({ file, key }) => file === module.path && key.start <= getStart(node) && getEnd(node) <= key.end);
      const found: ExpectedHeader[] = [];
      for (const { program } of module.scripts)
        walk(program, true, (node) => {
          if (node.type !== 'StringLiteral' || !/^x-api-key$/i.test(node.value) || isKnown(node)) return true;
          const asked = isAskedOfRequest(node, module)
            ? keepAnswered([...requests], node)
            : isAsserted(node)
              ? [...requests]
              : [];
          if (asked.length > 0) found.push({ header: toHeader(node, module), requests: asked });
          return true;
        });
      return found;
    });
}
