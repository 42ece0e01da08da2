import type { NodePath, types as Types, Visitor } from '@babel/core';

/** Ways to write the same program, each as a visitor of Babel: what it does stays, and so must what the tool finds. */

export type Style = (t: typeof Types) => Visitor;

type Expression = Types.Expression;

/** `x` is put where it is used, under a name of its own, right before the statement. */
function nameBefore(t: typeof Types, statement: NodePath, path: NodePath, name: string, value: Expression): Expression {
  const id = path.scope.generateUidIdentifier(name);
  statement.insertBefore(t.variableDeclaration('const', [t.variableDeclarator(id, value)]));
  return t.cloneNode(id);
}

function isFollowing(statement: NodePath | null, path: NodePath): statement is NodePath {
  if (statement === null || !(statement.isExpressionStatement() || statement.isReturnStatement())) return false;
  if (!statement.parentPath.isBlockStatement()) return false;
  const around = path.findParent(
    (at) => at === statement || at.isFunction() || at.isConditionalExpression() || at.isLogicalExpression(),
  );
  return around === statement;
}

function makeBlock(t: typeof Types, fn: Types.Function): Types.BlockStatement {
  if (!t.isBlockStatement(fn.body)) fn.body = t.blockStatement([t.returnStatement(fn.body)]);
  if (t.isArrowFunctionExpression(fn)) fn.expression = false;
  return fn.body as Types.BlockStatement;
}

export function listPieces(t: typeof Types, { quasis, expressions }: Types.TemplateLiteral): readonly Expression[] {
  return quasis.flatMap((quasi, index): Expression[] => {
    const text = quasi.value.cooked ?? quasi.value.raw;
    const expression = expressions[index];
    return [
      ...(text === '' && index > 0 ? [] : [t.stringLiteral(text)]),
      ...(expression === undefined ? [] : [t.parenthesizedExpression(expression as Expression)]),
    ];
  });
}

/** The test runner writes an inline snapshot, and only ever as a literal that is the call's argument. */
function isSnapshotCall({ node }: NodePath): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  return property.type === 'Identifier' && property.name.endsWith('InlineSnapshot');
}

export function isText(path: NodePath<Types.TemplateLiteral>): boolean {
  if (path.parentPath.isTaggedTemplateExpression() || isSnapshotCall(path.parentPath)) return false;
  return path.findParent((at) => at.isTSType()) === null;
}

/** Has a function a `this`, `super` or `arguments` of its own, which an arrow function would not have? */
function hasOwn(path: NodePath, pattern: RegExp): boolean {
  let isFound = false;
  path.traverse({
    enter({ node }) {
      isFound ||= pattern.test(node.type === 'Identifier' ? node.name : node.type);
    },
  });
  return isFound;
}

function makeArrow(t: typeof Types, fn: Types.FunctionDeclaration | Types.ClassMethod): Types.ArrowFunctionExpression {
  const arrow = t.arrowFunctionExpression(fn.params as Types.FunctionParameter[], fn.body, fn.async);
  arrow.returnType = fn.returnType ?? null;
  arrow.typeParameters = fn.typeParameters ?? null;
  return arrow;
}

function isSuperCall(statement: Types.Statement): boolean {
  return (
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'CallExpression' &&
    statement.expression.callee.type === 'Super'
  );
}

type ValuedField = Types.ClassProperty & { readonly key: Types.Identifier; readonly value: Expression };

/** A field of each instance with a value. */
function isValued({ type, ...member }: Types.ClassBody['body'][number]): boolean {
  const { static: isStatic, computed, value, key, decorators } = member as Types.ClassProperty;
  const isPlain = type === 'ClassProperty' && !isStatic && !computed && (decorators ?? []).length === 0;
  return isPlain && value != null && key.type === 'Identifier';
}

/** Does a field name something that the constructor calls so as well? */
function clashes(fields: readonly ValuedField[], init: NodePath<Types.ClassMethod>): boolean {
  const own = Object.keys(init.scope.bindings).map((name) => new RegExp(`"name":"${name}"`));
  return own.some((name) => name.test(JSON.stringify(fields.map(({ value }) => value))));
}

/** `constructor() {}`, or one that hands on what it is given. */
function makeConstructor(t: typeof Types, isBelow: boolean): Types.ClassMethod {
  const args = t.identifier('args');
  const chained = t.expressionStatement(t.callExpression(t.super(), [t.spreadElement(args)]));
  const rest = t.restElement(t.identifier('args'));
  rest.typeAnnotation = null;
  const params = isBelow ? [rest] : [];
  return t.classMethod('constructor', t.identifier('constructor'), params, t.blockStatement(isBelow ? [chained] : []));
}

