import type { NodePath, PluginPass, types as Types } from '@babel/core';
import type { Style } from './styles.ts';

/** Other shapes of what is given, kept and looked up. */

type T = typeof Types;
type Expression = Types.Expression;

const DOUBLES = /"name":"(?:vi|jest)"/;

function isTyped(state: PluginPass): boolean {
  return /\.[cm]?tsx?$/.test(state.filename ?? '');
}

function listReadings(path: NodePath, name: string): readonly NodePath[] | null {
  const binding = path.scope.getBinding(name);
  if (binding === undefined || binding.constantViolations.length > 0) return null;
  return binding.referencePaths;
}

/** `f(a, b)` and nothing else of `f`. */
function isCalled(reading: NodePath): boolean {
  return reading.parentPath?.isCallExpression() === true && reading.key === 'callee';
}

function listArguments(reading: NodePath): Types.CallExpression['arguments'] {
  return (reading.parent as Types.CallExpression).arguments;
}

function areExpressions(values: Types.CallExpression['arguments']): values is Expression[] {
  return values.every((value) => value.type !== 'SpreadElement' && value.type !== 'ArgumentPlaceholder');
}

/** The name and the function of `function f() {}` and `const f = () => {}`, seen by this file alone. */
function readFunction(path: NodePath): { readonly name: string; readonly fn: Types.Function } | null {
  const statement = path.isFunctionDeclaration() ? path : path.parentPath?.parentPath;
  if (statement?.parentPath?.isExportNamedDeclaration() || statement?.parentPath?.isExportDefaultDeclaration())
    return null;
  if (path.isFunctionDeclaration()) return path.node.id ? { name: path.node.id.name, fn: path.node } : null;
  if (!path.parentPath?.isVariableDeclarator() || path.parentPath.node.id.type !== 'Identifier') return null;
  if (!(path.isArrowFunctionExpression() || path.isFunctionExpression())) return null;
  return path.key === 'init' ? { name: path.parentPath.node.id.name, fn: path.node } : null;
}

interface Parameter {
  readonly name: string;
  readonly value: Types.Identifier | Types.AssignmentPattern;
  readonly type: Types.Node | null | undefined;
  readonly isOptional: boolean;
}

/** The parameter by its name, and with its default. */
function readParameter(t: T, param: Types.Function['params'][number]): Parameter | null {
  const plain = t.isAssignmentPattern(param) ? param.left : param;
  if (!t.isIdentifier(plain)) return null;
  const { name, typeAnnotation: type, optional } = plain;
  const isOptional = optional === true || t.isAssignmentPattern(param);
  const id = t.identifier(name);
  return { name, value: t.isAssignmentPattern(param) ? t.assignmentPattern(id, param.right) : id, type, isOptional };
}

function isTopLevel(path: NodePath<Types.VariableDeclarator>): boolean {
  return path.parentPath.isVariableDeclaration({ kind: 'const' }) && path.parentPath.parentPath.isProgram();
}

/** `TABLE.name`, `TABLE[name]`: read, not called, set or deleted. */
function isLookup(reading: NodePath): boolean {
  const member = reading.parentPath;
  if (member?.isMemberExpression() !== true || reading.key !== 'object') return false;
  const around = member.parentPath;
  if (around.isAssignmentExpression() || around.isUpdateExpression() || around.isUnaryExpression()) return false;
  if (around.isTaggedTemplateExpression() || around.isTSType() || around.isPattern()) return false;
  if (around.isObjectProperty() && around.parentPath.isObjectPattern()) return false;
  return !(member.key === 'callee') && !around.isForXStatement() && !around.isMemberExpression();
}

function nameOf(key: Types.Node): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' ? key.value : null;
}

const LITERAL = /^(?:StringLiteral|TemplateLiteral)$/;

/** Constants of a file that are texts; none that is seen outside. */
function listTexts(program: NodePath<Types.Program>): readonly NodePath<Types.VariableDeclarator>[] {
  return program.get('body').flatMap((statement) => {
    if (!statement.isVariableDeclaration({ kind: 'const' }) || statement.node.declarations.length !== 1) return [];
    const [only] = statement.get('declarations');
    if (only === undefined || only.node.id.type !== 'Identifier' || !LITERAL.test(only.node.init?.type ?? ''))
      return [];
    if (only.node.init?.type === 'TemplateLiteral' && only.node.init.expressions.length > 0) return [];
    const readings = listReadings(only, only.node.id.name);
    const isPlain = (at: NodePath): boolean =>
      at.parentPath?.isExportSpecifier() !== true &&
      !at.isJSXIdentifier() &&
      at.findParent((outer) => outer.isTSType() || outer.isTSEntityName()) === null;
    return readings !== null && readings.length > 0 && readings.every(isPlain) ? [only] : [];
  });
}

function replaceReading(t: T, at: NodePath, value: Expression): void {
  if (at.parentPath?.isObjectProperty({ shorthand: true })) at.parentPath.node.shorthand = false;
  at.replaceWith(t.cloneNode(value));
}

