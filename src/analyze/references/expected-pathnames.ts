import type { StringLiteral, TemplateLiteral } from '@babel/types';
import type { UrlPattern } from '../../model/analysis.ts';
import type { Region } from '../../model/location.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode, walk } from '../../syntax/walk.ts';
import { nameAssertFunction } from '../callers/assert-functions.ts';
import { isAssertionHere, mayAssert } from '../callers/asserting-files.ts';
import { EQUALITY, findExpected } from '../callers/assertion-forms.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, getRegion, type Module, readCode } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listTexts } from '../texts/texts.ts';
import { findWritten, type Written } from '../uses/written-at.ts';
import { getTextRegion, listUrlParts } from './asked-pathnames.ts';
import { compareAt } from './compared-at.ts';
import { isOfFetchDouble } from './fetch-doubles.ts';
import { isHandedUrl, listHeld } from './handed-urls.ts';
import { dropMethod } from './path-keys.ts';
import { findWatchedHost } from './watched-requests.ts';

/**
 * `paths.push(new URL(url).pathname)` in a fake, `expect(paths).toEqual(['/calls'])` below it: what a test expects of the path of
 * a URL that the code under test sends.
 */

const EQUAL = /equal|^is$|^same|match|include|contain/i;
/** What stands behind a name is looked through this far. */
const MAX_VISITED = 60;

export interface Expectation {
  /** What it is called: `toEqual`, `deepEqual`. */
  readonly name: string;
  readonly subject: SyntaxNode;
  readonly given: readonly SyntaxNode[];
}

/** `expect(paths).toEqual([…])`, `assert.deepEqual(paths, […])`, `deepEqual(paths, […])` */
export function readExpectation(call: SyntaxNode, module: Module): Expectation | null {
  if (call.type !== 'CallExpression') return null;
  const callee = unwrap(call.callee);
  const name = (isMemberNode(callee) ? nameMember(callee) : nameAssertFunction(callee, module)) ?? '';
  const subject = isMemberNode(callee) ? findExpected(callee.object) : null;
  if (subject !== null) return { name, subject, given: call.arguments };
  const [first, ...others] = call.arguments;
  return first !== undefined && others.length > 0 && EQUAL.test(name) ? { name, subject: first, given: others } : null;
}

/** Is the path of a URL that a fake was handed among what the subject holds? */
function holdsPathname(script: ScriptFacts, subject: SyntaxNode, pathnames: ReadonlySet<SyntaxNode>): boolean {
  const queue = [subject];
  const visited = new Set<SyntaxNode>(queue);
  for (const node of queue) {
    const isFound = someNode(node, (inner) => {
      if (pathnames.has(inner)) return true;
      if (inner.type !== 'Identifier' || visited.size >= MAX_VISITED) return false;
      for (const held of listHeld(script, inner))
        if (!visited.has(held)) {
          visited.add(held);
          queue.push(held);
        }
      return false;
    });
    if (isFound) return true;
  }
  return false;
}

/** What a text says, anything for what its template leaves open. */
export function readOpenText(node: StringLiteral | TemplateLiteral): string {
  if (node.type === 'StringLiteral') return node.value;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('.+');
}

export interface ExpectedPath extends Pick<UrlPattern, 'comparedAt'> {
  readonly expression: Region;
  readonly text: string;
}

/** The text, or the name of one, as it stands in what is expected. */
interface Stated {
  readonly at: SyntaxNode;
  readonly written: Written;
}

/** The texts with a path in what is expected, be it under a name, each with where it stands there. */
export function listStatedPaths(
  graph: ModuleGraph,
  given: SyntaxNode,
  module: Module,
): readonly { readonly path: ExpectedPath; readonly at: SyntaxNode }[] {
  const found: Stated[] = [];
  walk(given, true, (node) => {
    const isNamed = node.type === 'Identifier' || isMemberNode(node);
    const written = isNamed ? findWritten(graph, node, module) : { node, module };
    if (written.node.type === 'StringLiteral' || written.node.type === 'TemplateLiteral')
      found.push({ at: node, written });
    return true;
  });
  return found.flatMap(({ at, written: { node, module: owner } }) => {
    const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
    // `GET /calls`
    const text = isText ? dropMethod(readOpenText(node)) : '';
    if (!text.startsWith('/')) return [];
    return [{ at, path: { expression: getTextRegion(node, owner), text, ...compareAt(at, module, owner) } }];
  });
}

