import type { CallNode, FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { Kind } from './answer-kinds.ts';

/** A helper, and the call that it gives back to. */
interface Entered {
  readonly fn: FunctionNode;
  readonly call: CallNode;
  readonly module: Module;
}

/** The answer, or something that has it. */
export interface Carried {
  readonly kind: Kind;
  /** The members that lead to it: `data` of `{ ok, data }`, `1` of what `Promise.all` gives. */
  readonly path: readonly string[];
  /** The helpers that it was handed to, innermost first: each gives back to that call only. */
  readonly entered: readonly Entered[];
  /** The member of the body that a wrapper took: it is the value then, or undefined where the body has none. */
  readonly part?: string | undefined;
}

/** Where in the code it is. */
export interface Place extends Carried {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** Where it goes on: at an expression, or under the names of a pattern. */
export interface Found extends Place {
  readonly isPattern: boolean;
}

export function atValue(node: SyntaxNode, module: Module, carried: Carried): Found {
  return { ...carried, node, module, isPattern: false };
}

export function asNamed(node: SyntaxNode, module: Module, carried: Carried): Found {
  return { ...carried, node, module, isPattern: true };
}

export const MAX_ENTERED = 3;
export const MAX_PATH = 3;

/** Is the value the body itself, or what a wrapper took of it, with nothing around it? */
export function isBody({ kind, path }: Carried): boolean {
  return (kind === 'body' || kind === 'part') && path.length === 0;
}
