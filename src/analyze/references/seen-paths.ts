import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import {
  type CallNode,
  findMemberRoot,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { applyAssertion } from '../callers/asserted-calls.ts';
import { isAssertionHere, isOfAsserter, mayAssert } from '../callers/asserting-files.ts';
import { EQUALITY, findAssertion } from '../callers/assertion-forms.ts';
import { CALLED_WITH } from '../callers/called-with.ts';
import { findRecorded, findRecordedList, isHistory } from '../callers/recorded-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { readNamed } from '../texts/constants.ts';
import { listOptions } from '../values/unions.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { type Expectation, listPaths, readExpectation } from './expected-pathnames.ts';
import { listHeld, listWritten } from './handed-urls.ts';
import { listAskedPaths } from './heard-requests.ts';
import { isSentElsewhere, listPutElsewhere } from './helper-records.ts';
import { dropMethod } from './path-keys.ts';
import { unescapeMarks } from './pattern-texts.ts';
import { handsAddressOn, isAddressTaken } from './stub-servers.ts';

/**
 * `get: (path) => calls.push(path)` in a fake, `expect(calls).toEqual(['/calls'])` below it: the paths that the fakes of a test are
 * handed by the code under test, where the test compares them. Whether they are the platform's says what the code sends.
 */

/** Lists and test runners hand a function what the test has itself. */
const OWN =
  /^(?:map|filter|find\w*|some|every|forEach|flatMap|reduce|(?:to)?sort(?:ed)?|each|it|test|describe|suite|specify|bench|(?:before|after)\w*|then|catch|finally)$/i;
/** What a server hands on is asked of the platform only where the code under test is given its address. */
const SERVING = /^(?:createServer|use|all|get|post|put|patch|delete|route)$/;
/** Pages and routes have paths as well. */
const NAVIGATED = /location|rout|history|page|navigat|redirect|visit|link|menu|^(?:to|href)$/i;
/** Matchers that are told what a list or a table of what was seen holds, beside those of equality. */
const PARTIAL = /^to(?:MatchObject|HaveProperty)$/i;
/** Of a list, which holds it as a whole. */
const HOLDING = /^(?:toContain(?:Equal)?|includes?|contains?)$/;
const SEARCHES = /^(?:find\w*|filter|some|every|map|flatMap|forEach)$/;
/** What gives back the text, or a part of it. */
const KEEPING = /^(?:toString|valueOf|toLowerCase|toUpperCase|slice|replace|split|at)$/;
const STUBBING = /^(?:mockImplementation(?:Once)?|callsFake|fn|fake)$/;
const MAX_HOPS = 6;

interface TestScript {
  readonly evaluator: Evaluator;
  readonly module: Module;
  readonly script: ScriptFacts;
}

/** Does something that the function is part of have to do with pages: `const router = { push: (to) => … }`? */
function isOfPages(fn: SyntaxNode): boolean {
  for (let at = getParent(fn); at !== undefined; at = getParent(at)) {
    if (at.type === 'ObjectProperty' && NAVIGATED.test(nameKey(at) ?? '')) return true;
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' && NAVIGATED.test(at.id.name);
    if (at.type === 'BlockStatement' || at.type === 'Program') return false;
  }
  return false;
}

/** `get.mock.calls.find(([url]) => …)`, `calls.some((url) => …)` */
function isOfSeenCalls(call: SyntaxNode, test: TestScript, hops: number): boolean {
  const callee = isCallNode(call) && 'callee' in call ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee) || !SEARCHES.test(nameMember(callee) ?? '')) return false;
  return holdsSeen(unwrap(callee.object), test, hops + 1);
}

/** Is the name a parameter of a fake, which the code under test hands something? */
function isHandedName(name: SyntaxNode, test: TestScript, hops: number): boolean {
  const source = findBindingOf(test.module, name)?.source;
  if (source?.kind === 'value' && source.node !== null) return isHanded(source.node, test, hops + 1);
  if (source?.kind !== 'param' || (name.type === 'Identifier' && NAVIGATED.test(name.name))) return false;
  const call = getParent(source.fn);
  if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === source.fn)
    return !isOfPages(source.fn);
  const runner = nameCallee(call.callee);
  if (runner === null) return false;
  if (SERVING.test(runner)) return handsAddressOn(test.evaluator, test.module);
  return OWN.test(runner) ? isOfSeenCalls(call, test, hops) : !isOfPages(source.fn);
}

