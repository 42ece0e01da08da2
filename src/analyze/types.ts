import type * as t from '@babel/types';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateConfigType } from './config-factories.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, type Module } from './modules.ts';
import { evaluateBinding } from './names.ts';
import { type Env, NO_PROVENANCE, type Value } from './values.ts';

/** Type annotations as evidence of what a value is: only classes and package types, for injected dependencies. */

function findAnnotation(node: SyntaxNode | undefined): SyntaxNode | null {
  if (node === undefined) return null;
  if (node.type === 'TSParameterProperty') return findAnnotation(node.parameter);
  if (node.type === 'AssignmentPattern') return findAnnotation(node.left);
  if (!('typeAnnotation' in node) || !node.typeAnnotation) return null;
  const annotation = node.typeAnnotation;
  return annotation.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : null;
}

function findHead(name: t.TSEntityName): { readonly head: t.Identifier; readonly path: readonly string[] } | null {
  if (name.type === 'Identifier') return { head: name, path: [] };
  if (name.type !== 'TSQualifiedName') return null;
  const left = findHead(name.left);
  return left === null ? null : { head: left.head, path: [...left.path, name.right.name] };
}

/** What a name in a type stands for, as a value. */
function evaluateNamed(evaluator: Evaluator, node: t.TSEntityName, module: Module, env: Env): Value | null {
  const name = findHead(node);
  if (name === null) return null;
  const binding = findBindingOf(module, name.head);
  if (binding === undefined) return null;
  return name.path.reduce<Value>(
    (current, member) => evaluator.getProperty(current, member, node, module),
    evaluateBinding(evaluator, binding, module, env, binding.declaration),
  );
}

/** `typeof voice` in `ConfigType<typeof voice>`. */
function findQueried({ typeParameters }: t.TSTypeReference): t.TSEntityName | null {
  const [first] = typeParameters?.params ?? [];
  return first?.type === 'TSTypeQuery' && first.exprName.type !== 'TSImportType' ? first.exprName : null;
}

/** An instance of the named class, or of a package's type; null when the type says nothing. */
function evaluateType(evaluator: Evaluator, type: SyntaxNode, module: Module, env: Env): Value | null {
  if (type.type !== 'TSTypeReference') return null;
  const value = evaluateNamed(evaluator, type.typeName, module, env);
  if (value === null) return null;
  if (value.type === 'external' && value.module === '@nestjs/config' && value.path.join('.') === 'ConfigType') {
    const queried = findQueried(type);
    const made = queried === null ? null : evaluateNamed(evaluator, queried, module, env);
    return made === null ? null : evaluateConfigType(evaluator, made);
  }
  return instantiate(value, env?.any === true);
}

/** An instance of a class, or of a package's type, of which nobody saw how it was made; null for anything else. */
export function instantiate(type: Value, any = true): Value | null {
  if (type.type === 'class') return { type: 'instance', of: type, construction: null, any, ...NO_PROVENANCE };
  if (type.type !== 'external') return null;
  return { type: 'external', module: type.module, path: [...type.path, 'instance()'], made: null, ...NO_PROVENANCE };
}

export function evaluateParamType(
  evaluator: Evaluator,
  param: SyntaxNode | undefined,
  module: Module,
  env: Env,
): Value | null {
  const annotation = findAnnotation(param);
  return annotation === null ? null : evaluateType(evaluator, annotation, module, env);
}

/** The same for a declared field: `private http = inject(HttpClient)` has a value, `@Inject() http: HttpService` only a type. */
export function evaluateFieldType(evaluator: Evaluator, field: SyntaxNode, module: Module, env: Env): Value | null {
  const annotation = findAnnotation(field);
  return annotation === null ? null : evaluateType(evaluator, annotation, module, env);
}
