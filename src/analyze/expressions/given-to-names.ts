import { findFill } from '../../syntax/filled-names.ts';
import { isCallNode, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { Env } from '../values/values.ts';

/** Does a name hold what a call handed over, whichever default it has? */

/** `const path = parts.join('/')`, `const settings = options || {}`: made of what a call handed over. */
function isMadeOfGiven({ source, scope, assignments }: Binding, module: Module, env: Env): boolean {
  if (env === null || scope.parent === null || assignments.length > 0) return false;
  const made = source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (made === null || isCallNode(made)) return made !== null;
  return made.type === 'LogicalExpression' && made.operator !== '&&' && isGivenName(unwrap(made.left), module, env);
}

/** Also where a default that is missing in the call is put in its place first: `if (!options) options = {};`. */
export function isGivenName(name: SyntaxNode, module: Module, env: Env): boolean {
  const binding = findBindingOf(module, name);
  if (binding === undefined) return false;
  const [only, ...others] = binding.assignments;
  if (binding.source.kind !== 'param') return isMadeOfGiven(binding, module, env);
  return only === undefined || (others.length === 0 && findFill(binding, name) !== null);
}
