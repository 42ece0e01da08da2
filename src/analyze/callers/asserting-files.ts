import { isTestFile } from '../../model/test-files.ts';
import { findMemberRoot, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { isAsserting, nameAssertFunction } from './assert-functions.ts';
import { findExpected } from './assertion-forms.ts';

/** Files that assert something without the name of a test: a script that checks itself, `checks/main.js`. */

const TESTING =
  /['"](?:(?:node:)?assert(?:\/strict)?|uvu\/assert|chai|power-assert|expect|vitest|@jest\/globals|bun:test|@playwright\/test)['"]/;

/** Is it a test, or does it load what tests assert with, whatever it is called? */
export function mayAssert({ path, text }: Module): boolean {
  return isTestFile(path) || TESTING.test(text);
}

/** `assert.deepEqual(…)`, `equal(…)` of such a module, `expect(…).toEqual(…)`: no function of the project with such a name. */
export function isOfAsserter(call: SyntaxNode, module: Module): boolean {
  if (call.type !== 'CallExpression') return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee)) return nameAssertFunction(callee, module) !== null;
  return findExpected(callee.object) !== null || isAsserting(findMemberRoot(callee), module);
}

/** Can the call be an assertion? In a test any is one that is called so. */
export function isAssertionHere(call: SyntaxNode, module: Module): boolean {
  return isTestFile(module.path) || isOfAsserter(call, module);
}
