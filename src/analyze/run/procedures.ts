import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';

/** `const add = (part) => { url += part; }`: functions of a function that are called for what they do to its names. */

function findName(fn: FunctionNode): SyntaxNode | null {
  if (fn.type === 'FunctionDeclaration') return fn.id ?? null;
  const parent = getParent(fn);
  return parent?.type === 'VariableDeclarator' && parent.init === fn ? parent.id : null;
}

function isCalledAsStatement(name: SyntaxNode): boolean {
  const call = getParent(name);
  return call?.type === 'CallExpression' && call.callee === name && getParent(call)?.type === 'ExpressionStatement';
}

/** Is it used for nothing but to be called, each time as a statement? */
export function isProcedure(fn: FunctionNode, module: Module): boolean {
  const name = findName(fn);
  const binding = findBindingOf(module, name);
  if (binding === undefined || binding.scope.parent === null || fn.async === true || fn.generator === true)
    return false;
  if (!fn.params.every(({ type }) => type === 'Identifier')) return false;
  const uses = findScript(module, fn)
    .identifiers.get(binding.name)
    .filter((identifier) => identifier !== name && findBindingOf(module, identifier) === binding);
  return uses.length > 0 && uses.every(isCalledAsStatement);
}

export interface ProcedureCall {
  readonly fn: FunctionNode;
  readonly params: readonly Binding[];
  readonly args: readonly SyntaxNode[];
}

function findFunction({ source }: Binding): FunctionNode | null {
  if (source.kind === 'function') return source.fn;
  const value =
    source.kind === 'value' && source.node !== null && source.steps.length === 0 ? unwrap(source.node) : null;
  return value !== null && isFunctionNode(value) ? value : null;
}

/** The procedure that a statement calls; null for every other call. */
export function findProcedureCall(node: t.CallExpression, module: Module): ProcedureCall | null {
  const binding = findBindingOf(module, node.callee);
  const fn = binding === undefined || binding.assignments.length > 0 ? null : findFunction(binding);
  if (fn === null || !isProcedure(fn, module)) return null;
  const params = fn.params.flatMap((param) =>
    param.type === 'Identifier' ? (findBindingOf(module, param) ?? []) : [],
  );
  return { fn, params, args: node.arguments };
}
