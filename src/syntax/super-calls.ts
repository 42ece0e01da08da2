import type { CallExpression } from '@babel/types';
import { isMemberNode, nameCallee, nameMember, unwrap } from './nodes.ts';
import type { Binding } from './scopes.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers make of `super(…)` where there are no classes: `var _this = _super.call(this, base) || this;` */

interface SuperCall {
  /** The constructor above; null where the helper finds it by itself. */
  readonly parent: SyntaxNode | null;
  readonly args: readonly SyntaxNode[];
  /** The list of them, where they are handed over as one. */
  readonly list: SyntaxNode | null;
}

/** `Base.call(this, a)`, `Base.apply(this, arguments)`, `_callSuper(this, Calls, [a])`; null for other calls. */
export function readSuperCall(node: CallExpression): SuperCall | null {
  const [self, ...args] = node.arguments;
  if (self?.type !== 'ThisExpression') return null;
  const callee = unwrap(node.callee);
  if (nameCallee(callee) === '_callSuper') return { parent: null, args: [], list: args[1] ?? null };
  const name = nameMember(callee);
  if (!isMemberNode(callee) || (name !== 'call' && name !== 'apply')) return null;
  const parent = unwrap(callee.object);
  return name === 'call' ? { parent, args, list: null } : { parent, args: [], list: args[0] ?? null };
}

/** `_super.call(this) || this`, `_super !== null && _super.apply(this, arguments) || this`: no constructor gives back another. */
export function isSuperChoice(node: SyntaxNode): boolean {
  if (node.type !== 'LogicalExpression' || node.operator !== '||' || unwrap(node.right).type !== 'ThisExpression')
    return false;
  const left = unwrap(node.left);
  const call = left.type === 'LogicalExpression' && left.operator === '&&' ? unwrap(left.right) : left;
  return call.type === 'CallExpression' && readSuperCall(call) !== null;
}

/** `this`, or what stands for it. */
export function isSelfValue(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (value.type === 'ThisExpression' || isSuperChoice(value)) return true;
  const call = value.type === 'CallExpression' ? readSuperCall(value) : null;
  if (call === null || value.type !== 'CallExpression') return false;
  // `_super.call(this, base)`, with `_super = _createSuper(Calls)`
  const isMade = call.parent?.type === 'Identifier' && /^_super\d*$/.test(call.parent.name);
  return isMade || nameCallee(value.callee) === '_callSuper';
}

/** Does the name stand for `this` and nothing else, as of `const self = this`? */
export function standsForThis({ source, assignments, isCounted }: Binding): boolean {
  if (isCounted || source.kind !== 'value' || source.steps.length > 0) return false;
  const isSelf = source.node === null ? assignments.length > 0 : isSelfValue(source.node);
  return isSelf && assignments.every((one) => one.steps.length === 0 && isSelfValue(one.node.right));
}