export const STYLES: Readonly<Record<string, Style>> = {
  'plus instead of templates': (t) => ({
    TemplateLiteral(path) {
      const [first, ...rest] = isText(path) ? listPieces(t, path.node) : [];
      if (first !== undefined)
        path.replaceWith(rest.reduce((sum, piece) => t.binaryExpression('+', sum, piece), first));
    },
  }),

  'concat instead of templates': (t) => ({
    TemplateLiteral(path) {
      const [first, ...rest] = isText(path) ? listPieces(t, path.node) : [];
      if (first === undefined) return;
      path.replaceWith(t.callExpression(t.memberExpression(first, t.identifier('concat')), [...rest]));
    },
  }),

  'calls of what may not be there': (t) => ({
    CallExpression(path) {
      const { callee } = path.node;
      const isChain = path.parentPath.isMemberExpression({ object: path.node });
      if (!t.isMemberExpression(callee) || t.isSuper(callee.object) || isChain) return;
      if (t.isPrivateName(callee.property)) return;
      if (path.findParent((at) => at.isDecorator()) !== null) return;
      const member = t.optionalMemberExpression(callee.object, callee.property, callee.computed, true);
      path.replaceWith(t.optionalCallExpression(member, path.node.arguments, false));
      path.skip();
    },
  }),

  'members in brackets': (t) => ({
    MemberExpression(path) {
      const { object, property, computed } = path.node;
      if (computed || !t.isIdentifier(property) || t.isSuper(object) || t.isMetaProperty(object)) return;
      if (/^(?:env|meta)$/.test(property.name)) return;
      path.node.computed = true;
      path.node.property = t.stringLiteral(property.name);
    },
  }),

  'arrow functions with a block': (t) => ({
    ArrowFunctionExpression(path) {
      makeBlock(t, path.node);
    },
  }),

  'answers named before they are given back': (t) => ({
    ReturnStatement(path) {
      const { argument } = path.node;
      if (!argument || t.isIdentifier(argument) || !path.parentPath.isBlockStatement()) return;
      path.node.argument = nameBefore(t, path, path, 'answer', argument);
    },
  }),

  'addresses and options named before they are given': (t) => ({
    CallExpression(path) {
      const statement = path.getStatementParent();
      if (!isFollowing(statement, path) || isSnapshotCall(path)) return;
      path.node.arguments = path.node.arguments.map((argument, index) => {
        const isAddress = t.isTemplateLiteral(argument) || t.isBinaryExpression(argument, { operator: '+' });
        if (!isAddress && !(t.isObjectExpression(argument) && index > 0)) return argument;
        return nameBefore(t, statement, path, 'given', argument);
      });
    },
  }),

  'names that get their value later': (t) => ({
    VariableDeclaration(path) {
      const [only, ...others] = path.node.declarations;
      if (path.node.kind !== 'const' || only === undefined || others.length > 0) return;
      if (!path.parentPath.isBlockStatement() || !t.isIdentifier(only.id) || !only.init || t.isFunction(only.init))
        return;
      path.insertAfter(t.expressionStatement(t.assignmentExpression('=', t.identifier(only.id.name), only.init)));
      path.node.kind = 'let';
      only.init = null;
    },
  }),

  'branches instead of conditional expressions': (t) => ({
    ReturnStatement(path) {
      const { argument } = path.node;
      if (!t.isConditionalExpression(argument) || !path.parentPath.isBlockStatement()) return;
      const { test, consequent, alternate } = argument;
      path.replaceWithMultiple([
        t.ifStatement(test, t.blockStatement([t.returnStatement(consequent)])),
        t.returnStatement(alternate),
      ]);
    },
  }),

  'Object.assign instead of spread': (t) => ({
    ObjectExpression: {
      exit(path) {
        const { properties } = path.node;
        if (!properties.some((member) => t.isSpreadElement(member))) return;
        if (properties.some((member) => t.isObjectMethod(member))) return;
        const sources = properties.map((member) =>
          t.isSpreadElement(member) ? member.argument : t.objectExpression([member]),
        );
        const assign = t.memberExpression(t.identifier('Object'), t.identifier('assign'));
        path.replaceWith(t.callExpression(assign, [t.objectExpression([]), ...sources]));
      },
    },
  }),

  'parameters taken apart in the function': (t) => ({
    Function(path) {
      if (path.isClassMethod() && path.node.kind !== 'method') return;
      const taken: Types.Statement[] = [];
      path.node.params.forEach((param, index) => {
        const pattern = t.isAssignmentPattern(param) ? param.left : param;
        if (!t.isObjectPattern(pattern)) return;
        const name = t.identifier(`options${index}`);
        name.typeAnnotation = pattern.typeAnnotation ?? null;
        pattern.typeAnnotation = null;
        taken.push(t.variableDeclaration('const', [t.variableDeclarator(pattern, t.identifier(name.name))]));
        path.node.params[index] = t.isAssignmentPattern(param) ? t.assignmentPattern(name, param.right) : name;
      });
      if (taken.length > 0) makeBlock(t, path.node).body.unshift(...taken);
    },
  }),

  'failures caught, and thrown again': (t) => ({
    Function(path) {
      const { body } = path.node;
      if (!t.isBlockStatement(body) || body.body.length === 0 || body.directives.length > 0) return;
      if ((path.isClassMethod() || path.isObjectMethod()) && path.node.kind !== 'method') return;
      const again = t.blockStatement([t.throwStatement(t.identifier('failure'))]);
      body.body = [t.tryStatement(t.blockStatement(body.body), t.catchClause(t.identifier('failure'), again))];
    },
  }),

  'methods as fields': (t) => ({
    ClassMethod(path) {
      const { node } = path;
      if (node.kind !== 'method' || node.computed || node.generator) return;
      const isDecorated =
        [...(node.decorators ?? []), ...node.params.flatMap((one) => ('decorators' in one && one.decorators) || [])]
          .length > 0;
      if (isDecorated || hasOwn(path, /^(?:Super|this|arguments)$/)) return;
      const field = t.classProperty(node.key, makeArrow(t, node));
      field.static = node.static;
      path.replaceWith(field);
    },
  }),

  'functions as constants': (t) => ({
    FunctionDeclaration(path) {
      const { node } = path;
      if (!node.id || node.generator || !(path.parentPath.isProgram() || path.parentPath.isExportNamedDeclaration()))
        return;
      if (hasOwn(path, /^(?:ThisExpression|this|arguments)$/)) return;
      path.replaceWith(t.variableDeclaration('const', [t.variableDeclarator(node.id, makeArrow(t, node))]));
    },
  }),

  'methods of objects as members': (t) => ({
    ObjectMethod(path) {
      const { node } = path;
      if (node.kind !== 'method' || hasOwn(path, /^Super$/)) return;
      const params = node.params as Types.FunctionParameter[];
      const fn = t.functionExpression(null, params, node.body, node.generator, node.async);
      fn.returnType = node.returnType ?? null;
      path.replaceWith(t.objectProperty(node.key, fn, node.computed));
    },
  }),

  'imports of a whole module': (t) => ({
    ImportDeclaration(path) {
      const { specifiers, source, importKind } = path.node;
      if (importKind === 'type' || !source.value.startsWith('.') || /\.(?:json|vue|svelte)$/.test(source.value)) return;
      const named = specifiers.filter((entry) => t.isImportSpecifier(entry) && entry.importKind !== 'type');
      const readings = named.map((entry) => path.scope.getBinding(entry.local.name)?.referencePaths ?? []);
      const isPlain = (at: NodePath): boolean =>
        !at.isJSXIdentifier() &&
        at.parentPath?.isExportSpecifier() !== true &&
        at.findParent((outer) => outer.isTSType() || outer.isTSEntityName()) === null;
      if (named.length === 0 || named.length < specifiers.length || !readings.flat().every(isPlain)) return;
      const id = path.scope.generateUidIdentifier('all');
      named.forEach((entry, index) => {
        const { imported } = entry as Types.ImportSpecifier;
        const name = t.isIdentifier(imported) ? imported.name : imported.value;
        for (const at of readings[index] ?? []) {
          if (at.parentPath?.isObjectProperty({ shorthand: true })) at.parentPath.node.shorthand = false;
          at.replaceWith(t.memberExpression(t.cloneNode(id), t.identifier(name)));
        }
      });
      path.node.specifiers = [t.importNamespaceSpecifier(id)];
    },
  }),

  'fields set by the constructor': (t) => ({
    Class(path) {
      const { body, superClass, decorators } = path.node;
      const fields = body.body.filter(isValued) as unknown as readonly ValuedField[];
      if (fields.length === 0 || (decorators ?? []).length > 0) return;
      const members = path.get('body').get('body') as readonly NodePath[];
      const known = members.find(
        (member): member is NodePath<Types.ClassMethod> =>
          member.isClassMethod({ kind: 'constructor' }) && !!member.node.body,
      );
      const after = known?.node.body.body.findIndex(isSuperCall) ?? 0;
      if (known !== undefined && (clashes(fields, known) || (superClass && after === -1))) return;
      const init = known?.node ?? makeConstructor(t, superClass != null);
      const settings = fields.map(({ key, value }) => {
        const target = t.memberExpression(t.thisExpression(), t.identifier(key.name));
        return t.expressionStatement(t.assignmentExpression('=', target, value));
      });
      init.body.body.splice(superClass ? after + 1 : 0, 0, ...settings);
      for (const field of fields) (field as Types.ClassProperty).value = null;
      if (known === undefined) body.body.push(init);
    },
  }),
};
