import type { Location } from '../model/location.ts';
import type { Seam, TextOrigin, TrailStep } from '../model/url-value.ts';
import type { CallNode, ClassNode, FunctionNode } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { Module } from './modules.ts';

/**
 * What an expression can be. Three-valued in effect: a text without holes is known, with holes partial, and `unknown`
 * carries its reason. Every value remembers the references (identifiers, members) it passed through and the places.
 */

/** The call that handed a text over to a wrapper, and the argument that held it. */
export interface Handover {
  readonly call: CallNode;
  readonly argument: SyntaxNode;
  readonly module: Module;
}

export interface Provenance {
  readonly refs: readonly number[];
  readonly trail: readonly TrailStep[];
  /** For objects and arrays: the call that handed them over; texts carry it in their atoms. */
  readonly via?: Handover;
  /** The branches and elements this value belongs to: two values of different branches never meet. */
  readonly choices?: readonly Choice[];
}

/** `source` names a decision (a condition, an iteration, an unknown key), `option` its outcome. */
export interface Choice {
  readonly source: string;
  readonly option: number;
}

export const NO_PROVENANCE: Provenance = { refs: [], trail: [] };

/** A parameter whose caller is not known yet: which function must be called for it to get a value. */
export interface OpenParam {
  readonly fn: FunctionNode;
  readonly module: Module;
}

export interface TextAtom {
  readonly kind: 'text';
  readonly text: string;
  readonly origin: TextOrigin | null;
  readonly via: Handover | null;
  /** Where it enters larger texts, from the inside out. */
  readonly seams?: readonly Seam[];
}

export interface EnvAtom {
  readonly kind: 'env';
  readonly name: string;
  readonly via: Handover | null;
}

export interface HoleAtom {
  readonly kind: 'hole';
  readonly label: string;
  readonly reason: string;
  readonly location: Location;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly open: OpenParam | null;
  readonly via: Handover | null;
  readonly query: boolean;
}

export type Atom = TextAtom | EnvAtom | HoleAtom;

export interface TextValue extends Provenance {
  readonly type: 'text';
  readonly atoms: readonly Atom[];
}

export interface UnionValue extends Provenance {
  readonly type: 'union';
  readonly options: readonly Value[];
}

/** `null`, `undefined`, numbers, booleans. */
export interface PrimitiveValue extends Provenance {
  readonly type: 'primitive';
  readonly value: number | boolean | null | undefined | bigint;
}

/** A property of a known object: an expression still to be evaluated, or a value made by the evaluator. */
export type Slot =
  | { readonly kind: 'expression'; readonly node: SyntaxNode; readonly module: Module; readonly env: Env }
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

export interface ObjectValue extends Provenance {
  readonly type: 'object';
  /** The literal, for assignments made to it afterwards; null for objects the evaluator made. */
  readonly node: SyntaxNode | null;
  readonly entries: readonly ObjectEntry[];
}

export interface ArrayValue extends Provenance {
  readonly type: 'array';
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
  /** Arguments already given by `bind`. */
  readonly bound: readonly Argument[];
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
}

export interface Construction {
  readonly args: readonly Argument[];
  readonly call: CallNode;
  readonly module: Module;
}

/** Something that no file of the project defines: a package's export, a global, or a member of one. */
export interface ExternalValue extends Provenance {
  readonly type: 'external';
  /** Package name, or `global`. */
  readonly module: string;
  readonly path: readonly string[];
  /** What this is the result of, when it came from a call or `new`. */
  readonly made: {
    readonly by: ExternalValue;
    readonly args: readonly Argument[];
    readonly call: CallNode;
    readonly module: Module;
  } | null;
}

/** A configured client of an HTTP library: an axios instance, `got.extend(…)`, `new Pool(…)`. */
export interface ClientValue extends Provenance {
  readonly type: 'client';
  readonly library: string;
  /** What the instance was configured with, later ones win; null for the library's own default instance. */
  readonly options: readonly Value[];
  /** The call that made it, for assignments to its defaults. */
  readonly made: SyntaxNode | null;
  /** Member path on the client: `['get']`. */
  readonly path: readonly string[];
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
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly path: readonly string[];
}

/** `process.env` and its likes. */
export interface EnvObjectValue extends Provenance {
  readonly type: 'env-object';
}

export interface UnknownValue extends Provenance {
  readonly type: 'unknown';
  readonly reason: string;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly query: boolean;
}

export type Value =
  | TextValue
  | UnionValue
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

export type Argument =
  | { readonly kind: 'expression'; readonly node: SyntaxNode; readonly module: Module; readonly env: Env }
  | { readonly kind: 'spread'; readonly node: SyntaxNode; readonly module: Module; readonly env: Env }
  | { readonly kind: 'value'; readonly value: Value };

/** One call on the way to the place that is being evaluated. */
export interface Frame {
  /** A class stands for the initialisers of its fields. */
  readonly fn: FunctionNode | ClassNode;
  readonly args: readonly Argument[];
  readonly self: Value | null;
  readonly call: { readonly node: CallNode; readonly module: Module } | null;
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
}

export function extendEnv(parent: Env, frame: Frame, any: boolean): EnvLink {
  return { frame, parent, any, memo: new Map() };
}

