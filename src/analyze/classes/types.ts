import type * as t from '@babel/types';
import { findAnnotation } from '../../syntax/declared-members.ts';
import { getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateBinding } from '../expressions/names.ts';
import { listAugmented } from '../frameworks/augmented-members.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { evaluateConfigType } from '../settings/config-factories.ts';
import { unite } from '../values/unions.ts';
import { type Env, type ExternalValue, NO_PROVENANCE, type ParamValue, type Value } from '../values/values.ts';
import { evaluateMade } from './declared-makers.ts';
import { findAlias, findMemberType, listAliased, listImplementers, type PlacedType } from './declared-types.ts';
import { evaluateListed } from './listed-texts.ts';

/** Type annotations as evidence of what a value is: only classes and package types, for injected dependencies. */

function findHead(name: t.TSEntityName): { readonly head: t.Identifier; readonly path: readonly string[] } | null {
  if (name.type === 'Identifier') return { head: name, path: [] };
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

/** `Pick<Client, 'get'>`: what has the type has the members of the class, or some of them. What may lack each is options. */
const SAME_MEMBERS = /^(?:Awaited|Readonly|Required|NonNullable|Omit|Pick|DeepReadonly)$/;

/** `ReturnType<typeof makeClient>`, `InstanceType<typeof Client>`, also below `Awaited` and the like. */
function evaluateQueried(evaluator: Evaluator, type: t.TSTypeReference, module: Module, env: Env): Value | null {
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
  const [first] = type.typeParameters?.params ?? [];
  if (SAME_MEMBERS.test(name) && first !== undefined) return evaluateType(evaluator, first, module, env);
  const isMade = /^(?:ReturnType|inferAsyncReturnType|InstanceType)$/.test(name);
  const queried = isMade ? findQueried(type) : null;
  const value = queried === null ? null : evaluateNamed(evaluator, queried, module, env);
  if (value?.type === 'class') return instantiate(value);
  if (value?.type !== 'function') return null;
  return evaluateReturn(evaluator, value, { args: [], call: null, from: evaluator.anyCaller }, true);
}

/** Any instance of the classes that implement the interface. */
function evaluateImplemented(evaluator: Evaluator, type: t.TSTypeReference, module: Module, any: boolean) {
  const made = listImplementers(evaluator, type, module).flatMap((implementer) => {
    const { node, module: own } = implementer;
    return instantiate({ type: 'class', node, module: own, env: null, ...NO_PROVENANCE }, any) ?? [];
  });
  return made.length === 0 ? null : unite(made);
}

const FETCH: Value = { type: 'external', module: 'global', path: ['fetch'], made: null, ...NO_PROVENANCE };

function isGlobalType(type: SyntaxNode | null | undefined, name: string, module: Module): boolean {
  const named = type?.type === 'TSTypeReference' ? type.typeName : null;
  return named?.type === 'Identifier' && named.name === name && findBindingOf(module, named) === undefined;
}

/** `typeof fetch`, `typeof globalThis.fetch`, `(url: string, init?: RequestInit) => Promise<Response>` */
function isFetchType(type: SyntaxNode, module: Module): boolean {
  if (type.type === 'TSTypeQuery' && type.exprName.type !== 'TSImportType') {
    const name = findHead(type.exprName);
    if (name === null || findBindingOf(module, name.head) !== undefined) return false;
    return /^(?:(?:globalThis|window|self)\.)?fetch$/.test([name.head.name, ...name.path].join('.'));
  }
  if (type.type !== 'TSFunctionType' || type.typeAnnotation?.type !== 'TSTypeAnnotation') return false;
  const given = type.typeAnnotation.typeAnnotation;
  const [answer] =
    isGlobalType(given, 'Promise', module) && 'typeParameters' in given ? (given.typeParameters?.params ?? []) : [];
  const init = findAnnotation(type.parameters[1]);
  return isGlobalType(answer, 'Response', module) && isGlobalType(init, 'RequestInit', module);
}

/** `Client | null`, `Client & { name: string }`: the types, where only one can be that of a value; null for one type. */
function listSeveral(type: SyntaxNode): readonly SyntaxNode[] | null {
  if (type.type === 'TSIntersectionType') return type.types;
  if (type.type !== 'TSUnionType') return null;
  const given = type.types.filter((part) => !/^TS(?:Null|Undefined|Void)Keyword$/.test(part.type));
  return given.length === 1 ? given : [];
}

/** An instance of the named class, of a package's type, or of what implements an interface; null when the type says nothing. */
function evaluateType(evaluator: Evaluator, type: SyntaxNode, module: Module, env: Env): Value | null {
  if (isFetchType(type, module)) return FETCH;
  if (type.type === 'TSTypeQuery' && type.exprName.type !== 'TSImportType')
    return evaluateNamed(evaluator, type.exprName, module, env);
  const parts = listSeveral(type);
  if (parts !== null) {
    const [only, ...others] = parts.flatMap((part) => evaluateType(evaluator, part, module, env) ?? []);
    // `RequestOptions & { region: Region }`: what a package declares of it says nothing of the rest.
    const isPart = only?.type === 'external' && type.type === 'TSIntersectionType';
    return only === undefined || isPart || others.length > 0 ? null : only;
  }
  if (type.type !== 'TSTypeReference') return null;
  const value = evaluateNamed(evaluator, type.typeName, module, env);
  if (value?.type === 'external' && value.module === '@nestjs/config' && value.path.join('.') === 'ConfigType') {
    const queried = findQueried(type);
    const made = queried === null ? null : evaluateNamed(evaluator, queried, module, env);
    return made === null ? null : evaluateConfigType(evaluator, made);
  }
  const any = env?.any === true;
  const instance = value === null ? null : instantiate(value, any);
  if (instance !== null) return instance;
  const alias = findAlias(evaluator.graph, { type, module });
  if (alias !== null)
    return evaluateType(evaluator, alias.type, alias.module, env) ?? evaluateMade(evaluator, type, module);
  return (
    evaluateImplemented(evaluator, type, module, any) ??
    evaluateQueried(evaluator, type, module, env) ??
    evaluateMade(evaluator, type, module)
  );
}

/** An instance of a class, or of a package's type, that was made where nobody sees it; null for anything else. */
export function instantiate(type: Value, any = true): Value | null {
  if (type.type === 'class') return { type: 'instance', of: type, construction: null, any, ...NO_PROVENANCE };
  if (type.type !== 'external') return null;
  return { type: 'external', module: type.module, path: [...type.path, 'instance()'], made: null, ...NO_PROVENANCE };
}

/** What the type of a parameter or a field says: of `@Inject() http: HttpService` there is nothing else. */
export function evaluateDeclaredType(
  evaluator: Evaluator,
  declared: SyntaxNode | undefined,
  module: Module,
  env: Env,
): Value | null {
  const annotation = findAnnotation(declared);
  return annotation === null ? null : evaluateType(evaluator, annotation, module, env);
}

/** What a type says of a value, wherever it is written. */
export function evaluatePlacedType(evaluator: Evaluator, { type, module }: PlacedType): Value | null {
  return evaluateType(evaluator, type, module, evaluator.anyCaller);
}

/** `(http: HttpService)`: an instance of the package's class that the type names; null for any other type. */
export function evaluatePackageType(
  evaluator: Evaluator,
  declared: SyntaxNode | undefined,
  module: Module,
  env: Env,
): Value | null {
  const type = findAnnotation(declared);
  const named = type?.type === 'TSTypeReference' ? evaluateNamed(evaluator, type.typeName, module, env) : null;
  return named?.type === 'external' ? instantiate(named) : null;
}

/** One of the texts that the type of a parameter lists: `(part: 'agents' | 'calls')`. */
export function evaluateListedParam(evaluator: Evaluator, param: SyntaxNode | undefined, module: Module): Value | null {
  const type = findAnnotation(param);
  return type === null || param === undefined
    ? null
    : evaluateListed(evaluator, { type, module }, `${module.path}:${getStart(param)}`);
}

/** What a parameter is declared to be, for members that are read of it. */
export function findDeclared(param: SyntaxNode | undefined, module: Module): ParamValue['declared'] {
  const type = findAnnotation(param);
  return type === null ? undefined : declare({ type, module });
}

export function declare(of: PlacedType): ParamValue['declared'] {
  return /^TS(?:TypeReference|TypeLiteral|IntersectionType)$/.test(of.type.type) ? { type: of, at: 0 } : undefined;
}

/** What the type says of a member: by its own type, or because a function is known to make it. */
function evaluateMember(evaluator: Evaluator, of: PlacedType, path: readonly string[]): Value | null {
  const [name, ...rest] = path;
  if (name === undefined)
    return (
      evaluateType(evaluator, of.type, of.module, evaluator.anyCaller) ??
      evaluateListed(evaluator, of, `${of.module.path}:${getStart(of.type)}`)
    );
  const member = findMemberType(evaluator.graph, of, name);
  const said = member === null ? null : evaluateMember(evaluator, member, rest);
  if (said !== null || (member !== null && member.type.type !== 'TSFunctionType')) return said;
  for (const part of listAliased(evaluator.graph, of)) {
    const made =
      part.type.type === 'TSTypeReference'
        ? evaluateQueried(evaluator, part.type, part.module, evaluator.anyCaller)
        : null;
    const found = path.reduce<Value | null>(
      (at, step) => (at === null ? null : evaluator.getProperty(at, step, part.type, part.module)),
      made,
    );
    if (found !== null && MADE.has(found.type)) return found;
  }
  return null;
}

/** A text would be that of one call. */
const MADE: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'function']);

/** `context.voice` of `(context: Context)`: a member that is declared to be an instance of a class; null for any other. */
export function evaluateDeclaredMember(evaluator: Evaluator, param: ParamValue, name: string): Value | null {
  if (param.declared === undefined) return null;
  const { at, type } = param.declared;
  return evaluateMember(evaluator, type, [...param.path.slice(at), name]);
}

/** A member that the project declares on a package's type to be an instance of a class; null where it declares none, or several. */
export function evaluateAugmentedMember(
  evaluator: Evaluator,
  value: ExternalValue | ParamValue,
  name: string,
  asking: Module,
): Value | null {
  const values = listAugmented(evaluator, value, name, asking).map(({ member, module }) =>
    evaluateDeclaredType(evaluator, member, module, evaluator.anyCaller),
  );
  const [first, ...others] = values;
  if (first?.type !== 'instance') return null;
  return others.every((other) => other?.type === 'instance' && other.of.node === first.of.node) ? first : null;
}
