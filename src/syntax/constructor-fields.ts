import type * as t from '@babel/types';
import { eachPatternName } from './destructuring.ts';
import { type ClassNode, getEnd, getStart, isMemberNode, nameKey, nameMember } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';
import { someNode, walk } from './walk.ts';

/**
 * `constructor() { super(); this.path = '/calls'; }`: what a constructor sets at its start from nothing that it was given is a
 * field with a value, which is how compilers write one for engines that have none. Both are read alike from here on.
 */

type Field = t.ClassProperty | t.ClassPrivateProperty;

const moved = new WeakSet<SyntaxNode>();

/** A field whose value the constructor sets: a setter of a class above is called with it. */
export function isSetByConstructor(member: SyntaxNode): boolean {
  return moved.has(member);
}

interface FieldSetting {
  readonly statement: t.ExpressionStatement;
  readonly key: t.Identifier | t.StringLiteral | t.PrivateName;
  readonly name: string;
  readonly value: t.Expression;
}

/** `this.name = value;`, `this['name'] = value;` */
function readSetting(statement: t.Statement): FieldSetting | null {
  if (statement.type !== 'ExpressionStatement') return null;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return null;
  const { left, right: value } = expression;
  if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return null;
  const { property: key } = left;
  if (key.type === 'PrivateName') return { statement, key, name: `#${key.id.name}`, value };
  const name = nameMember(left);
  return name !== null && (key.type === 'Identifier' || key.type === 'StringLiteral')
    ? { statement, key, name, value }
    : null;
}

function isSuperCall(statement: t.Statement): boolean {
  return (
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'CallExpression' &&
    statement.expression.callee.type === 'Super'
  );
}

/** The settings before anything else is done. */
function listSettings({ body }: t.ClassMethod): readonly FieldSetting[] {
  const settings: FieldSetting[] = [];
  for (const statement of body.body) {
    if (isSuperCall(statement)) continue;
    const setting = readSetting(statement);
    if (setting === null) break;
    settings.push(setting);
  }
  return settings;
}

/** The names that mean something else in the constructor than they do in the class. */
function listOwnNames({ params, body }: t.ClassMethod): ReadonlySet<string> {
  const names = new Set(['arguments']);
  const add = ({ name }: t.Identifier) => names.add(name);
  for (const param of params) eachPatternName(param, [], add);
  someNode(body, (node) => {
    if (node.type === 'VariableDeclarator') eachPatternName(node.id, [], add);
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) add(node.id);
    return false;
  });
  return names;
}

/** Not of something that the constructor was given, nor of what the field was before. */
function isOfClass({ name, value }: FieldSetting, own: ReadonlySet<string>): boolean {
  let isOwn = false;
  walk(value, true, (node, parent) => {
    const isMember = parent !== null && isMemberNode(parent) && parent.property === node && !parent.computed;
    isOwn ||=
      node.type === 'MetaProperty' ||
      (node.type === 'Identifier' && own.has(node.name) && !isMember) ||
      (nameMember(node) === name && isMemberNode(node) && node.object.type === 'ThisExpression');
    return isOwn ? null : true;
  });
  return !isOwn;
}

/** A field with the place of the statement that sets it, which is where its value is looked for; declared as it is above. */
function makeField({ statement, key, value }: FieldSetting, declared: Field | undefined): Field {
  const type = key.type === 'PrivateName' ? 'ClassPrivateProperty' : 'ClassProperty';
  const place = { start: getStart(statement), end: getEnd(statement) };
  return { computed: false, static: false, ...declared, type, key, value, ...place } as unknown as Field;
}

/** The field that is declared under the name; null where something else is, or one with a value. */
function findDeclared({ body }: ClassNode, name: string): Field | null | undefined {
  const members = body.body.filter(
    (member) => !('static' in member && member.static) && nameKey(member as Field) === name,
  );
  const [field] = members;
  if (field === undefined) return undefined;
  const isField = field.type === 'ClassProperty' || field.type === 'ClassPrivateProperty';
  return isField && members.length === 1 && field.value == null ? field : null;
}

export function readAsFields(node: ClassNode): void {
  const init = node.body.body.find(
    (member): member is t.ClassMethod => member.type === 'ClassMethod' && member.kind === 'constructor',
  );
  const settings = init?.body == null ? [] : listSettings(init);
  if (init === undefined || settings.length === 0) return;
  const own = listOwnNames(init);
  const taken = new Set<t.Statement>();
  for (const setting of settings) {
    if (!isOfClass(setting, own)) continue;
    const declared = findDeclared(node, setting.name);
    if (declared === null) continue;
    const field = makeField(setting, declared);
    node.body.body = [...node.body.body.filter((member) => member !== declared), field];
    moved.add(field);
    taken.add(setting.statement);
  }
  init.body.body = init.body.body.filter((statement) => !taken.has(statement));
}
