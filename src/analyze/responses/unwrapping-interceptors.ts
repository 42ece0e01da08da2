import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { findReturns } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { isSameClient } from '../interceptors/interceptors.ts';
import type { Emission } from '../messages/emission.ts';
import { listOptions } from '../values/unions.ts';

/** Interceptors after which a client gives the body itself. */

/** `client` of `client.interceptors.response.use(…)` */
function findAnswered(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null;
  let at = unwrap(node.callee);
  for (const name of ['use', 'response', 'interceptors']) {
    if (!isMemberNode(at) || nameMember(at) !== name) return null;
    at = unwrap(at.object);
  }
  return at;
}

function isDataOf(value: SyntaxNode, param: SyntaxNode | undefined): boolean {
  const node = unwrap(value);
  if (param?.type === 'ObjectPattern') return node.type === 'Identifier' && node.name === 'data';
  if (!isMemberNode(node) || nameMember(node) !== 'data' || param?.type !== 'Identifier') return false;
  return node.object.type === 'Identifier' && node.object.name === param.name;
}

/** `client.interceptors.response.use((response) => response.data)`: always, and for this client. */
export function isUnwrappedByInterceptor(evaluator: Evaluator, { request: { sender } }: Emission): boolean {
  if (sender === undefined) return false;
  return evaluator.index.calls.some(({ node, module }) => {
    const client = findAnswered(node);
    const given = client !== null && node.type === 'CallExpression' ? node.arguments[0] : undefined;
    if (client === null || given === undefined) return false;
    const owners = listOptions(evaluator.evaluate(client, module, evaluator.anyCaller));
    if (!owners.some((owner) => isSameClient(owner, sender))) return false;
    const [hook, ...others] = listOptions(evaluator.evaluate(given, module, evaluator.anyCaller));
    if (hook?.type !== 'function' || others.length > 0) return false;
    const { values } = findReturns(hook.fn);
    return values.length > 0 && values.every((value) => isDataOf(value, hook.fn.params[0]));
  });
}
