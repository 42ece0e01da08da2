import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode } from '../../syntax/nodes.ts';
import { walk } from '../../syntax/walk.ts';
import type { Module } from '../modules/module.ts';
import { type ArrayValue, type Env, NO_PROVENANCE } from '../values/values.ts';

/** `function* paths() { yield '/agents'; yield* others(); }`: a generator is gone through as the list of what it yields. */

const yields = new WeakMap<FunctionNode, readonly t.YieldExpression[]>();

/** None for a generator that gives back a value: who runs that one step by step wants its result. */
export function listYields(fn: FunctionNode): readonly t.YieldExpression[] {
  const known = yields.get(fn);
  if (known !== undefined) return known;
  const found: t.YieldExpression[] = [];
  let isResult = fn.generator !== true;
  walk(fn.body, true, (node) => {
    if (isFunctionNode(node) || isResult) return null;
    if (node.type === 'ReturnStatement' && node.argument) isResult = true;
    if (node.type === 'YieldExpression') found.push(node);
    return true;
  });
  const own = isResult ? [] : found;
  yields.set(fn, own);
  return own;
}

/** Null where the function yields nothing. */
export function evaluateYields(fn: FunctionNode, module: Module, env: Env): ArrayValue | null {
  const elements = listYields(fn).flatMap(({ argument, delegate }): ArrayValue['elements'] => {
    if (!argument) return [];
    const slot = { kind: 'expression', node: argument, module, env } as const;
    return [delegate ? { kind: 'spread', slot } : slot];
  });
  return elements.length === 0 ? null : { type: 'array', node: null, elements, isShuffled: true, ...NO_PROVENANCE };
}
