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
  readonly assignments: Assignment[];
}

export interface Scope {
  readonly node: SyntaxNode;
  readonly parent: Scope | null;
  readonly bindings: Map<string, Binding>;
}

/** The scopes of a script, by the nodes that open them. */
export interface ScopeTable {
  readonly root: Scope;
  readonly scopes: Map<SyntaxNode, Scope>;
}

export function createScope(node: SyntaxNode, parent: Scope | null): Scope {
  return { node, parent, bindings: new Map() };
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
    const scope = table.scopes.get(at);
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
