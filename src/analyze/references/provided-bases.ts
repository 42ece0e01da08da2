import type { HttpRequest, MockedBase } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { EnvPart } from '../../model/url-value.ts';
import { isFunctionNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateToken } from '../frameworks/injected-tokens.ts';
import type { Module } from '../modules/module.ts';
import { findReached } from '../modules/reached-files.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findMember } from './proxies.ts';

/**
 * What a test has its container give in the place of a base: `{ provide: API_URL, useValue: 'http://test' }`, and a service of
 * settings that answers to every name, `{ get: () => 'http://test' }`.
 */

const ADDRESS = /^https?:\/\//;
/** Members of members of what is provided. */
const MAX_DEPTH = 3;

/** The addresses in what a test provides, each with what the program has in its place. */
function pair(
  evaluator: Evaluator,
  given: Value,
  own: Value,
  node: SyntaxNode,
  module: Module,
  depth = 0,
): readonly MockedBase[] {
  const known = findKnownText(given);
  if (known !== null) {
    const isText = ADDRESS.test(known) && listOptions(own).every(({ type }) => type === 'text' || type === 'primitive');
    return (isText ? listTexts(own, node, module) : []).map(({ atoms }) => ({
      value: known,
      url: { parts: toParts(atoms), trail: [], references: [] },
      isProvided: true,
    }));
  }
  if (given.type !== 'object' || depth >= MAX_DEPTH) return [];
  return given.entries.flatMap((entry) => {
    if (entry.kind !== 'slot') return [];
    const member = evaluator.getProperty(own, entry.name, node, module);
    if (isUndefined(member)) return [];
    return pair(evaluator, evaluator.evaluateSlot(entry.slot, given), member, node, module, depth + 1);
  });
}

/** What a test provides for tokens that the program provides as well. */
export function findProvidedBases(evaluator: Evaluator, module: Module): readonly MockedBase[] {
  if (!isTestFile(module.path) || !module.text.includes('useValue')) return [];
  return module.scripts.flatMap(({ identifiers }) =>
    identifiers.get('provide').flatMap((key) => {
      const property = getParent(key);
      const provider = property?.type === 'ObjectProperty' && property.key === key ? getParent(property) : undefined;
      const token = findMember(provider, 'provide');
      const value = findMember(provider, 'useValue');
      if (token === null || value === null) return [];
      const own = evaluateToken(evaluator, evaluator.evaluate(token, module, null), module);
      return own === null ? [] : pair(evaluator, evaluator.evaluate(value, module, null), own, value, module);
    }),
  );
}

const ASKING = /^(?:get|getOrThrow)$/;
/** What stands between an address and the function that gives it back, whatever it is asked. */
const PASSED = /^(?:ReturnStatement|TSAsExpression)$/;
const GIVING = /^(?:mockReturnValue|mockImplementation|fn|returns|callsFake)$/;

/** `config.get`, `jest.spyOn(config, 'get')` */
function isAsking(node: SyntaxNode): boolean {
  const target = unwrap(node);
  if (isMemberNode(target)) return ASKING.test(nameMember(target) ?? '');
  if (target.type !== 'CallExpression' || !/^(?:spyOn|stub)$/.test(nameCallee(target.callee) ?? '')) return false;
  const [, name] = target.arguments;
  return name?.type === 'StringLiteral' && ASKING.test(name.value);
}

/** Is it what `get` of a stub answers, whatever it is asked? */
function isAnswerToAll(start: SyntaxNode): boolean {
  for (let at = start, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isFunctionNode(parent)) {
      if (parent.type === 'ObjectMethod') return ASKING.test(nameKey(parent) ?? '');
      continue;
    }
    if (parent.type === 'BlockStatement') {
      if (parent.body.length !== 1) return false;
    } else if (parent.type === 'CallExpression') {
      if (at !== parent.arguments[0] && at !== parent.callee) return false;
      if (!GIVING.test(nameCallee(parent.callee) ?? '')) return false;
      if (isMemberNode(parent.callee) && isAsking(parent.callee.object)) return true;
    } else if (parent.type === 'ObjectProperty') return parent.value === at && ASKING.test(nameKey(parent) ?? '');
    else if (parent.type === 'AssignmentExpression') return isAsking(parent.left);
    else if (!PASSED.test(parent.type)) return false;
  }
  return false;
}

/** The variables with which the URLs begin that files send to. */
function listVariables(requests: readonly HttpRequest[], files: ReadonlySet<string>): readonly EnvPart[] {
  const found = new Map<string, EnvPart>();
  for (const { urls, expression } of requests) {
    if (!files.has(expression.file)) continue;
    for (const { parts } of urls) {
      const [first] = parts;
      if (first?.kind === 'env') found.set(`${first.name} ${first.home}`, first);
    }
  }
  return [...found.values()];
}

/** What a test's service of settings answers to every name stands for each variable that the tested code sends to. */
export function findStubbedSettings(
  evaluator: Evaluator,
  module: Module,
  requests: readonly HttpRequest[],
): readonly MockedBase[] {
  if (!isTestFile(module.path) || !/\bget(?:OrThrow)?\b/.test(module.text)) return [];
  const literals = module.scripts
    .flatMap(({ strings }) => strings)
    .flatMap((literal) =>
      literal.type === 'StringLiteral' && ADDRESS.test(literal.value) && isAnswerToAll(literal) ? [literal.value] : [],
    );
  if (literals.length === 0) return [];
  const reached = [...findReached(evaluator.graph, module)];
  if (!reached.some((other) => other !== module && other.text.includes('@nestjs/config'))) return [];
  const variables = listVariables(requests, new Set(reached.map(({ path }) => path)));
  return literals.flatMap((value) =>
    variables.map((part) => ({ value, url: { parts: [part], trail: [], references: [] }, isProvided: true as const })),
  );
}