/** What holds the same path as the node, or the node in parts. */
function listCarried(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'ArrayExpression') return node.elements.flatMap((element) => element ?? []);
  if (node.type === 'SpreadElement') return [node.argument];
  if (node.type === 'TemplateLiteral') return node.expressions;
  if (node.type === 'BinaryExpression') return node.operator === '+' ? [node.left, node.right] : [];
  if (node.type === 'LogicalExpression') return [node.left, node.right];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((member) => (member.type === 'ObjectProperty' ? [member.value] : []));
  if (isMemberNode(node)) return [node.object];
  // `new URL(url)`, and no path of a base of its own
  if (node.type === 'NewExpression') return node.arguments.length === 1 ? node.arguments : [];
  if (node.type !== 'CallExpression') return [];
  const callee = unwrap(node.callee);
  if (isMemberNode(callee) && nameMember(callee) === 'concat') return [callee.object, ...node.arguments];
  if (isMemberNode(callee)) return KEEPING.test(nameMember(callee) ?? '') ? [callee.object] : [];
  return callee.type === 'Identifier' && callee.name === 'String' ? node.arguments : [];
}

function isHanded(node: SyntaxNode, test: TestScript, hops: number): boolean {
  if (hops > MAX_HOPS) return false;
  const at = unwrap(node);
  if (at.type === 'Identifier') return isHandedName(at, test, hops);
  if (findRecorded(at) !== null || isHistory(at)) return true;
  return listCarried(at).some((inner) => isHanded(inner, test, hops + 1));
}

/** `get.mock.calls`, `get.mock.calls[0]`, `adapter.history.get` */
function isRecord(node: SyntaxNode): boolean {
  return findRecordedList(node) !== null || findRecorded(node) !== null || isHistory(node);
}

/** Is what a fake was handed among what the expression holds? */
function holdsSeen(subject: SyntaxNode, test: TestScript, hops = 0, seen = new Set<SyntaxNode>()): boolean {
  if (hops > MAX_HOPS || seen.has(subject)) return false;
  seen.add(subject);
  return someNode(subject, (node) => {
    if (isMemberNode(node) && isRecord(node)) return true;
    if (node.type !== 'Identifier') return false;
    const name = findBindingOf(test.module, node)?.declaration ?? node;
    if (seen.has(name)) return false;
    seen.add(name);
    const written = listWritten(test.script, node);
    if (written.some((one) => isHanded(one, test, hops + 1))) return true;
    if (findBindingOf(test.module, node)?.source.kind !== 'value') return false;
    return listHeld(test.script, node).some((held) => !written.includes(held) && holdsSeen(held, test, hops + 2, seen));
  });
}

/** Is it what a helper of another file was handed? */
function isSeenElsewhere(subject: SyntaxNode, { evaluator, module }: TestScript): boolean {
  return listPutElsewhere(evaluator, subject, module).some(({ node, module: helper }) =>
    isHanded(node, { evaluator, module: helper, script: findScript(helper, node) }, 0),
  );
}

/** Is it what the server of a helper heard, whose address the tests give to the code under test? */
function isHeardElsewhere(subject: SyntaxNode, { evaluator, module }: TestScript): boolean {
  return listPutElsewhere(evaluator, subject, module).some(({ node, module: helper }) => {
    const heard = listAskedPaths(findScript(helper, node), helper);
    return someNode(node, (inner) => heard.includes(inner)) && isAddressTaken(evaluator, helper, () => true);
  });
}

/** `expect(get.mock.calls[0][0])`: whom the stub stands for says whose path it is, so that others judge it. */
function isJudgedByStub(call: CallNode, { evaluator, module }: TestScript): boolean {
  const assertion = findAssertion(call, module);
  if (assertion?.isFaked !== true) return assertion !== null;
  evaluator.ask();
  const applied = applyAssertion(evaluator, call, module, evaluator.anyCaller);
  const whom = applied === null ? [] : listOptions(applied.callee);
  // A fake of which nobody knows for whom it stands is itself.
  return whom.some((one) => one.type !== 'function' || !isTestFile(one.module.path));
}

/**
 * Is the name what a stub is called with, `vi.fn((path) => …)`, or what is asked of its calls: `get.mock.calls.filter(([path]) => …)`? The
 * same holds for what it compares, but not for expressions.
 */
function isOfStub(subject: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, findMemberRoot(subject))?.source;
  const call = source?.kind === 'param' ? getParent(source.fn) : undefined;
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return false;
  if (STUBBING.test(nameCallee(call.callee) ?? '')) return !isMemberNode(unwrap(subject));
  return findAssertion(call, module) !== null;
}

/** `calls`, `calls.map((call) => call.url)`: a list, and no text of it. */
function isList(subject: SyntaxNode, test: TestScript): boolean {
  const at = unwrap(subject);
  if (at.type === 'CallExpression') return nameCallee(at.callee) === 'map';
  return listHeld(test.script, at).some((held) => held.type === 'ArrayExpression');
}

/** `expect(log).toHaveBeenCalledWith('GET /calls')`: what a double is told of a request, by method and path. */
function findTold({ given: all }: Expectation, { evaluator, module }: TestScript): readonly UrlPattern[] {
  return all
    .filter((given) => /^[A-Z]{3,7} \/\w/.test(readNamed(evaluator, given, module) ?? ''))
    .flatMap((given) => listPaths(evaluator.graph, given, module))
    .map((path) => ({ ...path, isPath: true }));
}

