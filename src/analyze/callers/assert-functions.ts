import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findSpecifier } from '../modules/required.ts';

/** `import { equal } from 'node:assert/strict'`, `const { deepEqual } = assert`: assertions that are called by their bare names. */

const ASSERTING = /^(?:(?:node:)?assert(?:\/strict)?|uvu\/assert|chai|power-assert)$/;
/** What holds them: `chai.assert`, `assert.strict`. */
const HOLDER = /^(?:assert|strict|default)$/;
/** Deno's. */
const FREE_EQUALITIES = /^assert(?:Strict)?Equals$/;

/** Does the name stand for such a module, or for what holds its functions? */
export function isAsserting(node: SyntaxNode, module: Module): boolean {
  const name = isMemberNode(node) && HOLDER.test(nameMember(node) ?? '') ? unwrap(node.object) : node;
  const source = name.type === 'Identifier' ? findBindingOf(module, name)?.source : undefined;
  return source !== undefined && ASSERTING.test(findSpecifier(source, module) ?? '');
}

function nameTaken(source: BindingSource, module: Module): string | null {
  const isOwn = ASSERTING.test(findSpecifier(source, module) ?? '');
  if (source.kind === 'import') return isOwn ? source.imported : null;
  if (source.kind !== 'value' || source.node === null) return null;
  const made = unwrap(source.node);
  const last = source.steps.at(-1);
  if (last !== undefined) {
    const isTaken = last.kind === 'property' && (isOwn || isAsserting(made, module));
    return isTaken ? last.name : null;
  }
  // `const equal = require('assert').strictEqual`
  return isMemberNode(made) && (isOwn || isAsserting(unwrap(made.object), module)) ? nameMember(made) : null;
}

/** The assertion that a bare name stands for; null for any other function. */
export function nameAssertFunction(callee: SyntaxNode, module: Module): string | null {
  const name = callee.type === 'Identifier' ? nameCallee(callee) : null;
  if (name === null) return null;
  if (FREE_EQUALITIES.test(name)) return 'equals';
  const source = findBindingOf(module, callee)?.source;
  return source === undefined ? null : nameTaken(source, module);
}
