import type * as t from '@babel/types';
import type { SyntaxNode } from './tree.ts';

/** Small questions about nodes that need no scope. */

export type FunctionNode =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod;

export type ClassNode = t.ClassDeclaration | t.ClassExpression;
export type CallNode = t.CallExpression | t.OptionalCallExpression | t.NewExpression | t.TaggedTemplateExpression;
/** A call with arguments in parentheses. */
export type ArgumentCall = Exclude<CallNode, { type: 'TaggedTemplateExpression' }>;
export type MemberNode = t.MemberExpression | t.OptionalMemberExpression;

export function isLoop(node: SyntaxNode): boolean {
  return /^(?:For|While|DoWhile)/.test(node.type);
}

export function isFunctionNode(node: SyntaxNode): node is FunctionNode {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return true;
    default:
      return false;
  }
}

export function isClassNode(node: SyntaxNode): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

export function isCallNode(node: SyntaxNode): node is CallNode {
  return (
    node.type === 'CallExpression' ||
    node.type === 'OptionalCallExpression' ||
    node.type === 'NewExpression' ||
    node.type === 'TaggedTemplateExpression'
  );
}

export function isMemberNode(node: SyntaxNode): node is MemberNode {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
}

/** Removes what does not change a value: casts, `!`, `satisfies`, `await`, and `(0, api.get)` of compilers. */
export function unwrap(node: SyntaxNode): SyntaxNode {
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'TypeCastExpression':
        current = current.expression;
        break;
      case 'AwaitExpression':
        current = current.argument;
        break;
      case 'SequenceExpression': {
        const [first, last] = current.expressions;
        if (first?.type !== 'NumericLiteral' || last === undefined || current.expressions.length > 2) return current;
        current = last;
        break;
      }
      default:
        return current;
    }
  }
}

/** `[Symbol.toPrimitive]`: what the language calls by itself. */
function nameWellKnown(key: SyntaxNode): string | null {
  if (key.type !== 'MemberExpression' || key.object.type !== 'Identifier' || key.object.name !== 'Symbol') return null;
  const name = getKeyName(key.property, key.computed);
  return name === null ? null : `Symbol.${name}`;
}

/** The static name of a property, member or import name; null when computed from a value. */
export function getKeyName(key: SyntaxNode, computed: boolean): string | null {
  if (computed && key.type === 'MemberExpression') return nameWellKnown(key);
  if (key.type === 'PrivateName') return `#${key.id.name}`;
  if (!computed && key.type === 'Identifier') return key.name;
  if (key.type === 'StringLiteral') return key.value;
  if (key.type === 'NumericLiteral') return String(key.value);
  return null;
}

/** The static name that a member is read by: `get` of `api.get` and of `api['get']`; null for what is no member. */
export function nameMember(node: SyntaxNode): string | null {
  return isMemberNode(node) ? getKeyName(node.property, node.computed) : null;
}

/** What a chain of members begins with: `api` of `api.calls.list`. */
export function findMemberRoot(node: SyntaxNode): SyntaxNode {
  let at = unwrap(node);
  while (isMemberNode(at)) at = unwrap(at.object);
  return at;
}

/** What a chain of members and calls begins with: `api` of `api.calls().list`, `Api` of `new Api().list`. */
export function findCalleeRoot(node: SyntaxNode): SyntaxNode {
  const at = findMemberRoot(node);
  return isCallNode(at) && 'callee' in at ? findCalleeRoot(at.callee) : at;
}

type Written =
  | t.ObjectExpression['properties'][number]
  | t.ObjectPattern['properties'][number]
  | t.ClassBody['body'][number];

/** The static name that a member of an object or a class is written under; null for a spread, and for what has no name. */
export function nameKey(member: Written): string | null {
  return 'key' in member ? getKeyName(member.key, 'computed' in member && member.computed === true) : null;
}

type Named = Extract<Written, { readonly key: unknown }>;

export function isNamedMember(node: SyntaxNode): node is Named {
  return /^(?:Object(?:Property|Method)|Class(?:Private)?(?:Property|Method)|ClassAccessorProperty)$/.test(node.type);
}

export function getStart(node: SyntaxNode): number {
  return node.start ?? 0;
}

export function getEnd(node: SyntaxNode): number {
  return node.end ?? 0;
}

/** Is `inner` part of `outer`'s text? Both of one file. */
export function contains(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return getStart(outer) <= getStart(inner) && getEnd(inner) <= getEnd(outer);
}

/** The last name of what is called, set or handed over: `assign` of `Object.assign(…)`. */
export function nameCallee(callee: SyntaxNode): string | null {
  const node = unwrap(callee);
  if (node.type === 'Identifier') return node.name;
  return nameMember(node);
}

/** A name with the objects that it is read from: `module.exports`; `.json` of `load().json`, where a part is no name. */
export function describeName(node: SyntaxNode): string {
  if (node.type === 'Identifier') return node.name;
  return isMemberNode(node) ? `${describeName(node.object)}.${nameMember(node) ?? ''}` : '';
}

/** The name of a helper of a compiler, which can be of a package: `(0, _extends2["default"])(…)` calls `_extends2`. */
export function nameHelper(callee: SyntaxNode): string | null {
  const name = nameCallee(callee);
  const node = unwrap(callee);
  return name === 'default' && isMemberNode(node) ? nameCallee(node.object) : name;
}
