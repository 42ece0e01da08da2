import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { InstanceValue } from '../values/values.ts';
import type { ClientCall } from './client.ts';

/** `this.get('/agents')` in a class below one of a package: the instance that the request is sent with. */
export function findOwnInstance({ evaluator, node, module, env = null }: ClientCall): InstanceValue | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee)) return null;
  const self = evaluator.evaluate(callee.object, module, env);
  return self.type === 'instance' ? self : null;
}
