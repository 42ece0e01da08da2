import type { Module } from './module.ts';

const answers = new WeakMap<RegExp, WeakMap<Module, boolean>>();

/** Does the text of a file name something? Searched once: a file of many megabytes is asked by each of its calls. */
export function mentions(module: Module, pattern: RegExp): boolean {
  const known = answers.get(pattern) ?? new WeakMap<Module, boolean>();
  answers.set(pattern, known);
  const answer = known.get(module) ?? pattern.test(module.text);
  known.set(module, answer);
  return answer;
}
