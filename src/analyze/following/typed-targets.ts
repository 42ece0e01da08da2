import { findClassAround } from '../../syntax/enclosing.ts';
import { isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { keepsState } from '../calls/state-setters.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** Names and members that were declared with a type, and collections of such: `const seen = new Set<Path>()`. */

/** What puts its argument into a collection, or asks for it there. */
const PUTTING = /^(?:set|add|push|unshift|splice|fill|concat|with|has|get|delete|includes|indexOf)$/;

export function isAnnotated(node: SyntaxNode): boolean {
  return 'typeAnnotation' in node && node.typeAnnotation != null;
}

/** `new Map<string, Path>()`, `useState<Path>(…)`; the types of other calls speak of what comes back. */
export function isTypedCall(node: SyntaxNode): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  return Boolean(node.typeParameters) && (node.type === 'NewExpression' || keepsState(node));
}

/** Is the field declared with a type, or made by a call that has one? */
function isTypedField(member: SyntaxNode, name: string): boolean {
  if (member.type === 'ClassProperty' || member.type === 'ClassPrivateProperty')
    return (
      nameKey(member) === name && (isAnnotated(member) || (member.value != null && isTypedCall(unwrap(member.value))))
    );
  if (member.type !== 'ClassMethod' || member.kind !== 'constructor') return false;
  return member.params.some(
    (param) =>
      param.type === 'TSParameterProperty' &&
      param.parameter.type === 'Identifier' &&
      param.parameter.name === name &&
      isAnnotated(param.parameter),
  );
}

/** `path` of `let path: Path`, `this.path` of a class that declares it so. */
export function isTypedTarget(target: SyntaxNode, module: Module): boolean {
  if (isMemberNode(target)) {
    const name = nameMember(target);
    if (name === null || target.object.type !== 'ThisExpression') return false;
    const members = findClassAround(target)?.body.body ?? [];
    return members.some((member) => isTypedField(member, name));
  }
  const declared = findBindingOf(module, target)?.declaration;
  if (declared === undefined) return false;
  const declarator = getParent(declared);
  const made = declarator?.type === 'VariableDeclarator' ? declarator.init : null;
  return isAnnotated(declared) || (made != null && isTypedCall(unwrap(made)));
}

/** `seen.add('/calls')` of a `Set<Path>`, `setPath('/calls')` of `useState<Path>` */
export function isPutIntoTyped(callee: SyntaxNode, module: Module): boolean {
  if (isMemberNode(callee))
    return PUTTING.test(nameMember(callee) ?? '') && isTypedTarget(unwrap(callee.object), module);
  const pattern = getParent(findBindingOf(module, callee)?.declaration ?? callee);
  const declarator = pattern === undefined ? undefined : getParent(pattern);
  return (
    pattern?.type === 'ArrayPattern' &&
    declarator?.type === 'VariableDeclarator' &&
    declarator.init != null &&
    isTypedCall(unwrap(declarator.init))
  );
}
