import type * as t from '@babel/types';
import { type FunctionNode, isMemberNode, nameMember } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** Modules as loaders of browsers take them: `define(['./config', 'axios'], function (config, axios) { … })`, `require([…], …)`. */

interface LoaderCall {
  /** What it loads, by the parameters of the factory; null where the literal does not stand there. */
  readonly specifiers: readonly (string | null)[];
  readonly isDefinition: boolean;
  /** The function that is called with what was loaded, or what the module is. */
  readonly given: SyntaxNode;
}

/** What a loader hands over itself. */
const OWN: readonly string[] = ['require', 'exports', 'module'];

/** `define`, `require`, `requirejs`, `sap.ui.define`, `sap.ui.require` */
function readLoader(callee: SyntaxNode): string | null {
  if (callee.type === 'Identifier') return /^(?:define|require|requirejs)$/.test(callee.name) ? callee.name : null;
  if (!isMemberNode(callee) || !isMemberNode(callee.object) || nameMember(callee.object) !== 'ui') return null;
  const { object } = callee.object;
  const name = nameMember(callee);
  return object.type === 'Identifier' && object.name === 'sap' && /^(?:define|require)$/.test(name ?? '') ? name : null;
}

export function readLoaderCall(node: SyntaxNode | null | undefined): LoaderCall | null {
  const loader = node?.type === 'CallExpression' ? readLoader(node.callee) : null;
  if (node?.type !== 'CallExpression' || loader === null) return null;
  const named = node.arguments[0]?.type === 'StringLiteral' ? node.arguments.slice(1) : node.arguments;
  const [first, second] = named;
  const list = first?.type === 'ArrayExpression' ? first : null;
  const given = list === null ? first : second;
  const isDefinition = loader === 'define';
  if (given === undefined || (list === null && !isDefinition)) return null;
  const specifiers =
    list === null ? OWN : list.elements.map((item) => (item?.type === 'StringLiteral' ? item.value : null));
  return { specifiers, isDefinition, given };
}

/** The call of a loader that a function is handed to as what is called with the loaded. */
function findLoaderCall(fn: FunctionNode, parent: SyntaxNode | null | undefined): LoaderCall | null {
  const call = readLoaderCall(parent);
  return call?.given === fn ? call : null;
}

/** The module that a parameter stands for; null for what the loader hands over itself, and for all other parameters. */
export function findLoadedSpecifier(fn: FunctionNode, index: number, parent: SyntaxNode | null): string | null {
  const specifier = findLoaderCall(fn, parent)?.specifiers[index] ?? null;
  return specifier === null || OWN.includes(specifier) || specifier.includes('!') ? null : specifier;
}

/** Is it the `require` that the loader hands to a module? */
export function isHandedLoader(fn: FunctionNode, index: number): boolean {
  return findLoaderCall(fn, getParent(fn))?.specifiers[index] === 'require';
}

function listOwnReturns(body: t.BlockStatement): readonly t.ReturnStatement[] {
  return body.body.filter((statement) => statement.type === 'ReturnStatement');
}

/** What a module is that a loader takes: the object that it is given, or what its function gives back in the end. */
export function findDefined(node: SyntaxNode): SyntaxNode | null {
  const call = readLoaderCall(node);
  if (call === null || !call.isDefinition) return null;
  const { given } = call;
  if (given.type === 'ObjectExpression') return given;
  if (given.type !== 'FunctionExpression' && given.type !== 'ArrowFunctionExpression') return null;
  if (given.body.type !== 'BlockStatement') return given.body;
  return listOwnReturns(given.body).at(-1)?.argument ?? null;
}

/** The functions that loaders call with what they loaded. */
export function findFactory(node: SyntaxNode): FunctionNode | null {
  const given = readLoaderCall(node)?.given;
  return given?.type === 'FunctionExpression' || given?.type === 'ArrowFunctionExpression' ? given : null;
}
