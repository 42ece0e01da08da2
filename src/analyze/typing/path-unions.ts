import type * as t from '@babel/types';
import { findAnnotation } from '../../syntax/declared-members.ts';
import { isFunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { findAlias, findTypeDeclaration } from '../classes/declared-types.ts';
import { readUncommented } from '../modules/code-text.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import type { Compared, PlacedNode } from '../questions/compared-texts.ts';
import { listDeclarations } from './type-texts.ts';

/**
 * `type Path = '/agents' | '/calls'` beside `get(path: Path)`: a type that is named for nothing but what functions are handed. Its
 * texts are those with which what is handed over is compared where the code is compiled, so they change with it.
 */

interface Union {
  readonly name: string;
  readonly declaration: t.TSTypeAliasDeclaration;
  readonly module: Module;
  readonly texts: readonly t.StringLiteral[];
}

/** The texts of a type that is made of nothing else; null for all others. */
function listTexts(type: t.TSType): readonly t.StringLiteral[] | null {
  const parts = type.type === 'TSUnionType' ? type.types : [type];
  const texts = parts.flatMap((part) =>
    part.type === 'TSLiteralType' && part.literal.type === 'StringLiteral' ? [part.literal] : [],
  );
  return texts.length === parts.length ? texts : null;
}

function toUnion(declaration: SyntaxNode, module: Module): Union | null {
  if (declaration.type !== 'TSTypeAliasDeclaration' || declaration.typeParameters) return null;
  const texts = listTexts(declaration.typeAnnotation);
  return texts === null ? null : { name: declaration.id.name, declaration, module, texts };
}

/** The union that a parameter is of, or that a place in a type belongs to. */
function findUnion(graph: ModuleGraph, { node, module }: PlacedNode): Union | null {
  if (node.type === 'TSTypeAliasDeclaration') return toUnion(node, module);
  const type = node.type === 'Identifier' ? findAnnotation(node) : null;
  const alias = type?.type === 'TSTypeReference' ? findAlias(graph, { type, module }) : null;
  if (alias === null) return null;
  const declaration = listDeclarations(alias.module).find(
    (one) => one.type === 'TSTypeAliasDeclaration' && one.typeAnnotation === alias.type,
  );
  return declaration === undefined ? null : toUnion(declaration, alias.module);
}

/** The parameters of one module that are of the union, by its name alone. */
function listParams(graph: ModuleGraph, module: Module, { name, declaration }: Union): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  for (const { program } of module.scripts)
    walk(program, true, (node) => {
      if (!isFunctionNode(node)) return true;
      for (const param of node.params) {
        const type = param.type === 'Identifier' ? findAnnotation(param) : null;
        const isNamed =
          type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === name;
        if (isNamed && findAlias(graph, { type, module })?.type === declaration.typeAnnotation)
          found.push({ node: param, module });
      }
      return true;
    });
  return found;
}

const IMPORTED = /\bimport\s+(?:type\s+)?\{[^}]*\}/g;

/** How often a file names the union where it is neither declared nor imported. */
function countNames(module: Module, name: string): number {
  const code = readUncommented(module).replace(IMPORTED, '');
  const all = code.match(new RegExp(`(?<![\\w$.'"\`/-])${name}(?![\\w$'"\`/-])`, 'g'))?.length ?? 0;
  return all - (code.match(new RegExp(`\\btype\\s+${name}(?![\\w$])`, 'g'))?.length ?? 0);
}

/** `import { Path as P }`, `paths.Path`, `export { Path }`: the union under names that nobody counts. */
function isNamedOtherwise({ text }: Module, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name}\\s+as\\s|\\.\\s*${name}(?![\\w$])`).test(text);
}

/** The texts of the union as what the arguments are compared with; null where it says something of other values as well. */
export function findComparedUnion(graph: ModuleGraph, place: PlacedNode): Compared | null {
  const union = findUnion(graph, place);
  if (union === null || !/^\w+$/.test(union.name)) return null;
  const params: PlacedNode[] = [];
  for (const module of graph.loaded) {
    if (!module.text.includes(union.name)) continue;
    if (isNamedOtherwise(module, union.name)) return null;
    const found = findTypeDeclaration(graph, module, union.name);
    if (found?.declarations.some((declaration) => declaration === union.declaration) !== true) continue;
    const own = listParams(graph, module, union);
    if (countNames(module, union.name) !== own.length) return null;
    params.push(...own);
  }
  if (params.length === 0) return null;
  return {
    holder: union.declaration,
    texts: union.texts.map((node) => ({ node, module: union.module })),
    isFree: true,
    questions: params.map((param) => ({ kind: 'same', ...param })),
  };
}
