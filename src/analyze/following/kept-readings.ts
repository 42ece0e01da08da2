import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue } from '../values/values.ts';
import { findHeld } from './pass-through.ts';

/** Where code reads what a package keeps for it under no name of the code: a context, the settings of a package. */

interface KeptReading {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The functions of packages that give back what was kept, by package. */
const READERS: Readonly<Record<string, RegExp>> = {
  react: /^(?:default\.)?(?:useContext|use)$/,
  preact: /^useContext$/,
  'preact/hooks': /^useContext$/,
  'solid-js': /^useContext$/,
  convict: /^(?:get|getProperties)$/,
  nconf: /^(?:default\.)?get$/,
};

function isReader(option: ExternalValue): boolean {
  return READERS[findRoot(option).module]?.test(option.path.join('.')) === true;
}

const gathered = new WeakMap<Evaluator, readonly KeptReading[]>();

function gather(evaluator: Evaluator): readonly KeptReading[] {
  return evaluator.index.calls.flatMap(({ node, module }) => {
    const callees = listOptions(evaluateCallee(evaluator, node, module, null));
    return callees.some((option) => option.type === 'external' && isReader(option)) ? [{ node, module }] : [];
  });
}

export function listKeptReadings(
  evaluator: Evaluator,
  literal: number,
): readonly (KeptReading & { readonly path: readonly string[] })[] {
  const all = gathered.get(evaluator) ?? gather(evaluator);
  gathered.set(evaluator, all);
  return all.flatMap(({ node, module }) => {
    const path = findHeld(evaluator, node, module, literal);
    return path === null ? [] : [{ node, module, path }];
  });
}