export const SHAPE_STYLES: Readonly<Record<string, Style>> = {
  'options by name instead of arguments': (t) => ({
    Function(path) {
      const { name, fn } = readFunction(path) ?? {};
      if (name === undefined || fn === undefined || fn.params.length < 2 || /^_/.test(name)) return;
      const params = fn.params.map((param) => readParameter(t, param));
      if (params.some((one) => one === null)) return;
      const readings = listReadings(path.parentPath ?? path, name) ?? [];
      if (readings.length === 0 || !readings.every((at) => isCalled(at) && areExpressions(listArguments(at)))) return;
      if (readings.some((at) => listArguments(at).length > params.length)) return;
      const known = params as NonNullable<(typeof params)[number]>[];
      const pattern = t.objectPattern(
        known.map((one) => t.objectProperty(t.identifier(one.name), one.value, false, true)),
      );
      const typed = known.flatMap(({ name: key, type, isOptional }) => {
        if (!t.isTSTypeAnnotation(type)) return [];
        const member = t.tsPropertySignature(t.identifier(key), type);
        member.optional = isOptional;
        return [member];
      });
      if (typed.length > 0) pattern.typeAnnotation = t.tsTypeAnnotation(t.tsTypeLiteral(typed));
      fn.params = [pattern];
      fn.typeParameters = null;
      for (const at of readings) {
        const call = at.parent as Types.CallExpression;
        call.typeParameters = null;
        call.arguments = [
          t.objectExpression(
            (call.arguments as Expression[]).map((value, index) =>
              t.objectProperty(t.identifier(known[index]?.name ?? ''), value),
            ),
          ),
        ];
      }
    },
  }),

  'arguments instead of options by name': (t) => ({
    Function(path) {
      const { name, fn } = readFunction(path) ?? {};
      const [only, ...others] = fn?.params ?? [];
      if (name === undefined || fn === undefined || others.length > 0 || !t.isObjectPattern(only)) return;
      const members = only.properties.map((one) =>
        t.isObjectProperty(one) && !one.computed && t.isIdentifier(one.key)
          ? { key: one.key.name, value: one.value }
          : null,
      );
      if (members.length === 0 || members.some((one) => one === null)) return;
      const readings = listReadings(path.parentPath ?? path, name) ?? [];
      const keys = members.map((one) => one?.key ?? '');
      const isReadable = (at: NodePath): boolean => {
        const [given, ...more] = isCalled(at) ? listArguments(at) : [];
        return (
          more.length === 0 &&
          t.isObjectExpression(given) &&
          given.properties.every(
            (one) => t.isObjectProperty(one) && !one.computed && t.isIdentifier(one.key) && keys.includes(one.key.name),
          )
        );
      };
      if (readings.length === 0 || !readings.every(isReadable)) return;
      fn.params = members.map((one) => one?.value as Types.Identifier);
      for (const at of readings) {
        const [given] = listArguments(at) as [Types.ObjectExpression];
        const values = keys.map((key) => {
          const found = given.properties.find(
            (one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name: key }),
          );
          return (found as Types.ObjectProperty | undefined)?.value as Expression | undefined;
        });
        while (values.length > 0 && values.at(-1) === undefined) values.pop();
        (at.parent as Types.CallExpression).arguments = values.map((value) => value ?? t.identifier('undefined'));
      }
    },
  }),

  'maps instead of tables': (t) => ({
    VariableDeclarator(path) {
      const { id, init } = path.node;
      if (!isTopLevel(path) || !t.isIdentifier(id)) return;
      const table = t.isTSAsExpression(init) || t.isTSSatisfiesExpression(init) ? init.expression : init;
      if (!t.isObjectExpression(table) || table.properties.length === 0 || DOUBLES.test(JSON.stringify(table))) return;
      const members = table.properties.map((one) => {
        const name = t.isObjectProperty(one) && !one.computed ? nameOf(one.key) : null;
        return name === null ? null : { name, value: (one as Types.ObjectProperty).value as Expression };
      });
      const readings = listReadings(path, id.name) ?? [];
      if (members.some((one) => one === null) || readings.length === 0 || !readings.every(isLookup)) return;
      id.typeAnnotation = null;
      const rows = members.map((one) => t.arrayExpression([t.stringLiteral(one?.name ?? ''), one?.value ?? null]));
      path.node.init = t.newExpression(t.identifier('Map'), [t.arrayExpression(rows)]);
      for (const at of readings) {
        const { property, computed } = at.parent as Types.MemberExpression;
        const key = !computed && t.isIdentifier(property) ? t.stringLiteral(property.name) : (property as Expression);
        at.parentPath?.replaceWith(
          t.callExpression(t.memberExpression(t.identifier(id.name), t.identifier('get')), [key]),
        );
      }
    },
  }),

  'members of what may not be there': (t) => ({
    MemberExpression(path) {
      const { object, property, computed } = path.node;
      const { parentPath: around, key } = path;
      if (!(t.isIdentifier(object) || t.isMemberExpression(object)) || t.isPrivateName(property)) return;
      // Of an enum, a module or a class nobody doubts that it is there.
      if (t.isIdentifier(object) && !(path.scope.hasBinding(object.name) && /^[a-z]/.test(object.name))) return;
      if (t.isIdentifier(object) && path.scope.getBinding(object.name)?.kind === 'module') return;
      if (t.isMemberExpression(object) && !t.isThisExpression(object.object)) return;
      if (around.isMemberExpression() && key === 'object') return;
      if (around.isOptionalMemberExpression() || around.isTaggedTemplateExpression() || key === 'callee') return;
      if (key === 'left' || around.isUpdateExpression() || around.isUnaryExpression({ operator: 'delete' })) return;
      if (around.isArrayPattern() || around.isObjectPattern() || around.isTSType() || around.isClass()) return;
      if (
        path.findParent((at) => at.isDecorator() || at.isObjectPattern() || at.isTSExpressionWithTypeArguments()) !==
        null
      )
        return;
      if (around.isExpressionStatement()) return;
      path.replaceWith(t.optionalMemberExpression(object, property, computed, true));
      path.skip();
    },
  }),

  'entries instead of keys': (t) => ({
    ForOfStatement(path) {
      const { left, right } = path.node;
      if (!t.isVariableDeclaration(left) || !t.isCallExpression(right) || !t.isMemberExpression(right.callee)) return;
      const { object, property } = right.callee;
      const [id] = left.declarations.map((one) => one.id);
      const [table] = right.arguments;
      if (!t.isIdentifier(object, { name: 'Object' }) || !t.isIdentifier(property, { name: 'keys' })) return;
      if (!t.isIdentifier(id) || !t.isIdentifier(table)) return;
      const value = path.scope.generateUidIdentifier('value');
      path.get('body').traverse({
        MemberExpression(at) {
          const { node } = at;
          if (!t.isIdentifier(node.object, { name: table.name }) || !node.computed) return;
          if (t.isIdentifier(node.property, { name: id.name }) && at.key !== 'left') at.replaceWith(t.cloneNode(value));
        },
      });
      right.callee.property = t.identifier('entries');
      left.declarations = [t.variableDeclarator(t.arrayPattern([t.identifier(id.name), value]))];
    },
  }),

  'keys instead of entries': (t) => ({
    ForOfStatement(path) {
      const { left, right } = path.node;
      if (!t.isVariableDeclaration(left) || !t.isCallExpression(right) || !t.isMemberExpression(right.callee)) return;
      const { object, property } = right.callee;
      const [id] = left.declarations.map((one) => one.id);
      const [table] = right.arguments;
      if (!t.isIdentifier(object, { name: 'Object' }) || !t.isIdentifier(property, { name: 'entries' })) return;
      if (!t.isArrayPattern(id) || !t.isIdentifier(table)) return;
      const [key, value] = id.elements;
      if (!t.isIdentifier(key) || value == null || !t.isBlockStatement(path.node.body)) return;
      right.callee.property = t.identifier('keys');
      left.declarations = [t.variableDeclarator(t.identifier(key.name))];
      const member = t.memberExpression(t.identifier(table.name), t.identifier(key.name), true);
      path.node.body.body.unshift(
        t.variableDeclaration('const', [t.variableDeclarator(value as Types.Identifier, member)]),
      );
    },
  }),

  'constants as members of one object': (t) => ({
    Program: {
      exit(program, state) {
        const texts = listTexts(program);
        const [first] = texts;
        if (first === undefined) return;
        const id = program.scope.generateUidIdentifier('constants');
        const members = texts.map(({ node }) => {
          const { name } = node.id as Types.Identifier;
          for (const at of listReadings(first, name) ?? [])
            replaceReading(t, at, t.memberExpression(id, t.identifier(name)));
          return t.objectProperty(t.identifier(name), node.init as Expression);
        });
        const object = t.objectExpression(members);
        const init = isTyped(state as PluginPass)
          ? t.tsAsExpression(object, t.tsTypeReference(t.identifier('const')))
          : object;
        first.parentPath.replaceWith(t.variableDeclaration('const', [t.variableDeclarator(id, init)]));
        for (const other of texts.slice(1)) other.parentPath?.remove();
      },
    },
  }),

  'constants as an enum': (t) => ({
    Program: {
      exit(program, state) {
        const texts = isTyped(state as PluginPass) ? listTexts(program) : [];
        const [first] = texts;
        if (first === undefined) return;
        const id = program.scope.generateUidIdentifier('Constant');
        const members = texts.map(({ node }) => {
          const { name } = node.id as Types.Identifier;
          for (const at of listReadings(first, name) ?? [])
            replaceReading(t, at, t.memberExpression(id, t.identifier(name)));
          return t.tsEnumMember(t.identifier(name), node.init as Expression);
        });
        const made = t.tsEnumDeclaration(id, members);
        made.const = true;
        first.parentPath.replaceWith(made);
        for (const other of texts.slice(1)) other.parentPath?.remove();
      },
    },
  }),
};
