import type * as t from '@babel/types';
import { append } from '../../model/append.ts';
import { quoteName } from '../../model/name-patterns.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateBinding } from '../expressions/names.ts';
import { gather } from '../growing.ts';
import { listImportEndings } from '../importing/import-endings.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { unite } from '../values/unions.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';
import { findTypeDeclaration, nameType } from './declared-types.ts';

/**
 * `createHttp(): Http`, `const http: Http = { … }`, a method of a table or a class that gives one back: what the project makes
 * of a type that it declares itself.
 */

/** Of a type that so many make, nobody knows which one is meant. */
const MAX_MAKERS = 8;

/** `Http` of `: Http` and `: Promise<Http>`. */
function readType(annotation: SyntaxNode | null | undefined): t.TSTypeReference | null {
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : annotation;
  if (type?.type !== 'TSTypeReference') return null;
  const [about] = type.typeParameters?.params ?? [];
  return nameType(type) === 'Promise' && about !== undefined ? readType(about) : type;
}

/** What a name at the top of a file is said to be, or to give back. */
function findSaid({ source, declaration }: Binding): t.TSTypeReference | null {
  if (source.kind !== 'function' && source.kind !== 'value') return null;
  if (source.kind === 'value' && declaration.type === 'Identifier' && declaration.typeAnnotation)
    return source.steps.length === 0 ? readType(declaration.typeAnnotation) : null;
  const fn = source.kind === 'function' ? source.fn : source.node;
  return fn !== null && isFunctionNode(fn) ? readReturned(fn) : null;
}

function readReturned(fn: FunctionNode): t.TSTypeReference | null {
  return 'returnType' in fn ? readType(fn.returnType) : null;
}

/** `{ createHttp(): Http { … } }`, `class Clients { make(): Http { … } }`: the functions that a table or a class at the top holds. */
function listMethods({ source }: Binding): readonly FunctionNode[] {
  if (source.kind === 'class')
    return source.node.body.body.flatMap((member) => (member.type === 'ClassMethod' ? [member] : []));
  const table = source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (table?.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((member) => {
    const held = member.type === 'ObjectProperty' ? unwrap(member.value) : member;
    return isFunctionNode(held) ? [held] : [];
  });
}

function evaluateMaker(evaluator: Evaluator, { binding, fn, module }: Maker): Value | null {
  const value: Value =
    fn === null
      ? evaluateBinding(evaluator, binding, module, null, binding.declaration)
      : { type: 'function', fn, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
  if (value.type === 'object') return value;
  if (value.type !== 'function') return null;
  return evaluateReturn(evaluator, value, { args: [], call: null, from: evaluator.anyCaller }, true);
}

interface Maker {
  readonly binding: Binding;
  /** The function that what the name stands for holds; null for the name itself. */
  readonly fn: FunctionNode | null;
  readonly module: Module;
}

/** Declarations of which the makers were searched for. */
const searched = new WeakMap<ModuleGraph, Set<SyntaxNode>>();

/** By the name of the type that they name, of all files that are loaded, other than tests. */
const listMakers = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<string, Maker[]>(),
  (byName, module) => {
    if (isTestFile(module.path)) return;
    for (const { root } of module.scripts)
      for (const binding of root.bindings.values()) {
        const own = [{ said: findSaid(binding), fn: null }];
        const held = listMethods(binding).map((fn) => ({ said: readReturned(fn), fn }));
        for (const { said, fn } of [...own, ...held]) {
          const name = said === null ? null : nameType(said);
          if (name !== null) append(byName, name, { binding, fn, module });
        }
      }
  },
);

/** What is made of the type, other than by tests; null where nobody says so. */
export function evaluateMade(evaluator: Evaluator, type: t.TSTypeReference, from: Module): Value | null {
  const { graph } = evaluator;
  const declared = findTypeDeclaration(graph, from, nameType(type) ?? '');
  const [first] = declared?.declarations ?? [];
  if (declared === null || first === undefined) return null;
  const { name } = first.id;
  const asked = searched.get(graph) ?? new Set();
  searched.set(graph, asked);
  if (!asked.has(first)) {
    asked.add(first);
    // Who makes one names the type, and perhaps no path.
    const makes = new RegExp(`:\\s*(?:Promise<)?${quoteName(name)}(?![\\w$])`);
    for (const mention of graph.project.findMentions(listImportEndings([declared.module.path], graph.project)))
      if (makes.test(mention.text)) graph.load(mention.path);
  }
  const makers = (listMakers(graph).get(name) ?? []).filter(
    ({ module }) => findTypeDeclaration(graph, module, name)?.declarations[0] === first,
  );
  if (makers.length > MAX_MAKERS) return null;
  const values = makers.flatMap((maker) => evaluateMaker(evaluator, maker) ?? []);
  return values.length === 0 ? null : unite(values);
}
