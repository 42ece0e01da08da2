import type { CallExpression } from '@babel/types';
import { readLoaderCall } from '../../syntax/amd.ts';
import { isFunctionNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isRead, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { listNames, mayLead } from '../modules/read-on.ts';
import { findSpecifier } from '../modules/required.ts';
import { listImportBindings } from './importers.ts';

/** Modules whose exports hold path texts, or give them back: who imports one may use the text for something else. */

/** What passes a text on as it is, or as part of a larger one. */
const CARRIERS =
  /^(?:TemplateLiteral|BinaryExpression|ConditionalExpression|LogicalExpression|TSAs|TSSatisfies|TSNonNull|TSTypeAssertion|Object(?:Expression|Property)|ArrayExpression|SpreadElement|TSEnum|ReturnStatement|BlockStatement|IfStatement|SwitchCase|SwitchStatement|(?:Optional)?MemberExpression)/;
const ENDS =
  /^(?:VariableDeclarator|ExportDefaultDeclaration|TSEnumDeclaration|Class(?:Private)?Property|ClassAccessorProperty|AssignmentExpression|TSExportAssignment|FunctionDeclaration|ClassMethod)$/;

/** `'/calls/:id'.replace(':id', id)`, `base.concat('/calls')`: the name of the method. */
function nameMethod({ callee }: CallExpression): string | null {
  const member = unwrap(callee);
  return nameMember(member);
}

/** Does the text become, or belong to, what a name stands for or a function gives back? */
function isPassedOn(module: Module, text: SyntaxNode): boolean {
  let isGivenBack = false;
  // `export const calls = resource('/calls')`: what a builder gives back may hold it.
  let isBuilt = false;
  for (let at = getParent(text), part = text; at !== undefined; part = at, at = getParent(at)) {
    if (at.type === 'ReturnStatement') isGivenBack = true;
    if (at.type === 'BlockStatement' && !isGivenBack) return false;
    if (ENDS.test(at.type)) return true;
    if (isFunctionNode(at)) {
      if (isBuilt) return false;
      isGivenBack = false;
      continue;
    }
    if (readLoaderCall(at)?.isDefinition) return true;
    const isFrozen =
      at.type === 'CallExpression' &&
      /^(?:Object\.|new |Set|Map)/.test(module.text.slice(at.start ?? 0, (at.start ?? 0) + 8));
    const isText = at.type === 'CallExpression' && (at.callee === part || nameMethod(at) === 'concat');
    if (at.type === 'CallExpression' && !isFrozen && !isText) isBuilt = true;
    else if (!isFrozen && !isText && at.type !== 'NewExpression' && !CARRIERS.test(at.type)) return false;
  }
  return false;
}

function holdsPath(module: Module, path: RegExp): boolean {
  return module.scripts.some((script) =>
    script.paths.some((node) => {
      const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.raw ?? '');
      return path.test(text) && isPassedOn(module, node);
    }),
  );
}

/** `export const MENU = [{ href: CALLS }]`, with `CALLS` of a module that shares it. */
function passesOnFrom(
  graph: ModuleGraph,
  module: Module,
  sharing: ReadonlySet<string>,
  names: ReadonlySet<string>,
): boolean {
  return module.scripts.some((script) =>
    listImportBindings(script).some((binding) => {
      const specifier = findSpecifier(binding.source, module);
      if (specifier === null || !mayLead(specifier, names)) return false;
      const isCarried = script.identifiers
        .get(binding.name)
        .some((node) => isRead(node) && findBinding(script, node) === binding && isPassedOn(module, node));
      // Asked last: most names are called, and to find a file takes longest.
      const path = isCarried ? graph.findFile(module, specifier) : null;
      return path !== null && sharing.has(path);
    }),
  );
}

/** The paths of these modules; `words`: the first segments of paths that matter. */
export function listSharing(graph: ModuleGraph, words: readonly string[]): ReadonlySet<string> {
  const path = new RegExp(`^/?(?:${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})(?![\\w-])`);
  const exporting = graph.loaded.filter((module) => module.exports.size > 0);
  const sharing = new Set(exporting.filter((module) => holdsPath(module, path)).map((module) => module.path));
  for (let before = -1; before < sharing.size; ) {
    before = sharing.size;
    const names = listNames(sharing);
    for (const module of exporting)
      if (!sharing.has(module.path) && passesOnFrom(graph, module, sharing, names)) sharing.add(module.path);
  }
  return sharing;
}