export function findFrame(env: Env, fn: FunctionNode | ClassNode): Frame | null {
  for (let link = env; link !== null; link = link.parent) if (link.frame?.fn === fn) return link.frame;
  return null;
}

export const UNDEFINED: PrimitiveValue = { type: 'primitive', value: undefined, ...NO_PROVENANCE };

/** More possible values than this are not followed; hitting it is a reported reason. */
export const MAX_OPTIONS = 1000;

export function listOptions(value: Value): readonly Value[] {
  return value.type === 'union' ? value.options : [value];
}

function describeAtom(atom: Atom): string {
  if (atom.kind === 'text') return `t${atom.origin?.literal ?? ''}@${atom.origin?.start ?? ''}:${atom.text}`;
  if (atom.kind === 'env') return `e${atom.name}`;
  return `h${atom.module.path}:${atom.node.start}`;
}

function identityKey(value: Value): string | null {
  if (value.type === 'text') {
    const choices = (value.choices ?? []).map(({ source, option }) => `${source}=${option}`).join('&');
    return `${value.atoms.map(describeAtom).join('|')} ${choices}`;
  }
  if (value.type === 'primitive') return `p${String(value.value)}`;
  return null;
}

/** One value for several possible ones; equal texts are one. */
export function unite(values: readonly Value[]): Value {
  const flat: Value[] = [];
  const known = new Set<string | Value>();
  for (const value of values) {
    for (const option of listOptions(value)) {
      const key = identityKey(option) ?? option;
      if (known.has(key)) continue;
      known.add(key);
      flat.push(option);
    }
  }
  if (flat.length === 1 && flat[0] !== undefined) return flat[0];
  return { type: 'union', options: flat, ...NO_PROVENANCE };
}

/** Adds provenance to a value; unions hand it to each option. */
export function withProvenance<V extends Value>(
  value: V,
  refs: readonly number[],
  trail: readonly TrailStep[] = [],
): Value {
  if (refs.length === 0 && trail.length === 0) return value;
  if (value.type === 'union') {
    return { ...value, options: value.options.map((option) => withProvenance(option, refs, trail)) };
  }
  if (value.type === 'primitive') return value;
  return {
    ...value,
    refs: mergeRefs(value.refs, refs),
    trail: mergeTrail(value.trail, trail),
  };
}

/** Adds choices to a value; unions hand them to each option. */
export function withChoices(value: Value, choices: readonly Choice[] | undefined): Value {
  if (choices === undefined || choices.length === 0 || value.type === 'primitive') return value;
  if (value.type === 'union') return { ...value, options: value.options.map((option) => withChoices(option, choices)) };
  return { ...value, choices: mergeChoices(value.choices, choices) ?? choices };
}

/** The choices of two values that are used together; null when they cannot be. */
export function mergeChoices(
  first: readonly Choice[] | undefined,
  second: readonly Choice[] | undefined,
): readonly Choice[] | null {
  if (first === undefined || first.length === 0) return second ?? [];
  if (second === undefined || second.length === 0) return first;
  const merged = [...first];
  for (const choice of second) {
    const known = first.find((entry) => entry.source === choice.source);
    if (known === undefined) merged.push(choice);
    else if (known.option !== choice.option) return null;
  }
  return merged;
}

/** The possible outcomes of one decision. */
export function chooseBetween(source: string, values: readonly Value[]): Value {
  if (values.length < 2) return unite(values);
  return unite(values.map((value, option) => withChoices(value, [{ source, option }])));
}

/** References remembered for one value; code that builds a text in a circle would add to them for ever. */
const MAX_REFS = 256;
const MAX_TRAIL = 16;

export function mergeRefs(first: readonly number[], second: readonly number[]): readonly number[] {
  if (second.length === 0 || first.length >= MAX_REFS) return first;
  if (first.length === 0) return second;
  const added = second.filter((ref) => !first.includes(ref));
  return added.length === 0 ? first : [...first, ...added];
}

export function mergeTrail(first: readonly TrailStep[], second: readonly TrailStep[]): readonly TrailStep[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  if (first.length >= MAX_TRAIL) return first;
  const merged = [...first];
  for (const step of second) {
    if (!merged.some((known) => known.file === step.file && known.line === step.line && known.column === step.column))
      merged.push(step);
  }
  return merged;
}

/** Marks the texts of a value as handed over by a call; the outermost call keeps the mark. */
export function withHandover(value: Value, via: Handover): Value {
  switch (value.type) {
    case 'text':
      return { ...value, atoms: value.atoms.map((atom) => (atom.via === null ? { ...atom, via } : atom)) };
    case 'union':
      return { ...value, options: value.options.map((option) => withHandover(option, via)) };
    case 'object':
    case 'array':
    case 'unknown':
      return value.via === undefined ? { ...value, via } : value;
    case 'url':
      return { ...value, href: withHandover(value.href, via) };
    default:
      return value;
  }
}

/** Applies a change to the whole URL of every URL object a value can be. */
export function mapUrls(value: Value, change: (href: Value) => Value): Value {
  if (value.type === 'url') return { ...value, href: change(value.href) };
  return value.type === 'union' ? { ...value, options: value.options.map((option) => mapUrls(option, change)) } : value;
}
