import type { NodePath, PluginPass, types as Types } from '@babel/core';
import { isText, listPieces, type Style } from './styles.ts';

/** Texts and objects that are put together piece by piece, where `styles.ts` has them in one expression. */

type Expression = Types.Expression;

/** The statement in whose block a text can be put together before it; null where it may not be made each time. */
function findStatement(path: NodePath): NodePath | null {
  const statement = path.getStatementParent();
  if (statement === null || statement.parentPath?.isBlockStatement() !== true) return null;
  if (!(statement.isReturnStatement() || statement.isVariableDeclaration() || statement.isExpressionStatement()))
    return null;
  const around = path.findParent(
    (at) =>
      at === statement || at.isFunction() || at.isClass() || at.isConditionalExpression() || at.isLogicalExpression(),
  );
  return around === statement ? statement : null;
}

function isPlainMember(member: Types.ObjectExpression['properties'][number]): member is Types.ObjectProperty {
  return member.type === 'ObjectProperty' && (member.key.type === 'Identifier' || member.key.type === 'StringLiteral');
}

/** `TABLE.calls = …`, `list.push(…)`: what is frozen would refuse it. */
function isChanged(reading: NodePath): boolean {
  const member = reading.parentPath;
  if (member?.isMemberExpression() !== true || member.node.object !== reading.node) return false;
  return member.parentPath.isAssignmentExpression() || member.get('property').isIdentifier({ name: 'push' });
}

/** What hoists the call of a double takes the object as it is written. */
const DOUBLES = /"name":"(?:vi|jest)"/;

/** Runners and bundlers look at the source for these. */
const READ_AS_WRITTEN = /Snapshot|mock|glob/i;

export const PIECEWISE_STYLES: Readonly<Record<string, Style>> = {
  'join instead of templates': (t) => ({
    TemplateLiteral(path) {
      const pieces = isText(path) ? listPieces(t, path.node) : [];
      if (pieces.length < 2) return;
      const join = t.memberExpression(t.arrayExpression([...pieces]), t.identifier('join'));
      path.replaceWith(t.callExpression(join, [t.stringLiteral('')]));
    },
  }),

  'texts appended piece by piece': (t) => ({
    TemplateLiteral(path) {
      const statement = isText(path) ? findStatement(path) : null;
      const [first, ...others] = statement === null ? [] : listPieces(t, path.node);
      if (statement === null || first === undefined || others.length === 0) return;
      const isEmpty = t.isStringLiteral(first) && first.value === '';
      const [begin, ...rest] = isEmpty ? others : [first, ...others];
      if (begin === undefined || rest.length === 0) return;
      const plain = t.isParenthesizedExpression(begin) ? begin.expression : begin;
      const isBegun = t.isStringLiteral(plain) || t.isIdentifier(plain) || t.isMemberExpression(plain);
      const appended: readonly Expression[] = isBegun ? rest : [begin, ...rest];
      const id = path.scope.generateUidIdentifier('text');
      statement.insertBefore([
        t.variableDeclaration('let', [t.variableDeclarator(id, isBegun ? begin : t.stringLiteral(''))]),
        ...appended.map((piece) => t.expressionStatement(t.assignmentExpression('+=', t.cloneNode(id), piece))),
      ]);
      path.replaceWith(t.cloneNode(id));
    },
  }),

  'objects filled member by member': (t) => ({
    VariableDeclaration(path) {
      const [only, ...others] = path.node.declarations;
      if (only === undefined || others.length > 0 || !t.isIdentifier(only.id) || !t.isObjectExpression(only.init))
        return;
      if (!(path.parentPath.isBlockStatement() || path.parentPath.isProgram())) return;
      const { name } = only.id;
      const { properties } = only.init;
      const members = properties.filter(isPlainMember);
      if (members.length === 0 || members.length < properties.length) return;
      if (DOUBLES.test(JSON.stringify(properties))) return;
      only.init.properties = [];
      path.insertAfter(
        members.map(({ key, value, computed }) => {
          const target = t.memberExpression(t.identifier(name), key as Expression, computed || t.isStringLiteral(key));
          return t.expressionStatement(t.assignmentExpression('=', target, value as Expression));
        }),
      );
      path.skip();
    },
  }),

  'tables frozen': (t) => ({
    VariableDeclarator(path) {
      const { id, init } = path.node;
      if (!t.isObjectExpression(init) && !t.isArrayExpression(init)) return;
      const statement = path.parentPath.parentPath;
      if (!statement?.isProgram() && !statement?.isExportNamedDeclaration()) return;
      if (!path.parentPath.isVariableDeclaration({ kind: 'const' }) || !t.isIdentifier(id)) return;
      const readings = path.scope.getBinding(id.name)?.referencePaths ?? [];
      if (readings.some(isChanged)) return;
      path.node.init = t.callExpression(t.memberExpression(t.identifier('Object'), t.identifier('freeze')), [init]);
    },
  }),

  'casts around options': (t) => ({
    CallExpression(path, state) {
      const { filename } = state as PluginPass;
      const { callee } = path.node;
      if (!/\.[cm]?tsx?$/.test(filename ?? '') || t.isImport(callee) || DOUBLES.test(JSON.stringify(callee))) return;
      if (t.isIdentifier(callee) && /^(?:require|resolve)$/.test(callee.name)) return;
      if (t.isMemberExpression(callee) && t.isIdentifier(callee.property) && READ_AS_WRITTEN.test(callee.property.name))
        return;
      path.node.arguments = path.node.arguments.map((argument) =>
        t.isObjectExpression(argument)
          ? t.tsAsExpression(argument, t.tsTypeReference(t.identifier('Given')))
          : argument,
      );
    },
  }),
};