export function listPaths(graph: ModuleGraph, given: SyntaxNode, module: Module): readonly ExpectedPath[] {
  return listStatedPaths(graph, given, module).map(({ path }) => path);
}

/** Where doubles keep the requests that they saw. */
const SEEN = /\b(?:requests|mostRecent|lastRequest|getSeenRequests)\b/;

/** `server.requests[0]` of sinon, `moxios.requests.mostRecent()`, `(await endpoint.getSeenRequests())[0]` of mockttp, or a name for it. */
function isSeenRequest(script: ScriptFacts, request: SyntaxNode, module: Module): boolean {
  return [request, ...listHeld(script, request)].some((node) => SEEN.test(readCode(module, node)));
}

/** `expect(server.requests[0].url).toBe('/calls')`: what a test expects of a request that a double saw. */
function findExpectedRequests(graph: ModuleGraph, script: ScriptFacts, module: Module): readonly UrlPattern[] {
  return script.calls.flatMap((call) => {
    const expectation = readExpectation(call, module);
    if (expectation === null || !EQUALITY.test(expectation.name) || !isAssertionHere(call, module)) return [];
    const subject = unwrap(expectation.subject);
    if (!isMemberNode(subject) || !/^(?:url|path)$/.test(nameMember(subject) ?? '')) return [];
    if (!isSeenRequest(script, unwrap(subject.object), module)) return [];
    return expectation.given
      .flatMap((one) => listPaths(graph, one, module))
      .map((path) => ({ ...path, isPath: true as const }));
  });
}

export function findExpectedPathnames(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!mayAssert(module)) return [];
  const seen = SEEN.test(module.text)
    ? module.scripts.flatMap((script) => findExpectedRequests(evaluator.graph, script, module))
    : [];
  return [...seen.map((one) => ({ ...one, isOfDouble: true as const })), ...listExpected(evaluator, module)];
}

/** `const expectPath = (path) => expect(new URL(url).pathname).toBe(path)`: the texts of those who call the helper in the same file. */
function listPathsOfCallers(evaluator: Evaluator, given: SyntaxNode, module: Module): readonly UrlPattern[] {
  if (findBindingOf(module, unwrap(given))?.source.kind !== 'param') return [];
  evaluator.ask();
  return listTexts(evaluator.evaluate(given, module, evaluator.anyCaller), given, module).flatMap(({ atoms }) => {
    const [atom] = atoms;
    const origin = atom?.kind === 'text' && atoms.length === 1 ? atom.origin : null;
    if (origin?.file !== module.path || atom?.kind !== 'text' || !atom.text.startsWith('/')) return [];
    return [{ expression: getRegion(module, origin.start, origin.end), text: atom.text, isPath: true as const }];
  });
}

function listExpected(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!module.text.includes('pathname')) return [];
  return module.scripts.flatMap((script) => {
    const all = listUrlParts(script, 'pathname');
    const watched = all.flatMap(({ node, url }) => {
      const host = findWatchedHost(evaluator, url, module);
      return host === null ? [] : [{ node, host }];
    });
    const onHosts = watched.flatMap(({ node, host }) =>
      listExpectedOf(evaluator, script, new Set([node]), module).map((one) => ({
        ...one,
        host,
        isOfUrl: true as const,
      })),
    );
    const parts = all.filter(({ node, url }) => watched.every((one) => one.node !== node) && isHandedUrl(url, module));
    const pathnames = new Set(parts.map(({ node }) => node));
    if (pathnames.size === 0) return onHosts;
    const sent = parts.every((part) => isOfFetchDouble(part, module)) ? { isOfUrl: true as const } : {};
    return [...onHosts, ...listExpectedOf(evaluator, script, pathnames, module).map((one) => ({ ...one, ...sent }))];
  });
}

/** What a test expects of what holds one of these paths of URLs. */
export function listExpectedOf(
  evaluator: Evaluator,
  script: ScriptFacts,
  pathnames: ReadonlySet<SyntaxNode>,
  module: Module,
): readonly UrlPattern[] {
  return script.calls.flatMap((call) => {
    const expectation = readExpectation(call, module);
    if (expectation === null || !isAssertionHere(call, module)) return [];
    if (!holdsPathname(script, expectation.subject, pathnames)) return [];
    const own = expectation.given
      .flatMap((one) => listPaths(evaluator.graph, one, module))
      .map((path) => ({ ...path, isPath: true as const }));
    return [...own, ...expectation.given.flatMap((given) => listPathsOfCallers(evaluator, given, module))];
  });
}
