import type { CallNode, ClassNode, FunctionNode } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { Choice, Value } from './values.ts';

/** The calls in force where an expression is evaluated: a function's code means nothing without a caller. */

export type Argument =
  | {
      readonly kind: 'expression';
      readonly node: SyntaxNode;
      readonly module: Module;
      readonly env: Env;
      /** Those of the function that it is handed to: what belongs to another branch is not handed to it. */
      readonly choices?: readonly Choice[];
    }
  | { readonly kind: 'spread'; readonly node: SyntaxNode; readonly module: Module; readonly env: Env }
  | { readonly kind: 'value'; readonly value: Value };

/** One call on the way to the place that is being evaluated. */
export interface Frame {
  /** A class stands for the initialisers of its fields. */
  readonly fn: FunctionNode | ClassNode;
  readonly args: readonly Argument[];
  readonly self: Value | null;
  readonly call: { readonly node: CallNode; readonly module: Module } | null;
  /** Where the call stands in the program: the calls in force there. */
  readonly from?: Env;
  /** The same for a call of a chain, of which each call is in force by itself. */
  readonly calledIn?: Env;
  /** Called with arguments nobody knows, to see what comes back whatever they are; says whether one was read. */
  readonly probe?: { isRead: boolean };
  /** The rows of a table that its arguments are of, where the function tells them apart. */
  readonly rows?: readonly (readonly Choice[])[];
}

/** The calls in force, innermost first; null: none is known. */
export type Env = EnvLink | null;

export interface EnvLink {
  /** Null only in the root that stands for "any caller". */
  readonly frame: Frame | null;
  readonly parent: Env;
  /** A parameter without a frame takes the values of all callers. */
  readonly any: boolean;
  readonly memo: Map<SyntaxNode, Value>;
  /** Names with the value that they have at that moment: while a function is run statement by statement, or to see what comes of it. */
  readonly locals?: ReadonlyMap<Binding, Value>;
}
