import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getKeyName, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { findExpected } from '../callers/asserted-calls.ts';
import type { Module } from '../modules/modules.ts';
import { getTextRegion, isHandedUrl, listUrlParts } from './asked-pathnames.ts';

/**
 * `paths.push(new URL(url).pathname)` in a fake, `expect(paths).toEqual(['/calls'])` below it: what a test expects of the path of
 * a URL that the code under test sends.
 */

const EQUAL = /equal|^is$|^same|match|include|contain/i;
const GROWING = /^(?:push|unshift|add)$/;
/** What stands behind a name is looked through this far. */
const MAX_VISITED = 60;

interface Expectation {
  readonly subject: SyntaxNode;
  readonly given: readonly SyntaxNode[];
}

/** `expect(paths).toEqual([…])`, `assert.deepEqual(paths, […])` */
function readExpectation(call: SyntaxNode): Expectation | null {
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return null;
  const subject = findExpected(call.callee.object);
  if (subject !== null) return { subject, given: call.arguments };
  const name = getKeyName(call.callee.property, call.callee.computed) ?? '';
  const [first, ...others] = call.arguments;
  return first !== undefined && others.length > 0 && EQUAL.test(name) ? { subject: first, given: others } : null;
}

/** What a name can hold: its value, what is assigned, what is pushed. */
function listHeld(script: ScriptFacts, name: SyntaxNode): readonly SyntaxNode[] {
  if (name.type !== 'Identifier') return [];
  const binding = findBinding(script, name);
  if (binding === undefined) return [];
  const { source } = binding;
  const own = source.kind === 'value' && source.node !== null ? [source.node] : [];
  const body = source.kind === 'function' ? [source.fn.body] : [];
  const pushed = script.identifiers.get(name.name).flatMap((node): readonly SyntaxNode[] => {
    const member = getParent(node);
    if (member === undefined || !isMemberNode(member) || member.object !== node) return [];
    const call = getParent(member);
    const isPush = GROWING.test(getKeyName(member.property, member.computed) ?? '');
    if (call?.type !== 'CallExpression' || call.callee !== member || !isPush) return [];
    return findBinding(script, node) === binding ? call.arguments : [];
  });
  return [...own, ...body, ...binding.assignments.map(({ node }) => node.right), ...pushed];
}

/** Is the path of a URL that a fake was handed among what the subject holds? */
function holdsPathname(script: ScriptFacts, subject: SyntaxNode, pathnames: ReadonlySet<SyntaxNode>): boolean {
  const queue = [subject];
  const visited = new Set<SyntaxNode>(queue);
  for (const node of queue) {
    let isFound = pathnames.has(node);
    const visit = (inner: SyntaxNode): void => {
      isFound ||= pathnames.has(inner);
      if (inner.type !== 'Identifier' || visited.size >= MAX_VISITED) return;
      for (const held of listHeld(script, inner))
        if (!visited.has(held)) {
          visited.add(held);
          queue.push(held);
        }
    };
    visit(unwrap(node));
    walk(node, true, (inner) => {
      visit(inner);
      return !isFound || null;
    });
    if (isFound) return true;
  }
  return false;
}

/** The texts with a path in what is expected. */
function listPaths(given: SyntaxNode): readonly { readonly node: SyntaxNode; readonly text: string }[] {
  const found: { node: SyntaxNode; text: string }[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'StringLiteral') found.push({ node, text: node.value });
    if (node.type === 'TemplateLiteral')
      found.push({ node, text: node.quasis.map(({ value }) => value.cooked ?? value.raw).join('.+') });
  };
  visit(unwrap(given));
  walk(given, true, (node) => {
    visit(node);
    return true;
  });
  // `GET /calls`
  return found
    .map(({ node, text }) => ({ node, text: text.replace(/^[A-Z]+ /, '') }))
    .filter(({ text }) => text.startsWith('/'));
}

export function findExpectedPathnames(module: Module): readonly UrlPattern[] {
  if (!module.text.includes('pathname') || !isTestFile(module.path)) return [];
  return module.scripts.flatMap((script) => {
    const parts = listUrlParts(script, 'pathname').filter(({ url }) => isHandedUrl(url, module));
    const pathnames = new Set(parts.map(({ node }) => node));
    if (pathnames.size === 0) return [];
    return script.calls.flatMap((call) => {
      const expectation = readExpectation(call);
      if (expectation === null || !holdsPathname(script, expectation.subject, pathnames)) return [];
      return expectation.given
        .flatMap(listPaths)
        .map(({ node, text }) => ({ expression: getTextRegion(node, module), text, isPath: true as const }));
    });
  });
}
