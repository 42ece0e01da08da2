import { type CallNode, isCallNode, isMemberNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findScript, type Module } from '../modules/module.ts';
import type { Argument } from '../values/env.ts';
import type { ExternalValue } from '../values/values.ts';

/**
 * `const hmac = createHmac('sha256', secret); hmac.update('GET'); hmac.update(path);`: what something that a package made was handed
 * in statements of their own, between the one that made it and the one that reads it.
 */

/** The name under which what a call gives is kept; null where it is used at once. */
function findName(call: CallNode): SyntaxNode | null {
  const parent = getParent(call);
  if (parent?.type === 'VariableDeclarator' && parent.init === call) return parent.id;
  return parent?.type === 'AssignmentExpression' && parent.right === call ? parent.left : null;
}

/** `hmac.update(a).update(b)`: each of the calls in a row. */
function* listInRow(start: SyntaxNode): Generator<readonly [string | null, CallNode]> {
  let at = start;
  for (;;) {
    const member = getParent(at);
    if (member === undefined || !isMemberNode(member) || member.object !== at) return;
    const call = getParent(member);
    if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee !== member) return;
    yield [nameMember(member), call];
    at = call;
  }
}

function listCalls(name: SyntaxNode, module: Module): readonly (readonly [string | null, CallNode])[] {
  if (name.type !== 'Identifier') return [];
  const script = findScript(module, name);
  const binding = findBinding(script, name);
  if (binding === undefined) return [];
  return script.identifiers
    .get(name.name)
    .filter((node) => findBinding(script, node) === binding)
    .flatMap((node) => [...listInRow(node)]);
}

/** What it was handed by methods whose names `matches`. */
export function listHandedInSteps({ made }: ExternalValue, matches: RegExp): readonly Argument[] {
  const name = made === null ? null : findName(made.call);
  if (made === null || name === null) return [];
  const { module, env = null } = made;
  return listCalls(name, module).flatMap(([method, call]) =>
    method === null || !matches.test(method) || !('arguments' in call)
      ? []
      : call.arguments.map((node): Argument => ({ kind: 'expression', node, module, env })),
  );
}
