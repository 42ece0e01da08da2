import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions } from '../values/unions.ts';

/** `createProvider({ httpClient: voice })`: clients that a package is given, which may send with them what nobody sees. */

/** What has the client send nothing of its own. */
const KEEPING = /^(?:axios|redaxios|xior|axios-[\w-]+|retry-axios)$/;

/** An argument, and the members of one that is written out. */
function listGiven(argument: SyntaxNode): readonly SyntaxNode[] {
  if (argument.type !== 'ObjectExpression') return [argument];
  return argument.properties.flatMap((member) =>
    member.type === 'ObjectProperty' && nameKey(member) !== null ? [member.value] : [],
  );
}

function isOfPackage(evaluator: Evaluator, { node, module }: CallSite): boolean {
  return listOptions(evaluateCallee(evaluator, node, module, evaluator.anyCaller)).some(
    (callee) => callee.type === 'unknown' || (callee.type === 'external' && !KEEPING.test(callee.module)),
  );
}

/** The calls that made those clients. */
export function listGivenAway(evaluator: Evaluator): ReadonlySet<SyntaxNode> {
  const found = new Set<SyntaxNode>();
  for (const site of evaluator.index.calls) {
    const { node, module } = site;
    if (!('arguments' in node) || isTestFile(module.path)) continue;
    const given = (node.arguments as readonly SyntaxNode[]).flatMap(listGiven);
    const clients = given
      .filter((value) => value.type === 'Identifier' || isMemberNode(value))
      .flatMap((value) => {
        evaluator.ask();
        return listOptions(evaluator.evaluate(value, module, evaluator.anyCaller));
      })
      .flatMap((value) => (value.type === 'client' && value.path.length === 0 ? (value.made ?? []) : []));
    if (clients.some((made) => !found.has(made)) && isOfPackage(evaluator, site))
      for (const made of clients) found.add(made);
  }
  return found;
}
