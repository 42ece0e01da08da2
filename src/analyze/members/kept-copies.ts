import { getParent } from '../../syntax/parents.ts';
import type { ObjectEntry, ObjectValue } from '../values/values.ts';

/**
 * `this.options = { ...options, hooks }`: is it a copy that an instance keeps? It stands for what the instance was given,
 * so who makes another client of it may give that one a server, too. What is sent at once is asked for what stands there.
 */
export function isKeptCopy(object: ObjectValue, entry: ObjectEntry): boolean {
  const parent = object.node !== null && object.entries[0] === entry ? getParent(object.node) : null;
  return (
    parent?.type === 'AssignmentExpression' &&
    parent.left.type === 'MemberExpression' &&
    parent.left.object.type === 'ThisExpression'
  );
}
