import type * as t from '@babel/types';
import type { PatternStep } from './destructuring.ts';
import { type ClassNode, type FunctionNode, isClassNode, isFunctionNode } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** Where a name gets its value from. */
export type BindingSource =
  | { readonly kind: 'value'; readonly node: SyntaxNode | null; readonly steps: readonly PatternStep[] }
  | { readonly kind: 'element'; readonly of: SyntaxNode; readonly steps: readonly PatternStep[] }
  | { readonly kind: 'key'; readonly of: SyntaxNode }
  | {
      readonly kind: 'param';
      readonly fn: FunctionNode;
      readonly index: number;
      readonly rest: boolean;
      readonly steps: readonly PatternStep[];
    }
  | { readonly kind: 'import'; readonly specifier: string; readonly imported: string }
  | { readonly kind: 'function'; readonly fn: FunctionNode }
  | { readonly kind: 'class'; readonly node: ClassNode }
  | { readonly kind: 'enum'; readonly node: t.TSEnumDeclaration }
  | { readonly kind: 'namespace'; readonly node: t.TSModuleDeclaration }
  | { readonly kind: 'opaque' };

export interface Assignment {
  readonly node: t.AssignmentExpression;
  readonly steps: readonly PatternStep[];
}

export interface Binding {
  readonly name: string;
  readonly source: BindingSource;
  /** The identifier that declares it. */
  readonly declaration: SyntaxNode;
  readonly scope: Scope;
  /** Grows by `addAssignment` only. */
  readonly assignments: readonly Assignment[];
  /** Is it counted up or down somewhere (`i++`)? Set by `markCounted`. */
  readonly isCounted: boolean;
}

export interface Scope {
  readonly node: SyntaxNode;
  readonly parent: Scope | null;
  /** Grows by `addBinding` only. */
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** The scopes of a script, by the nodes that open them. */
export interface ScopeTable {
  readonly root: Scope;
  readonly scopes: Map<SyntaxNode, Scope>;
}

/** Most blocks declare nothing, and most names are given a value once: they share these. */
const NO_BINDINGS = new Map<string, Binding>();
const NO_ASSIGNMENTS: Assignment[] = [];

export function createScope(node: SyntaxNode, parent: Scope | null): Scope {
  return { node, parent, bindings: NO_BINDINGS };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export function addBinding(scope: Scope, name: string, source: BindingSource, declaration: SyntaxNode): void {
  if (scope.bindings === NO_BINDINGS) (scope as Writable<Scope>).bindings = new Map();
  const binding = { name, source, declaration, scope, assignments: NO_ASSIGNMENTS, isCounted: false };
  (scope.bindings as Map<string, Binding>).set(name, binding);
}

export function addAssignment(binding: Binding, assignment: Assignment): void {
  if (binding.assignments === NO_ASSIGNMENTS) (binding as Writable<Binding>).assignments = [assignment];
  else (binding.assignments as Assignment[]).push(assignment);
}

export function markCounted(binding: Binding): void {
  (binding as Writable<Binding>).isCounted = true;
}

export function opensScope(node: SyntaxNode): boolean {
  if (isFunctionNode(node) || isClassNode(node)) return true;
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'CatchClause':
    case 'SwitchStatement':
    case 'TSModuleBlock':
    case 'StaticBlock':
      return true;
    default:
      return false;
  }
}

/** The nearest scope around a node. */
export function findScope(table: ScopeTable, node: SyntaxNode): Scope {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = getParent(at)) {
    const scope = opensScope(at) ? table.scopes.get(at) : undefined;
    if (scope !== undefined) return scope;
  }
  return table.root;
}

/** Where `var` and function declarations go. */
export function findFunctionScope(scope: Scope): Scope {
  let at = scope;
  while (
    at.parent !== null &&
    !isFunctionNode(at.node) &&
    at.node.type !== 'Program' &&
    at.node.type !== 'TSModuleBlock'
  )
    at = at.parent;
  return at;
}

/** The binding that an identifier in value position refers to; undefined for a global. */
export function findBinding(table: ScopeTable, identifier: t.Identifier | t.JSXIdentifier): Binding | undefined {
  for (let scope: Scope | null = findScope(table, identifier); scope !== null; scope = scope.parent) {
    const binding = scope.bindings.get(identifier.name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}
