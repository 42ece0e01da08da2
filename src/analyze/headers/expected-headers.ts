import type { Addressed } from '../../model/analysis.ts';
import type { HeaderPlace } from '../../model/message.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, isCallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { listImports } from '../modules/read-on.ts';
import { findInSnapshot, isAskedOfRequest, isAsserted, isToldToDouble } from './asked-in-tests.ts';
import { isAnyText, readExpectedValue } from './expected-values.ts';
import { quoteAuthorization, type WrittenHeader } from './written-header.ts';

/**
 * `expect(init.headers).toEqual({ 'X-API-Key': key })`: a test that asks for the header by itself, away from the URL. Which
 * request it speaks of is not known, so it is said and left to a person.
 */

interface ExpectedHeader {
  readonly header: WrittenHeader;
  /** What of it is known where it can change with the requests. */
  readonly expected: NonNullable<HeaderPlace['expected']> | null;
  readonly requests: readonly Addressed[];
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

function toHeader(node: SyntaxNode, module: Module, snapshot: number | null): WrittenHeader {
  const start = snapshot ?? getStart(node);
  const end = snapshot === null ? getEnd(node) : snapshot + 'x-api-key'.length;
  const key = { start, end, text: quoteAuthorization(module.text, start) };
  return { name: 'x-api-key', module, key, value: node, removal: null, hasAuthorization: false, owner: null };
}

/** The header with the value that the test expects, where that is written there. */
function readHeader(node: SyntaxNode, module: Module, snapshot: number | null): Omit<ExpectedHeader, 'requests'> {
  const header = toHeader(node, module, snapshot);
  const known = snapshot === null && node.type === 'StringLiteral' ? readExpectedValue(node, module) : null;
  if (known === null || node.type !== 'StringLiteral') return { header, expected: null };
  const { value, isExact } = known;
  const isValue = value !== null && !isAnyText(value, module);
  return {
    header: isValue ? { ...header, value } : header,
    expected: { spelling: node.value, isExact, isValue },
  };
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
function listOwnNear(evaluator: Evaluator, module: Module): readonly string[] {
  const { project } = evaluator.graph;
  const imported = listSpecifiers(module).map((specifier) => project.resolve(specifier, module.path));
  const files = imported.flatMap((target) =>
    typeof target !== 'string' && target.kind === 'file' ? [target.path] : [],
  );
  return [module.path, ...files];
}

function listImporters({ graph }: Evaluator, module: Module): readonly Module[] {
  return graph.loaded.filter((one) =>
    listImports(one).some(([specifier]) => graph.findFile(one, specifier) === module.path),
  );
}

/** A file of tests, or one that only they import: `t/fake-server.js`, to which the test says whom it stands for. */
function listTests(evaluator: Evaluator, module: Module): readonly Module[] {
  const importers = listImporters(evaluator, module);
  const isOfTests = importers.length > 0 && importers.every(({ path }) => isTestFile(path));
  if (isOfTests) return [module, ...importers];
  return isTestFile(module.path) || isHandlers(module) ? [module] : [];
}

function sendsFrom(place: HeaderPlace, files: ReadonlySet<string>): boolean {
  return files.has(place.file) || place.requests.some((sent) => 'site' in sent && files.has(sent.site.file));
}

/** Tests of pages import nothing of what they watch: they name its address. */
function namesHost({ requests }: HeaderPlace, { text }: Module): boolean {
  return requests.some(({ urls }) =>
    urls.some(({ parts: [first] }) => {
      const host = first?.kind === 'text' ? /^https?:\/\/[^/?#]+/.exec(first.text)?.[0] : undefined;
      return host !== undefined && text.includes(host);
    }),
  );
}

/** Does the node ask for the header, and of which requests? */
function listAsked(node: SyntaxNode, module: Module, requests: readonly Addressed[]): readonly Addressed[] {
  if (node.type !== 'StringLiteral' || !/^x-api-key$/i.test(node.value)) return [];
  if (isAskedOfRequest(node, module)) return keepAnswered(requests, node);
  return isAsserted(node, module) || isToldToDouble(node) ? requests : [];
}

/** Does one of the files name the header for something that no known header is: for another client? */
function namesMore(graph: Evaluator['graph'], files: ReadonlySet<string>, keys: readonly HeaderPlace[]): boolean {
  return graph.loaded.some(({ path, text }) => {
    if (!files.has(path) || isTestFile(path)) return false;
    const known = keys.filter(({ file }) => file === path).map(({ key }) => text.slice(key.start, key.end));
    return [...text.matchAll(/(['"`])x-api-key\1/gi)].length > known.filter((key) => /x-api-key/i.test(key)).length;
  });
}

/** `places`: the headers that are known to be sent, or asked for by a test double. */
export function findExpectedHeaders(evaluator: Evaluator, places: readonly HeaderPlace[]): readonly ExpectedHeader[] {
  const keys = places.filter(({ name }) => name === 'x-api-key');
  if (keys.length === 0) return [];
  return evaluator.graph.loaded
    .filter((module) => /['"`]x-api-key\\?['"`]/i.test(module.text))
    .flatMap((module) => {
      const tests = listTests(evaluator, module);
      // A server that asks the platform is the program under test, and guards its own routes.
      const isOfProgram = !isTestFile(module.path) && keys.some((place) => sendsFrom(place, new Set([module.path])));
      if (tests.length === 0 || (isOfProgram && !isHandlers(module))) return [];
      const near = new Set(tests.flatMap((test) => listOwnNear(evaluator, test)));
      // Handlers stand for whatever is sent to their address, and import nothing of it.
      const own = keys.filter((place) => isHandlers(module) || sendsFrom(place, near) || namesHost(place, module));
      const requests = [...new Set(own.flatMap((place) => place.requests))];
      if (requests.length === 0) return [];
      const isKnown = (node: SyntaxNode): boolean =>
        keys.some(({ file, key }) => file === module.path && key.start <= getStart(node) && getEnd(node) <= key.end);
      const isOpen = namesMore(evaluator.graph, near, keys);
      const found: ExpectedHeader[] = [];
      for (const { program } of module.scripts)
        walk(program, true, (node) => {
          const snapshot = findInSnapshot(node, module);
          const asked = snapshot !== null ? requests : listAsked(node, module, requests);
          if (asked.length === 0 || isKnown(node)) return true;
          const known = isOpen
            ? { header: toHeader(node, module, snapshot), expected: null }
            : readHeader(node, module, snapshot);
          found.push({ ...known, requests: asked });
          return true;
        });
      return found;
    });
}

/** A test that looks at the header is told so in its own place, and keeps no header of the program. */
export function leaveToTests(places: readonly HeaderPlace[], expected: readonly HeaderPlace[]): readonly HeaderPlace[] {
  const told = new Set(expected.map(({ file }) => file));
  return places.map((place) => {
    const foreignUses = place.foreignUses.filter((use) => !told.has(use.slice(0, use.lastIndexOf(':'))));
    return foreignUses.length === place.foreignUses.length || told.has(place.file) ? place : { ...place, foreignUses };
  });
}
