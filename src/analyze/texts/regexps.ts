import type * as t from '@babel/types';
import { unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readConstant } from './constants.ts';
import { endsSoon, PIECE } from './regexp-steps.ts';

/** What the regular expressions of a program say of its texts. */

const composed = new WeakMap<SyntaxNode, t.RegExpLiteral>();

/** `new RegExp('/+$', 'g')` as the literal it stands for. */
function composeRegExp(node: t.NewExpression, module: Module): t.RegExpLiteral | null {
  const known = composed.get(node);
  if (known !== undefined) return known;
  const [source, flags, ...others] = node.arguments;
  const pattern = readConstant(source, module);
  const given = flags === undefined ? '' : readConstant(flags, module);
  if (pattern === null || given === null || others.length > 0 || compile(pattern, given) === null) return null;
  const { start = null, end = null, loc = null } = node;
  const literal: t.RegExpLiteral = { type: 'RegExpLiteral', pattern, flags: given, start, end, loc };
  composed.set(node, literal);
  return literal;
}

/** The expression that a node writes, or names: `/^x/`, `new RegExp(/^x/)`, `new RegExp('^x')`, `const ABSOLUTE = /^x/`. */
export function findRegExp(node: SyntaxNode, module: Module): t.RegExpLiteral | null {
  const inner = unwrap(node);
  if (inner.type === 'RegExpLiteral') return inner;
  if (inner.type === 'NewExpression' && inner.callee.type === 'Identifier' && inner.callee.name === 'RegExp') {
    const [first, ...others] = inner.arguments;
    if (first?.type === 'RegExpLiteral') return others.length === 0 ? first : null;
    return composeRegExp(inner, module);
  }
  const binding = findBindingOf(module, inner);
  if (binding?.source.kind !== 'value' || binding.source.node === null || binding.assignments.length > 0) return null;
  const { node: value, steps } = binding.source;
  return steps.length === 0 && value.type !== 'Identifier' ? findRegExp(value, module) : null;
}

/** The user's own expression on a literal, where it is sure to end soon. */
export function compilePattern(pattern: t.RegExpLiteral, text: string, flags = pattern.flags): RegExp | null {
  return endsSoon(pattern.pattern, text.length) ? compile(pattern.pattern, flags) : null;
}

function compile(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags);
  } catch {
    // An expression this engine does not know: the value is not known either.
    return null;
  }
}

/** What takes no character, or looks around: whether it holds depends on what follows. */
const ASSERTION = /^(?:\\[bBkpP\d]|\(\?[=!<].*|\$)$/;

/** The expression that matches each text with which a match may begin, `^a+b` as `^(?:a|$)+(?:b|$)`; null: not of one with `\b`, `$`, … */
function admitBeginnings(pattern: string): string | null {
  let admitted = '';
  for (const [piece] of pattern.matchAll(PIECE)) {
    if (ASSERTION.test(piece)) return null;
    admitted += /^(?:[|)^]|\(.*|[*+?]\??|\{\d.*)$/.test(piece) ? piece : `(?:${piece === '{' ? '\\{' : piece}|$)`;
  }
  return admitted;
}

/** Does the expression match a text that begins like this? Null where that depends on the rest. */
export function askPattern(
  pattern: t.RegExpLiteral,
  { text: head, isWhole }: { readonly text: string; readonly isWhole: boolean },
): boolean | null {
  const flags = pattern.flags.replace(/[gy]/g, '');
  const expression = flags.includes('m') ? null : compilePattern(pattern, head, flags);
  if (expression === null) return null;
  if (isWhole) return expression.test(head);
  const admitted = admitBeginnings(pattern.pattern);
  if (admitted === null) return null;
  if (expression.test(head)) return true;
  const beginnings = pattern.pattern.startsWith('^') ? compile(admitted, flags) : null;
  return beginnings === null || beginnings.test(head) ? null : false;
}
