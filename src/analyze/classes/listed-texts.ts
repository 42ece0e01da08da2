import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateBinding } from '../expressions/names.ts';
import { listElements, listProperties } from '../members/objects.ts';
import { findBindingOf } from '../modules/module.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { chooseEach, listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findAlias, findMemberType, nameType, type PlacedType } from './declared-types.ts';

/** `'web' | 'outbound'`, `keyof typeof MODES`, `Mode` of an enum: the texts that a type lists. */

/** A type within a type is followed so far. */
const MAX_DEPTH = 8;

/** Of longer lists nobody wants to hear one by one. */
const MAX_TEXTS = 50;

/** What these are about is listed; what is taken out of it may be among it. */
const ABOUT = /^(?:NonNullable|Readonly|Exclude|Extract|Partial|Required|Lowercase|Array|ReadonlyArray|Set)$/;

function listKnown(values: readonly Value[]): readonly string[] {
  return values.flatMap((value) => listOptions(value).flatMap((option) => findKnownText(option) ?? []));
}

/** The value that `typeof MODES` is about, and `Mode` of an enum. */
function evaluateQueried(evaluator: Evaluator, name: SyntaxNode, { module }: PlacedType): Value | null {
  const binding = name.type === 'Identifier' ? findBindingOf(module, name) : undefined;
  return binding === undefined
    ? null
    : evaluateBinding(evaluator, binding, module, evaluator.anyCaller, binding.declaration);
}

function unwrapType(type: SyntaxNode): SyntaxNode {
  return type.type === 'TSParenthesizedType' || type.type === 'TSOptionalType' ? unwrapType(type.typeAnnotation) : type;
}

function listOfReference(evaluator: Evaluator, of: PlacedType, depth: number): readonly string[] {
  const type = unwrapType(of.type);
  if (type.type !== 'TSTypeReference') return [];
  const alias = findAlias(evaluator.graph, { ...of, type });
  if (alias !== null) return listTypeTexts(evaluator, alias, depth + 1);
  const [about] = type.typeParameters?.params ?? [];
  if (about !== undefined && ABOUT.test(nameType(type) ?? ''))
    return listTypeTexts(evaluator, { type: about, module: of.module }, depth + 1);
  const value = evaluateQueried(evaluator, type.typeName, of);
  return value?.type === 'object' ? listKnown(listProperties(evaluator, value).map(([, member]) => member)) : [];
}

/** `Job['type']`, `(typeof MODES)[number]` */
function listOfIndexed(evaluator: Evaluator, { type, module }: PlacedType, depth: number): readonly string[] {
  if (type.type !== 'TSIndexedAccessType') return [];
  const object = type.objectType;
  const index = unwrapType(type.indexType);
  if (index.type === 'TSLiteralType' && index.literal.type === 'StringLiteral') {
    const member = findMemberType(evaluator.graph, { type: object, module }, index.literal.value);
    return member === null ? [] : listTypeTexts(evaluator, member, depth + 1);
  }
  const list = unwrapType(object);
  const value = list.type === 'TSTypeQuery' ? evaluateQueried(evaluator, list.exprName, { type, module }) : null;
  return value === null ? [] : listKnown(listElements(evaluator, value) ?? []);
}

/** `keyof typeof MODES` */
function listOfKeys(evaluator: Evaluator, { type, module }: PlacedType): readonly string[] {
  const object = type.type === 'TSTypeOperator' && type.operator === 'keyof' ? unwrapType(type.typeAnnotation) : null;
  const value = object?.type === 'TSTypeQuery' ? evaluateQueried(evaluator, object.exprName, { type, module }) : null;
  return value?.type === 'object' ? listProperties(evaluator, value).map(([name]) => name) : [];
}

const NOTHING = /^TS(?:Null|Undefined)Keyword$/;

/** Are the listed texts all that there can be? A name may be that of something that is no list. */
function isClosed(evaluator: Evaluator, of: PlacedType, depth = 0): boolean {
  const type = unwrapType(of.type);
  if (depth > MAX_DEPTH) return false;
  if (type.type === 'TSUnionType')
    return type.types.every(
      (part) => NOTHING.test(part.type) || isClosed(evaluator, { type: part, module: of.module }, depth + 1),
    );
  const alias = type.type === 'TSTypeReference' ? findAlias(evaluator.graph, { ...of, type }) : null;
  if (alias !== null) return isClosed(evaluator, alias, depth + 1);
  return type.type === 'TSLiteralType' && type.literal.type === 'StringLiteral';
}

/** One of the texts that a type lists, where nobody is seen to give one; null for every other type. `source`: what takes it. */
export function evaluateListed(evaluator: Evaluator, of: PlacedType, source: string): Value | null {
  if (!isClosed(evaluator, of)) return null;
  const texts = listTypeTexts(evaluator, of);
  return texts.length === 0 || texts.length > MAX_TEXTS ? null : chooseEach(source, texts.map(makeText));
}

/** The texts that the type lists, as far as they can be read; a type may take others as well. */
export function listTypeTexts(evaluator: Evaluator, of: PlacedType, depth = 0): readonly string[] {
  const type = unwrapType(of.type);
  if (depth > MAX_DEPTH) return [];
  switch (type.type) {
    case 'TSLiteralType':
      return type.literal.type === 'StringLiteral' ? [type.literal.value] : [];
    case 'TSUnionType':
      return type.types.flatMap((part) => listTypeTexts(evaluator, { type: part, module: of.module }, depth + 1));
    case 'TSTypeReference':
      return listOfReference(evaluator, of, depth);
    case 'TSIndexedAccessType':
      return listOfIndexed(evaluator, { ...of, type }, depth);
    case 'TSTypeOperator':
      return listOfKeys(evaluator, { ...of, type });
    case 'TSArrayType':
      return listTypeTexts(evaluator, { type: type.elementType, module: of.module }, depth + 1);
    default:
      return [];
  }
}
