import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode } from '../../syntax/nodes.ts';
import { walk } from '../../syntax/walk.ts';
import type { Module } from '../modules/module.ts';
import { type ArrayValue, type Env, NO_PROVENANCE } from '../values/values.ts';

/** `function* paths() { yield '/agents'; yield* others(); }`: a generator is gone through as the list of what it yields. */

interface Yielding {
  readonly all: readonly t.YieldExpression[];
  /** Does it give back a value as well? */
  readonly hasResult: boolean;
}

const known = new WeakMap<FunctionNode, Yielding>();

function readYields(fn: FunctionNode): Yielding {
  const before = known.get(fn);
  if (before !== undefined) return before;
  const all: t.YieldExpression[] = [];
  let hasResult = false;
  if (fn.generator === true)
    walk(fn.body, true, (node) => {
      if (isFunctionNode(node)) return null;
      if (node.type === 'ReturnStatement' && node.argument) hasResult = true;
      if (node.type === 'YieldExpression') all.push(node);
      return true;
    });
  const found = { all, hasResult };
  known.set(fn, found);
  return found;
}

/** None for a generator that gives back a value: who runs that one step by step wants its result. */
export function listYields(fn: FunctionNode): readonly t.YieldExpression[] {
  const { all, hasResult } = readYields(fn);
  return hasResult ? [] : all;
}

/** What the function yields, also where it gives back a value at its end: for who takes its steps one by one. */
export function evaluateSteps(fn: FunctionNode, module: Module, env: Env): ArrayValue | null {
  return toList(readYields(fn).all, module, env);
}

/** Null where the function yields nothing. */
export function evaluateYields(fn: FunctionNode, module: Module, env: Env): ArrayValue | null {
  return toList(listYields(fn), module, env);
}

function toList(yields: readonly t.YieldExpression[], module: Module, env: Env): ArrayValue | null {
  const elements = yields.flatMap(({ argument, delegate }): ArrayValue['elements'] => {
    if (!argument) return [];
    const slot = { kind: 'expression', node: argument, module, env } as const;
    return [delegate ? { kind: 'spread', slot } : slot];
  });
  return elements.length === 0 ? null : { type: 'array', node: null, elements, isShuffled: true, ...NO_PROVENANCE };
}
