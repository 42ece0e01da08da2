import type * as t from '@babel/types';
import { append } from '../../model/append.ts';
import { findTypeMember, type TypeDeclaration } from '../../syntax/declared-members.ts';
import type { ClassNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { listImportEndings } from '../importing/import-endings.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/** Types that the project declares: where a name leads, what a member is declared to be, which classes implement an interface. */

/** A type where it is written. */
export interface PlacedType {
  readonly type: t.TSType;
  readonly module: Module;
}

interface PlacedDeclaration {
  readonly declarations: readonly TypeDeclaration[];
  readonly module: Module;
}

/** Longer ways of re-exports, aliases and inherited interfaces are not followed. */
const MAX_HOPS = 8;

function findOwn(module: Module, name: string): readonly TypeDeclaration[] {
  return module.scripts.flatMap(({ types }) => types.get(name) ?? []);
}

function findExported(graph: ModuleGraph, module: Module, name: string, hops: number): PlacedDeclaration | null {
  if (hops > MAX_HOPS) return null;
  const declarations = findOwn(module, name);
  if (declarations.length > 0) return { declarations, module };
  const follow = (specifier: string, imported: string) => {
    const target = graph.resolve(module, specifier);
    return typeof target === 'string' ? null : findExported(graph, target, imported, hops + 1);
  };
  const exported = module.exports.get(name);
  if (exported?.kind === 'from') return follow(exported.specifier, exported.imported);
  const source = exported?.kind === 'binding' ? exported.binding.source : null;
  if (source?.kind === 'import') return follow(source.specifier, source.imported);
  for (const star of module.stars) {
    const found = follow(star, name);
    if (found !== null) return found;
  }
  return null;
}

/** The declaration that a name in a type stands for, here or in the file that it is imported from. */
export function findTypeDeclaration(graph: ModuleGraph, module: Module, name: string): PlacedDeclaration | null {
  const declarations = findOwn(module, name);
  if (declarations.length > 0) return { declarations, module };
  for (const { root } of module.scripts) {
    const source = root.bindings.get(name)?.source;
    if (source?.kind !== 'import') continue;
    const target = graph.resolve(module, source.specifier);
    return typeof target === 'string' ? null : findExported(graph, target, source.imported, 0);
  }
  return null;
}

/** `Promise<Context>` and the like are read as their argument. */
const TRANSPARENT = /^(?:Promise|PromiseLike|Awaited|Readonly|Required|Partial|NonNullable|Omit|Pick|DeepReadonly)$/;

export function nameType({ typeName }: t.TSTypeReference): string | null {
  return typeName.type === 'Identifier' ? typeName.name : null;
}

/** What an alias stands for; null where the name is that of something else. */
export function findAlias(graph: ModuleGraph, { type, module }: PlacedType): PlacedType | null {
  const name = type.type === 'TSTypeReference' ? nameType(type) : null;
  const found = name === null ? null : findTypeDeclaration(graph, module, name);
  const [only] = found?.declarations ?? [];
  if (found === null || only?.type !== 'TSTypeAliasDeclaration') return null;
  return { type: only.typeAnnotation, module: found.module };
}

/** The types that a type is made of: the parts of an intersection, what an alias stands for, what it is about. */
function listParts(graph: ModuleGraph, of: PlacedType): readonly PlacedType[] {
  const { type, module } = of;
  if (type.type === 'TSIntersectionType' || type.type === 'TSUnionType')
    return type.types.map((part) => ({ type: part, module }));
  const alias = findAlias(graph, of);
  if (alias !== null) return [alias];
  const name = type.type === 'TSTypeReference' ? nameType(type) : null;
  const about = type.type === 'TSTypeReference' ? type.typeParameters?.params[0] : undefined;
  return name !== null && TRANSPARENT.test(name) && about !== undefined ? [{ type: about, module }] : [];
}

/** The same all the way down, the type itself among them. */
export function listAliased(graph: ModuleGraph, of: PlacedType, hops = 0): readonly PlacedType[] {
  return hops > MAX_HOPS ? [] : [of, ...listParts(graph, of).flatMap((part) => listAliased(graph, part, hops + 1))];
}

/** The types that an interface extends, as references. */
function listExtended(declaration: t.TSInterfaceDeclaration, module: Module): readonly PlacedType[] {
  return (declaration.extends ?? []).map(({ expression, typeParameters }) => ({
    type: { type: 'TSTypeReference', typeName: expression, typeParameters } as t.TSTypeReference,
    module,
  }));
}

/** What a member of the type is declared to be; null where the type is not of the project or has no such member. */
export function findMemberType(graph: ModuleGraph, of: PlacedType, name: string, hops = 0): PlacedType | null {
  if (hops > MAX_HOPS) return null;
  const next = (inner: PlacedType) => findMemberType(graph, inner, name, hops + 1);
  const { type, module } = of;
  if (type.type === 'TSTypeLiteral') {
    const member = findTypeMember(type.members, name);
    return member === null ? null : { type: member, module };
  }
  const found = type.type === 'TSTypeReference' ? findTypeDeclaration(graph, module, nameType(type) ?? '') : null;
  for (const declaration of found?.declarations ?? []) {
    if (declaration.type !== 'TSInterfaceDeclaration' || found === null) continue;
    const member = findTypeMember(declaration.body.body, name);
    if (member !== null) return { type: member, module: found.module };
    for (const extended of listExtended(declaration, found.module)) {
      const inherited = next(extended);
      if (inherited !== null) return inherited;
    }
  }
  for (const part of listParts(graph, of)) {
    const inner = next(part);
    if (inner !== null) return inner;
  }
  return null;
}

interface Implementer {
  readonly node: ClassNode;
  readonly module: Module;
}

/** Files whose importers were looked at. */
const searched = new WeakMap<ModuleGraph, Set<string>>();

function nameImplemented(entry: SyntaxNode): string | null {
  const named = 'expression' in entry ? (entry.expression as SyntaxNode) : null;
  return named?.type === 'Identifier' ? named.name : null;
}

/** By a name: the classes that say that they implement something of that name, of all files that are loaded. */
const listNamed = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<string, Implementer[]>(),
  (byName, module) => {
    for (const node of module.scripts.flatMap(({ classes }) => classes))
      for (const entry of node.implements ?? []) {
        const own = nameImplemented(entry);
        if (own !== null) append(byName, own, { node, module });
      }
  },
);

/** The classes that implement an interface of the project; none where the name is that of something else. */
export function listImplementers({ graph }: Evaluator, reference: t.TSTypeReference, from: Module) {
  const name = nameType(reference);
  const declared = name === null ? null : findTypeDeclaration(graph, from, name);
  const [first] = declared?.declarations ?? [];
  if (name === null || declared === null || first?.type !== 'TSInterfaceDeclaration') return [];
  const asked = searched.get(graph) ?? new Set();
  searched.set(graph, asked);
  const { path } = declared.module;
  if (!asked.has(path)) {
    asked.add(path);
    // Who implements it names it, and perhaps no path.
    for (const mention of graph.project.findMentions(listImportEndings([path], graph.project)))
      if (mention.text.includes('implements')) graph.load(mention.path);
  }
  return (listNamed(graph).get(first.id.name) ?? []).filter(({ node, module }) =>
    (node.implements ?? []).some((entry) => {
      const own = findTypeDeclaration(graph, module, nameImplemented(entry) ?? '');
      return own?.declarations[0] === first;
    }),
  );
}
