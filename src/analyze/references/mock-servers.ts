import type { UrlReference } from '../../model/analysis.ts';
import type { Region } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, getEnd, getStart, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, getRegion, type Module } from '../modules/module.ts';
import { listTexts, makeHole, makeUnknown } from '../texts/texts.ts';
import { findWritten } from '../uses/written-at.ts';
import { listRefs, listTrail } from '../values/provenance.ts';

/**
 * `provider.withRequest({ method: 'GET', path: '/calls' })` of Pact, `server.forGet('/calls')` of mockttp: servers whose addresses
 * a test gives to the code, so that they are asked for what it sends elsewhere.
 */

const NAMING = /^(?:withRequest|addInteraction|for(?:Get|Post|Put|Patch|Delete|Head|Options))$/;
/** What hands the running server to a function. */
const RUNNING = /^(?:executeTest|verify|runTest)$/;

/** `provider` of `provider.given(…).withRequest(…)` */
function findRoot(callee: SyntaxNode): SyntaxNode {
  let at = unwrap(callee);
  while (isMemberNode(at) || at.type === 'CallExpression') at = unwrap(isMemberNode(at) ? at.object : at.callee);
  return at;
}

/** The path of a request, where it is given as it is: what matchers are given has an expression beside it. */
function findPath(
  { arguments: args }: CallNode & { readonly type: 'CallExpression' },
  name: string,
): SyntaxNode | null {
  const [first, second] = args;
  if (first?.type !== 'ObjectExpression') return (name === 'withRequest' ? second : first) ?? null;
  const read = (object: SyntaxNode | null, key: string): SyntaxNode | null => {
    if (object?.type !== 'ObjectExpression') return null;
    const member = object.properties.find((one) => nameKey(one) === key);
    return member?.type === 'ObjectProperty' ? unwrap(member.value) : null;
  };
  return read(name === 'addInteraction' ? read(first, 'withRequest') : first, 'path');
}

function toRegion(node: SyntaxNode, module: Module): Region {
  return getRegion(module, getStart(node), getEnd(node));
}

/** Where the server is made, and where it runs for a function. */
function listPlaces(binding: Binding, module: Module): readonly Region[] {
  const { source } = binding;
  if (source.kind === 'param') return [toRegion(source.fn, module)];
  if (source.kind !== 'value') return [];
  const made = [...(source.node === null ? [] : [source.node]), ...binding.assignments.map(({ node }) => node)];
  const run = module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      if (call.type !== 'CallExpression' || !RUNNING.test(nameCallee(call.callee) ?? '')) return [];
      return findBindingOf(module, findRoot(call.callee)) === binding ? call.arguments : [];
    }),
  );
  return [...made.map((node) => getParent(node) ?? node), ...run].map((node) => toRegion(node, module));
}

export function findServerPaths(evaluator: Evaluator, module: Module): readonly UrlReference[] {
  if (!isTestFile(module.path)) return [];
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly UrlReference[] => {
      if (call.type !== 'CallExpression') return [];
      const name = nameCallee(call.callee) ?? '';
      const given = NAMING.test(name) ? findPath(call, name) : null;
      const path = given === null ? null : findWritten(evaluator.graph, given, module);
      const binding = path === null ? undefined : findBindingOf(module, findRoot(call.callee));
      if (given === null || path === null || binding === undefined) return [];
      const { node, module: owner } = path;
      if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return [];
      evaluator.ask();
      const address = makeHole(makeUnknown(call, module, 'it is the address of a mock server'), call, module);
      const urls = listTexts(evaluator.evaluate(given, module, null), given, module).map((text) => ({
        parts: toParts([address, ...text.atoms]),
        trail: listTrail(text.trail),
        references: listRefs(text.refs),
      }));
      return [{ expression: toRegion(node, owner), urls, methods: null, server: listPlaces(binding, module) }];
    }),
  );
}
