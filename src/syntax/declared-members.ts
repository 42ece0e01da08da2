import type * as t from '@babel/types';
import type { SyntaxNode } from './tree.ts';

/**
 * What is kept of a type: the members that are named by another type, which may be a class, functions that send or are handed such
 * members, and lists of texts. All else says nothing of a URL.
 */

export type TypeDeclaration = t.TSInterfaceDeclaration | t.TSTypeAliasDeclaration;

const NO_TYPE = { type: 'TSAnyKeyword' } as t.TSType;

function isNamed(type: t.TSType | undefined, name: string): type is t.TSTypeReference {
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === name;
}

/** `(url: string, init?: RequestInit) => Promise<Response>` */
function isSending(type: t.TSType): boolean {
  const given = type.type === 'TSFunctionType' ? type.typeAnnotation?.typeAnnotation : undefined;
  return isNamed(given, 'Promise') && isNamed(given.typeParameters?.params[0], 'Response');
}

/** `'web' | 'outbound' | undefined`, `keyof typeof MODES`, `(typeof MODES)[number]` */
function isListing(type: t.TSType): boolean {
  if (type.type === 'TSUnionType')
    return type.types.every((part) => isListing(part) || /^TS(?:Null|Undefined)Keyword$/.test(part.type));
  if (type.type === 'TSLiteralType') return type.literal.type === 'StringLiteral';
  return type.type === 'TSIndexedAccessType' || (type.type === 'TSTypeOperator' && type.operator === 'keyof');
}

/** `(context: Context) => void`, `(context: { api: Api }, args: string[]) => void`: what is written for it is handed that. */
function isHanding({ parameters }: t.TSFunctionType | t.TSMethodSignature): boolean {
  return parameters.some((parameter) => {
    const type = findAnnotation(parameter);
    return type?.type === 'TSTypeReference' || type?.type === 'TSTypeLiteral' || type?.type === 'TSIntersectionType';
  });
}

function isNaming(type: t.TSType): boolean {
  if (type.type === 'TSArrayType') return isNaming(type.elementType);
  if (type.type === 'TSFunctionType' && isHanding(type)) return true;
  return type.type === 'TSTypeReference' || type.type === 'TSTypeQuery' || isListing(type) || isSending(type);
}

function keepNaming(members: readonly t.TSTypeElement[]): t.TSTypeElement[] {
  return members.filter((member) => {
    if (member.type === 'TSMethodSignature') return isHanding(member);
    if (member.type === 'TSIndexSignature') return isNaming(member.typeAnnotation?.typeAnnotation ?? NO_TYPE);
    const type = member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined;
    if (type === undefined) return false;
    if (type.type !== 'TSTypeLiteral') return isNaming(type);
    type.members = keepNaming(type.members);
    return type.members.length > 0 || isPath(member);
  });
}

/** `'/calls': { … }`, the key of a path in what is made of a description. */
function isPath(member: t.TSTypeElement): boolean {
  return (
    member.type === 'TSPropertySignature' && member.key.type === 'StringLiteral' && member.key.value.startsWith('/')
  );
}

function keepShape(type: t.TSType): t.TSType {
  if (isNaming(type)) return type;
  if (type.type === 'TSIntersectionType') {
    type.types = type.types.map(keepShape).filter((part) => part !== NO_TYPE);
    return type.types.length === 0 ? NO_TYPE : type;
  }
  if (type.type !== 'TSTypeLiteral') return NO_TYPE;
  type.members = keepNaming(type.members);
  return type.members.length === 0 ? NO_TYPE : type;
}

/** Lets go of the rest. */
export function slimDeclaration(node: TypeDeclaration): void {
  if (node.type === 'TSInterfaceDeclaration') node.body.body = keepNaming(node.body.body);
  else node.typeAnnotation = keepShape(node.typeAnnotation);
}

/** The type of a member of a type that is written out; null where it has none that is kept. */
export function findTypeMember(members: readonly t.TSTypeElement[], name: string): t.TSType | null {
  for (const member of members) {
    if ((member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') || member.computed) continue;
    const key = member.key.type === 'Identifier' ? member.key.name : null;
    const quoted = member.key.type === 'StringLiteral' ? member.key.value : null;
    if ((key ?? quoted) !== name) continue;
    // `run(context: Context): void` is `run: (context: Context) => void`.
    if (member.type === 'TSMethodSignature')
      return { ...member, type: 'TSFunctionType' } as unknown as t.TSFunctionType;
    return member.typeAnnotation?.typeAnnotation ?? null;
  }
  return null;
}

/** The type that a parameter, a name or a field is declared with. */
export function findAnnotation(node: SyntaxNode | undefined): t.TSType | null {
  if (node === undefined) return null;
  if (node.type === 'TSParameterProperty') return findAnnotation(node.parameter);
  if (node.type === 'AssignmentPattern') return findAnnotation(node.left);
  if (!('typeAnnotation' in node) || !node.typeAnnotation) return null;
  const annotation = node.typeAnnotation;
  return annotation.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : null;
}
