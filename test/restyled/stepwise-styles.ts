import type { NodePath, types as Types } from '@babel/core';
import type { Style } from './styles.ts';

/** Statements one after the other, where `styles.ts` has one expression, and names for what methods use. */

type Expression = Types.Expression;

function hasOwnBlock(path: NodePath): boolean {
  return path.parentPath?.isBlockStatement() === true || path.parentPath?.isProgram() === true;
}

/** `const name = value;`, and nothing else in the statement. */
function readOnly(
  node: Types.VariableDeclaration,
): { readonly name: string; readonly only: Types.VariableDeclarator } | null {
  const [only, ...others] = node.declarations;
  if (only === undefined || others.length > 0 || node.kind !== 'const' || only.id.type !== 'Identifier') return null;
  return { name: only.id.name, only };
}

/** Is the member called, set or taken away, and not only read? */
function isMoreThanRead(member: NodePath<Types.MemberExpression>): boolean {
  const { parentPath: around, key } = member;
  if (around.isUnaryExpression({ operator: 'delete' })) return true;
  const isTarget = around.isAssignmentExpression() && key === 'left';
  const isCallee = (around.isCallExpression() || around.isOptionalCallExpression()) && key === 'callee';
  return isTarget || isCallee || around.isUpdateExpression();
}

const OWN_THIS = /^(?:Function(?:Expression|Declaration)|Class(?:Expression|Declaration)|ObjectMethod)$/;

/** What a method reads of its `this`, by the name of the member; null for a member that it does more with. */
function collectRead(
  method: NodePath<Types.ClassMethod>,
): ReadonlyMap<string, readonly NodePath<Types.MemberExpression>[] | null> {
  const found = new Map<string, NodePath<Types.MemberExpression>[] | null>();
  method.get('body').traverse({
    enter(path) {
      if (OWN_THIS.test(path.node.type)) return path.skip();
      if (!path.isMemberExpression() || path.node.object.type !== 'ThisExpression') return;
      const { property, computed } = path.node;
      if (computed || property.type !== 'Identifier') return;
      const known = found.get(property.name);
      if (known === null || isMoreThanRead(path)) found.set(property.name, null);
      else found.set(property.name, [...(known ?? []), path]);
    },
  });
  return found;
}

/** Does something in the method have the name already? */
function hasName(method: NodePath<Types.ClassMethod>, name: string): boolean {
  let isKnown = method.scope.hasBinding(name) || method.scope.hasGlobal(name);
  method.traverse({
    Scope(path) {
      isKnown ||= path.scope.hasOwnBinding(name);
    },
  });
  return isKnown;
}

export const STEPWISE_STYLES: Readonly<Record<string, Style>> = {
  'defaults in the body': (t) => ({
    Function(path) {
      if (path.isClassMethod() && path.node.kind === 'constructor') return;
      const made = path.node.params.flatMap((param, index): readonly Types.Statement[] => {
        if (!t.isAssignmentPattern(param) || !t.isIdentifier(param.left)) return [];
        const { name } = param.left;
        param.left.optional = true;
        path.node.params[index] = param.left;
        const set = t.expressionStatement(t.assignmentExpression('=', t.identifier(name), param.right));
        const isMissing = t.binaryExpression('===', t.identifier(name), t.identifier('undefined'));
        return [t.ifStatement(isMissing, t.blockStatement([set]))];
      });
      const { node: fn } = path;
      if (made.length === 0) return;
      if (!t.isBlockStatement(fn.body)) fn.body = t.blockStatement([t.returnStatement(fn.body)]);
      if (t.isArrowFunctionExpression(fn)) fn.expression = false;
      (fn.body as Types.BlockStatement).body.unshift(...made);
    },
  }),

  'fallbacks by if': (t) => ({
    VariableDeclaration(path) {
      const { name, only } = readOnly(path.node) ?? {};
      if (name === undefined || !hasOwnBlock(path) || !t.isLogicalExpression(only?.init)) return;
      const { left, right, operator } = only.init;
      if (operator === '&&') return;
      const id = t.identifier(name);
      const test = operator === '||' ? t.unaryExpression('!', id) : t.binaryExpression('==', id, t.nullLiteral());
      path.node.kind = 'let';
      only.init = left as Expression;
      const set = t.expressionStatement(t.assignmentExpression('=', t.identifier(name), right));
      path.insertAfter(t.ifStatement(test, set));
    },
  }),

  'values given in branches': (t) => ({
    VariableDeclaration(path) {
      const { name, only } = readOnly(path.node) ?? {};
      if (name === undefined || !hasOwnBlock(path) || !t.isConditionalExpression(only?.init)) return;
      const { test, consequent, alternate } = only.init;
      const set = (value: Expression): Types.BlockStatement =>
        t.blockStatement([t.expressionStatement(t.assignmentExpression('=', t.identifier(name), value))]);
      path.node.kind = 'let';
      only.init = null;
      path.insertAfter(t.ifStatement(test, set(consequent), set(alternate)));
    },
  }),

  'members of this taken out first': (t) => ({
    ClassMethod(path) {
      if (path.node.kind !== 'method' || path.node.static || !path.node.body) return;
      const taken = [...collectRead(path)].flatMap(([name, members]) => {
        if (members === null || hasName(path, name)) return [];
        for (const member of members) {
          if (member.parentPath.isObjectProperty({ shorthand: true })) member.parentPath.node.shorthand = false;
          member.replaceWith(t.identifier(name));
        }
        return [t.objectProperty(t.identifier(name), t.identifier(name), false, true)];
      });
      if (taken.length === 0) return;
      const declarator = t.variableDeclarator(t.objectPattern(taken), t.thisExpression());
      path.node.body.body.unshift(t.variableDeclaration('const', [declarator]));
    },
  }),
};
