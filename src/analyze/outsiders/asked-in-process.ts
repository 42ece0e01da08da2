import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';

/** `app.request(url)`, `app.fetch(new Request(url))`: a server of the program itself is asked, whatever host the URL names. */

const SERVER = /^(?:hono(?:\/.*)?|@hono\/zod-openapi|elysia|itty-router|h3)$/;
const ASKING = /^(?:request|fetch|handle)$/;

function isMadeRequest(node: SyntaxNode | undefined, url: SyntaxNode): node is SyntaxNode {
  return node?.type === 'NewExpression' && nameCallee(node.callee) === 'Request' && node.arguments[0] === url;
}

export function isAskedInProcess(evaluator: Evaluator, { node: text, module }: Place): boolean {
  const node = widenText(text);
  const parent = getParent(node);
  const asked = isMadeRequest(parent, node) ? parent : node;
  const call = getParent(asked);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== asked) return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !ASKING.test(nameMember(callee) ?? '')) return false;
  const servers = listOptions(evaluator.evaluate(callee.object, module, evaluator.anyCaller));
  return servers.some((server) => server.type === 'external' && SERVER.test(findRoot(server).module));
}
