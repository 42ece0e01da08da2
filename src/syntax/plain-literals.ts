import { isMemberNode, nameMember } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `Object.freeze({ … })`, `{ … } as Options`: what stands around an object or a list and changes nothing in it.
 * The tree gets the literal itself, so that whoever asks what is given finds it.
 */

/** A type that a literal is held to, or taken for. */
export interface Cast {
  /** `satisfies` is checked, `as` is believed where it can be. */
  readonly kind: 'as' | 'satisfies';
  readonly type: SyntaxNode;
}

const casts = new WeakMap<SyntaxNode, readonly Cast[]>();
const NO_CASTS: readonly Cast[] = [];

/** The types that are written around an object or a list, the innermost first. */
export function listCasts(literal: SyntaxNode): readonly Cast[] {
  return casts.get(literal) ?? NO_CASTS;
}

/** They give back what they are given, and change nothing that it holds. */
const CLOSES = /^(?:freeze|seal|preventExtensions)$/;

/** `Object.freeze({ calls: '/calls' })` */
function findClosed(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1 || node.typeParameters) return null;
  const { callee } = node;
  if (!isMemberNode(callee) || callee.object.type !== 'Identifier' || callee.object.name !== 'Object') return null;
  return CLOSES.test(nameMember(callee) ?? '') ? (node.arguments[0] ?? null) : null;
}

function findCast(node: SyntaxNode): Cast | null {
  switch (node.type) {
    case 'TSSatisfiesExpression':
      return { kind: 'satisfies', type: node.typeAnnotation };
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TypeCastExpression':
      return { kind: 'as', type: node.typeAnnotation };
    default:
      return null;
  }
}

/** Reads what stands around a literal as the literal: a node of the tree becomes another one. */
export function readAsLiteral(node: SyntaxNode): void {
  const around: Cast[] = [];
  let at = node;
  for (;;) {
    const cast = findCast(at);
    const inner = cast === null ? findClosed(at) : 'expression' in at ? (at.expression as SyntaxNode) : null;
    if (inner === null) break;
    if (cast !== null) around.unshift(cast);
    at = inner;
  }
  if (at === node || (at.type !== 'ObjectExpression' && at.type !== 'ArrayExpression')) return;
  for (const key of ['callee', 'arguments', 'optional', 'expression', 'typeAnnotation'])
    Reflect.deleteProperty(node, key);
  Object.assign(node, at);
  if (around.length > 0) casts.set(node, around);
}
