import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { getTextHead } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `new Voice({ base: 'http://127.0.0.1:9' })`: the program tries its client on a stub of the own machine. That says as little of who
 * imports the client as a test does.
 */

const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|\/|$)/i;

export function isOfOwnMachine(address: string): boolean {
  return LOOPBACK.test(address);
}

function isWrittenSo(node: SyntaxNode): boolean {
  if (node.type === 'TemplateLiteral') return isOfOwnMachine(node.quasis[0]?.value.raw ?? '');
  if (node.type === 'BinaryExpression') return isWrittenSo(node.left);
  return node.type === 'StringLiteral' && isOfOwnMachine(node.value);
}

/** Is the value such an address, or options that have one? */
function isStubAddress(value: Value): boolean {
  return listOptions(value).every((option) => {
    if (option.type === 'text') return isOfOwnMachine(getTextHead(option));
    if (option.type !== 'object' || option.node?.type !== 'ObjectExpression') return false;
    return option.node.properties.some((member) => member.type === 'ObjectProperty' && isWrittenSo(member.value));
  });
}

/** Do all calls of what a file exports only try it on a stub? `given`: what they hand over. */
export function isOnlyTried({ path, exports }: Module, given: readonly Value[]): boolean {
  return exports.size > 0 && !isTestFile(path) && given.length > 0 && given.every(isStubAddress);
}
