import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { getTextHead, listTexts } from '../texts/texts.ts';
import { deriveText } from '../uses/widened-texts.ts';
import { listIteratedKeys } from './own-keys.ts';

/** What is looked for in other texts: `new RegExp(`^${path}`)`, `key.startsWith(path)`. */

const SEARCHES = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf)$/;

/** Outside of tests, which look for what the program sends. */
export function becomesPattern(node: SyntaxNode, module: Module): boolean {
  const whole = deriveText(node);
  const call = getParent(whole);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== whole) return false;
  return nameCallee(call.callee) === 'RegExp' && !isTestFile(module.path);
}

/** What is looked for, up to the end of the path in it: `'voice /calls'` of `key.startsWith(`${vendor} ${path}`)`. */
function listBeginnings(evaluator: Evaluator, whole: SyntaxNode, module: Module, path: string): readonly string[] {
  const texts = listTexts(evaluator.evaluate(whole, module, evaluator.anyCaller), whole, module).map(getTextHead);
  return [
    path,
    ...texts.flatMap((text) => (text.includes(path) ? [text.slice(0, text.indexOf(path) + path.length)] : [])),
  ];
}

/** The literals of the texts in which it is looked for, where they begin with it: those must change as well, or neither. */
export function listSearched(evaluator: Evaluator, node: SyntaxNode, module: Module, path: string): readonly number[] {
  const whole = deriveText(node);
  const call = getParent(whole);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== whole) return [];
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !SEARCHES.test(nameMember(callee) ?? '')) return [];
  const value = evaluator.evaluate(callee.object, module, evaluator.anyCaller);
  const beginnings = listBeginnings(evaluator, whole, module, path);
  const keys = listIteratedKeys(evaluator, unwrap(callee.object), module);
  const found = [...listTexts(value, callee.object, module), ...keys]
    .filter((text) => beginnings.some((beginning) => getTextHead(text).startsWith(beginning)))
    .flatMap(({ atoms }) => atoms.flatMap((atom) => (atom.kind === 'text' ? (atom.origin?.literal ?? []) : [])));
  return [...new Set(found)];
}