/** What a test expects of what its fakes were handed. */
function findExpected(test: TestScript): readonly UrlPattern[] {
  return test.script.calls.flatMap((call): readonly UrlPattern[] => {
    const expectation = readExpectation(call, test.module);
    if (expectation === null || !isAssertionHere(call, test.module)) return [];
    const { name } = expectation;
    if (CALLED_WITH.has(name)) return findTold(expectation, test);
    const isHolding = HOLDING.test(name);
    if (!isHolding && !EQUALITY.test(name) && !PARTIAL.test(name)) return [];
    if (isHolding && !isList(expectation.subject, test)) return [];
    if (isJudgedByStub(call, test)) return [];
    const paths = expectation.given.flatMap((given) => listPaths(test.evaluator.graph, given, test.module));
    if (paths.length === 0) return [];
    if (
      isHeardElsewhere(expectation.subject, test) ||
      isSentElsewhere(test.evaluator, expectation.subject, test.module)
    )
      return paths.map((path) => ({ ...path, isPath: true, isOfUrl: true }));
    if (!holdsSeen(expectation.subject, test) && !isSeenElsewhere(expectation.subject, test)) return [];
    return paths.map((path) => ({ ...path, isPath: true }));
  });
}

/** `assert(hits.includes('GET /calls'))`, `expect(hits.includes('/calls')).toBe(true)`: it is looked for in a list of what was seen. */
function findLookedFor(test: TestScript): readonly UrlPattern[] {
  const { evaluator, module, script } = test;
  return script.calls.flatMap((call): readonly UrlPattern[] => {
    const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
    if (call.type !== 'CallExpression' || callee === null || !isMemberNode(callee)) return [];
    const assertion = findCallAround(call);
    if (nameMember(callee) !== 'includes' || assertion === null) return [];
    if (!isOfAsserter(assertion, module) || !isList(callee.object, test) || !holdsSeen(callee.object, test)) return [];
    const paths = call.arguments.flatMap((given) => listPaths(evaluator.graph, given, module));
    return paths.map((path) => ({ ...path, isPath: true }));
  });
}

/** `assert(!seen)`, `assert(seen === true)`, and of `expect(seen).toBe(true)` the whole. */
function findCallAround(node: SyntaxNode): SyntaxNode | null {
  let at = getParent(node);
  while (at?.type === 'UnaryExpression' || at?.type === 'BinaryExpression') at = getParent(at);
  if (at?.type !== 'CallExpression' || nameCallee(at.callee) !== 'expect') return at ?? null;
  let outer = getParent(at);
  while (outer !== undefined && isMemberNode(outer)) outer = getParent(outer);
  return outer ?? null;
}

/** The other side of `url === '/calls'`, and of `case '/calls':`. */
export function findCompared(text: SyntaxNode): SyntaxNode | null {
  const parent = getParent(text);
  if (parent?.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator))
    return parent.left === text ? parent.right : parent.left;
  const choice = parent?.type === 'SwitchCase' && parent.test === text ? getParent(parent) : undefined;
  return choice?.type === 'SwitchStatement' ? choice.discriminant : null;
}

/** What an expression is matched with: `/^\/calls/.test(url)`, `url.match(/^\/calls/)`. */
function findMatched(expression: SyntaxNode): SyntaxNode | null {
  const parent = getParent(expression);
  const call = parent !== undefined && isMemberNode(parent) ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  const [first] = call.arguments;
  if (!isMemberNode(callee)) return null;
  if (callee === parent) return /^(?:test|exec)$/.test(nameMember(callee) ?? '') ? (first ?? null) : null;
  return first === expression && /^(?:match|search)$/.test(nameMember(callee) ?? '') ? callee.object : null;
}

/** What the fakes of a test ask of a path that they are handed. */
function findAsked(test: TestScript): readonly UrlPattern[] {
  const compared = test.script.paths.flatMap((node) => {
    const text = node.type === 'StringLiteral' ? dropMethod(node.value) : '';
    const standings = text.startsWith('/') ? listStandings(node, test.module) : [];
    return standings.flatMap((at) => {
      const subject = findCompared(at);
      return subject === null || isOfStub(subject, test.module) ? [] : [{ node, text, subject }];
    });
  });
  const matched = test.script.regexps.flatMap((node) => {
    const subject = node.pattern.startsWith('^\\/') ? findMatched(node) : null;
    return subject === null ? [] : [{ node, text: unescapeMarks(node.pattern.slice(1)), subject }];
  });
  return [...compared, ...matched].flatMap(({ node, text, subject }): readonly UrlPattern[] =>
    isHanded(subject, test, 0) ? [{ expression: getTextRegion(node, test.module), text, isPath: true }] : [],
  );
}

export function findSeenPaths(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!mayAssert(module)) return [];
  return module.scripts.flatMap((script) => {
    const test: TestScript = { evaluator, module, script };
    // What a program asks of the paths that it is handed is another matter.
    return [...findExpected(test), ...findLookedFor(test), ...(isTestFile(module.path) ? findAsked(test) : [])];
  });
}
