import type * as t from '@babel/types';
import { isFunctionNode, isMemberNode, nameMember } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';
import { someNode } from './walk.ts';

/**
 * `const PATHS = {}; PATHS.calls = '/calls';`: an object that is filled right where it is made is the literal with these members.
 * The tree gets it as such, each part with its place in the text.
 */

/** Their members are taken out and renamed as statements are. */
const OF_HEADERS = /^(?:x-api-key|authorization|content-type|accept)$/i;

interface Filled {
  readonly name: string;
  readonly object: t.ObjectExpression;
  /** The object and what stands around it, up to the statement. */
  readonly around: readonly SyntaxNode[];
}

/** Where the last statement ends that fills an object in the node; undefined for nodes that hold all of their parts. */
export function findFilledEnd({ extra }: Pick<SyntaxNode, 'extra'>): number | undefined {
  const end = extra?.filledEnd;
  return typeof end === 'number' ? end : undefined;
}

/** `const PATHS = {};`, exported or not. */
function findFilled(statement: SyntaxNode): Filled | null {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return null;
  const [only] = declaration.declarations;
  if (only?.id.type !== 'Identifier' || only.init?.type !== 'ObjectExpression') return null;
  return { name: only.id.name, object: only.init, around: [statement, declaration, only, only.init] };
}

/** Is the object asked for something before it is whole? What a function does comes later. */
function asksFor(name: string, value: SyntaxNode): boolean {
  return someNode(value, (node) => {
    if (isFunctionNode(node)) return null;
    return (
      (node.type === 'Identifier' && node.name === name) ||
      node.type === 'AwaitExpression' ||
      node.type === 'YieldExpression'
    );
  });
}

function hasMember({ properties }: t.ObjectExpression, name: string): boolean {
  return properties.some(
    (member) =>
      member.type !== 'SpreadElement' &&
      !member.computed &&
      (member.key.type === 'Identifier'
        ? member.key.name === name
        : 'value' in member.key && member.key.value === name),
  );
}

/** `PATHS.calls = '/calls';` as the member that it makes. */
function toMember(statement: SyntaxNode, { name, object }: Filled): t.ObjectProperty | null {
  const assignment = statement.type === 'ExpressionStatement' ? statement.expression : null;
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') return null;
  const { left, right } = assignment;
  if (!isMemberNode(left) || left.object.type !== 'Identifier' || left.object.name !== name) return null;
  const key = nameMember(left);
  const { property } = left;
  if (key === null || key === '__proto__' || OF_HEADERS.test(key) || hasMember(object, key)) return null;
  if (property.type !== 'Identifier' && property.type !== 'StringLiteral') return null;
  if (asksFor(name, right)) return null;
  return {
    type: 'ObjectProperty',
    key: property,
    value: right,
    computed: false,
    shorthand: false,
    decorators: null,
    start: assignment.start ?? null,
    end: assignment.end ?? null,
  } as t.ObjectProperty;
}

/** The statements without those that fill an object made right before them. */
export function fillObjects<Statement extends SyntaxNode>(statements: readonly Statement[]): Statement[] {
  const kept: Statement[] = [];
  let filled: Filled | null = null;
  for (const statement of statements) {
    const member = filled === null ? null : toMember(statement, filled);
    if (filled !== null && member !== null) {
      filled.object.properties.push(member);
      for (const node of filled.around) node.extra = { ...node.extra, filledEnd: member.end };
    } else {
      kept.push(statement);
      filled = findFilled(statement);
    }
  }
  return kept;
}
