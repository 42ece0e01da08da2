import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, isCallNode, nameCallee, nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import { listTexts } from '../texts/texts.ts';
import type { Chain } from './chains.ts';

/**
 * `handler({ rawPath: '/agents' })`, `GET(new Request('http://localhost/api/agents'), { params })` of a test: what the handler of a
 * framework is handed names a route of the own server, whatever the handler makes of it.
 */

const HANDED = /^_?(?:req|request|event|evt|ctx|context|c|job)$/;
const MEMBERS = /^(?:params|request|req|event|url)$/;

function isHandedByFramework(param: SyntaxNode): boolean {
  if (param.type === 'Identifier') return HANDED.test(param.name);
  if (param.type !== 'ObjectPattern') return false;
  return param.properties.some((member) => member.type === 'ObjectProperty' && MEMBERS.test(nameKey(member) ?? ''));
}

/** Is it known where it sends what it is handed? */
function isOfKnownBase(sent: readonly SentRequest[], { module }: CallSite): boolean {
  const texts = sent.flatMap(({ url, urlNode }) => listTexts(url, urlNode, module));
  return texts.length > 0 && texts.every(({ atoms: [first] }) => first?.kind === 'text' || first?.kind === 'env');
}

/** `GET(new Request('http://localhost/api/agents'))`: a program that stands in for the framework. */
function isHandedRequest({ node }: CallSite): boolean {
  const [first] = isCallNode(node) && 'arguments' in node ? node.arguments : [];
  return first?.type === 'NewExpression' && /^(?:Next)?Request$/.test(nameCallee(first.callee) ?? '');
}

/** Is it called by tests alone, with what a framework hands it otherwise? `longer`: the ways through those who call it. */
export function isHandlerUnderTest(
  { params }: FunctionNode,
  sink: CallSite,
  sent: readonly SentRequest[],
  longer: readonly Chain[],
): boolean {
  if (isTestFile(sink.module.path) || !params.some(isHandedByFramework) || !isOfKnownBase(sent, sink)) return false;
  return longer.every((way) => {
    const caller = way.at(-1);
    return caller !== undefined && (isTestFile(caller.module.path) || isHandedRequest(caller));
  });
}
