import type { Seam } from '../../model/url-value.ts';
import type { CallNode, ClassNode, FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { PlacedType } from '../classes/declared-types.ts';
import type { Module } from '../modules/module.ts';
import type { Atom, Handover, OpenParam } from './atoms.ts';
import type { Argument, Env } from './env.ts';
import type { Refs, Trail } from './provenance.ts';

// Whoever reads a value meets these with it.
export type { Atom, EnvAtom, Handover, HoleAtom, OpenParam, TextAtom } from './atoms.ts';
export type { Argument, Env, EnvLink, Frame } from './env.ts';

/**
 * What an expression can be. Three-valued in effect: a text without holes is known, with holes partial, and `unknown`
 * carries its reason. Every value remembers the references (identifiers, members) it passed through and the places.
 */

export interface Provenance {
  readonly refs: Refs;
  readonly trail: Trail;
  /** For objects and arrays: the call that handed them over; texts carry it in their atoms. */
  readonly via?: Handover;
  /** The branches and elements this value belongs to: two values of different branches never meet. */
  readonly choices?: readonly Choice[];
}

/** `source` names a decision (a condition, an iteration, an unknown key), `option` its outcome. */
export interface Choice {
  readonly source: string;
  readonly option: number;
  /**
   * What makes the options: rows are gone through or looked up, a condition that asks for something else picks one; `fork`: a
   * statement does, whatever it asks.
   */
  readonly by?: 'row' | 'condition' | 'fork';
  /** The number of the function whose callers they are. */
  readonly callersOf?: number;
}

export const NO_PROVENANCE: Provenance = { refs: null, trail: null };

export interface TextValue extends Provenance {
  readonly type: 'text';
  readonly atoms: readonly Atom[];
  /** Where empty texts entered at its end, or where it enters a larger one when it is empty. Atoms have their own. */
  readonly seams?: readonly Seam[];
}

/** Its own provenance is that of each option; `listOptions` hands it on when somebody asks. */
export interface UnionValue extends Provenance {
  readonly type: 'union';
  readonly raw: readonly SingleValue[];
}

/** `null`, `undefined`, numbers, booleans. */
interface PrimitiveValue extends Provenance {
  readonly type: 'primitive';
  readonly value: number | boolean | null | undefined | bigint;
}

/** A property of a known object: an expression still to be evaluated, or a value made by the evaluator. */
export type Slot =
  | {
      readonly kind: 'expression';
      readonly node: SyntaxNode;
      readonly module: Module;
      readonly env: Env;
      /** The call whose argument it is, of a list of arguments. */
      readonly via?: Handover;
    }
  | {
      readonly kind: 'method';
      readonly fn: FunctionNode;
      readonly module: Module;
      readonly env: Env;
      readonly role: 'method' | 'get';
    }
  | { readonly kind: 'value'; readonly value: Value };

/** Later entries win. A spread of an unknown value makes what stood before it uncertain. */
export type ObjectEntry =
  | { readonly kind: 'slot'; readonly name: string; readonly slot: Slot }
  | { readonly kind: 'computed'; readonly key: Slot; readonly slot: Slot }
  | { readonly kind: 'spread'; readonly slot: Slot };

export interface MadeBy {
  readonly fn: FunctionNode;
  readonly module: Module;
  readonly call: CallNode | null;
  /** In which the function runs, and in which it stands. */
  readonly env: Env;
  readonly around: Env;
}

export interface ObjectValue extends Provenance {
  readonly type: 'object';
  /** The constructor function that it, or one below it, is made by: `this`, where nobody says how it was made. */
  readonly maker?: FunctionValue;
  /** What `new` was said of, and by which call; no call for what anyone makes with it. */
  readonly madeBy?: MadeBy;
  /** The literal, for assignments made to it afterwards; null for objects the evaluator made. */
  readonly node: SyntaxNode | null;
  readonly entries: readonly ObjectEntry[];
  /** The calls in force where the literal stands: what the same function assigns to it, it assigns in the same call. */
  readonly env?: Env;
  /** The list of pairs that it was made of. */
  readonly pairs?: Value;
}

export interface ArrayValue extends Provenance {
  readonly type: 'array';
  /** Set where it is known which elements it has, and not at which places: behind `filter` and `sort`. */
  readonly isShuffled?: true;
  /** Any number of each of its elements: what a list that is not known was mapped to. */
  readonly isOpen?: true;
  /** Made by the evaluator of just these elements, as the rest of a call's arguments is. */
  readonly isExact?: true;
  /** What a regular expression has found under the names of its groups. */
  readonly groups?: Value;
  /** The literal, for elements pushed to it afterwards; null for lists the evaluator made. */
  readonly node: SyntaxNode | null;
  readonly elements: readonly (Slot | { readonly kind: 'spread'; readonly slot: Slot })[];
}

export interface FunctionValue extends Provenance {
  readonly type: 'function';
  readonly fn: FunctionNode;
  readonly module: Module;
  readonly env: Env;
  readonly self: Value | null;
  /** `self` stays, on whatever the function is called. */
  readonly isBound?: true;
  /** Given by `bind`, behind a call's (`_.partialRight`), waited for (`_.curry`); turned round from one on, or two (`_.flip`). */
  readonly bound: readonly Argument[];
  readonly last?: readonly Argument[];
  readonly curried?: number;
  readonly flipped?: { readonly from: number; readonly isWhole: boolean };
  /** What `Object.assign(fn, { … })` gives it. */
  readonly members?: ObjectValue;
}

export interface ClassValue extends Provenance {
  readonly type: 'class';
  readonly node: ClassNode;
  readonly module: Module;
  readonly env: Env;
}

/** `construction` is null when any instance of the class, or of one below it, is meant. */
export interface InstanceValue extends Provenance {
  readonly type: 'instance';
  readonly of: ClassValue;
  readonly construction: Construction | null;
  /** Seen from every caller: its constructor parameters take the values of all constructions. */
  readonly any: boolean;
  /** The method in which it is `this`: of what a class below puts in its place, it is never an instance. */
  readonly method?: string;
}

interface Construction {
  readonly args: readonly Argument[];
  readonly call: CallNode;
  readonly module: Module;
}

/** What may send, or lead to what does. */
interface Sender extends Provenance {
  /** Member path on it: `['get']`. */
  readonly path: readonly string[];
  /** What it was given in front of its arguments, by `bind`. */
  readonly bound?: readonly Argument[];
}

/** Something that no file of the project defines: a package's export, a global, or a member of one. */
export interface ExternalValue extends Sender {
  readonly type: 'external';
  /** Package name, or `global`. */
  readonly module: string;
  /** What this is the result of, when it came from a call or `new`. */
  readonly made: {
    readonly by: ExternalValue;
    readonly args: readonly Argument[];
    readonly call: CallNode;
    readonly module: Module;
    /** The calls in force where it was made. */
    readonly env?: Env;
  } | null;
}

/** A configured client of an HTTP library: an axios instance, `got.extend(…)`, `new Pool(…)`. */
export interface ClientValue extends Sender {
  readonly type: 'client';
  readonly library: string;
  /** What the instance was configured with, later ones win; null for the library's own default instance. */
  readonly options: readonly Value[];
  /** The call that made it, for assignments to its defaults. */
  readonly made: SyntaxNode | null;
  /** The calls in force where it was made. */
  readonly env?: Env;
}

/** A URL object; `href` is the text of the whole URL. */
export interface UrlObjectValue extends Provenance {
  readonly type: 'url';
  readonly href: Value;
}

export interface ModuleValue extends Provenance {
  readonly type: 'module';
  readonly module: Module;
}

/** A parameter, or a member of one, whose caller is not known in this context. */
export interface ParamValue extends Provenance {
  readonly type: 'param';
  readonly open: OpenParam;
  /** What the parameter, or the member of it at `at`, is declared to be, where nobody is known to call the function. */
  readonly declared?: { readonly type: PlacedType; readonly at: number };
  /** Nobody of the project calls the function, now that all calls are known. */
  readonly isUncalled?: boolean;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly path: readonly string[];
}

/** `process.env` and its likes. */
interface EnvObjectValue extends Provenance {
  readonly type: 'env-object';
  /** What the names of the variables begin with, beside how they are read. */
  readonly prefix?: string;
}

export interface UnknownValue extends Provenance {
  readonly type: 'unknown';
  readonly reason: string;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly query: boolean;
  /** A number of characters: those of the text `of`, without the last `minus`. */
  readonly length?: { readonly of: string; readonly minus: number };
}

/** What is one thing: no union is an option of another. */
export type SingleValue =
  | TextValue
  | PrimitiveValue
  | ObjectValue
  | ArrayValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ExternalValue
  | ClientValue
  | UrlObjectValue
  | ModuleValue
  | ParamValue
  | EnvObjectValue
  | UnknownValue;

export type Value = SingleValue | UnionValue;

export const UNDEFINED: PrimitiveValue = { type: 'primitive', value: undefined, ...NO_PROVENANCE };
