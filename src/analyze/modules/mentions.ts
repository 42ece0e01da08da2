import { writePlainly } from '../../model/plain-code.ts';
import type { Module } from './module.ts';

const answers = new WeakMap<RegExp, WeakMap<Module, boolean>>();

const plain = new WeakMap<Module, string>();

function readPlain(module: Module): string {
  const text = plain.get(module) ?? writePlainly(module.text);
  plain.set(module, text);
  return text;
}

/**
 * Does the text of a file name something, as it is or with its members written plainly? Searched once: a file of many megabytes
 * is asked by each of its calls.
 */
export function mentions(module: Module, pattern: RegExp): boolean {
  const known = answers.get(pattern) ?? new WeakMap<Module, boolean>();
  answers.set(pattern, known);
  const answer = known.get(module) ?? (pattern.test(module.text) || pattern.test(readPlain(module)));
  known.set(module, answer);
  return answer;
}
