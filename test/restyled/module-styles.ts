import type { NodePath, PluginPass, types as Types } from '@babel/core';
import type { Style } from './styles.ts';

/** The same functions, classes and imports, made another way. */

type T = typeof Types;

function hasAny(path: NodePath, pattern: RegExp): boolean {
  let isFound = false;
  path.traverse({
    enter({ node }) {
      isFound ||= pattern.test(node.type === 'Identifier' ? node.name : node.type);
    },
  });
  return isFound;
}

/** `constructor(private readonly name)` somewhere in the file. */
function hasParameterProperty(path: NodePath, name: string): boolean {
  let isFound = false;
  path.parentPath?.traverse({
    TSParameterProperty({ node: { parameter } }) {
      const plain = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      isFound ||= plain.type === 'Identifier' && plain.name === name;
    },
  });
  return isFound;
}

function isTyped(state: PluginPass): boolean {
  return /\.[cm]?tsx?$/.test(state.filename ?? '');
}

/** Frameworks and runners read the exports of a file as they are written. */
const READ_AS_WRITTEN =
  /^(?:default|loader|action|handler|middleware|GET|POST|PUT|PATCH|DELETE|load|config|getServerSideProps|getStaticProps|use[A-Z].*)$/;

/** Their names are free; those of frameworks and runners hardly anybody changes. */
const CLIENTS = /^(?:axios|got|ky|ofetch|undici|superagent|wretch|node-fetch|cross-fetch|needle|phin)$/;

type Declared = NodePath<Types.FunctionDeclaration>;

/** Functions of a file, with or without `export`. */
function listFunctions(program: NodePath<Types.Program>): readonly Declared[] {
  return program.get('body').flatMap((statement): readonly Declared[] => {
    const plain = statement.isExportNamedDeclaration() ? statement.get('declaration') : statement;
    return !Array.isArray(plain) && (plain as NodePath).isFunctionDeclaration() ? [plain as unknown as Declared] : [];
  });
}

/** Is the function called while the file is loaded, before it stands there? */
function isNeededBefore(fn: Declared, first: NodePath): boolean {
  const readings = fn.node.id ? (fn.scope.parent.getBinding(fn.node.id.name)?.referencePaths ?? []) : [];
  const index = first.key as number;
  return readings.some((at) => {
    const outermost = at.findParent((outer) => outer.parentPath?.isProgram() === true);
    return at.getFunctionParent() === null && Number(outermost?.key ?? 0) < index;
  });
}

/** `new Client()`, `Client.prototype.list = …` */
function isMadeByNew(fn: Declared): boolean {
  const readings = fn.node.id ? (fn.scope.parent.getBinding(fn.node.id.name)?.referencePaths ?? []) : [];
  return readings.some(
    (at) =>
      (at.parentPath?.isNewExpression() && at.key === 'callee') ||
      (at.parentPath?.isMemberExpression() && at.key === 'object'),
  );
}

/** The function with the comment that stood in front of it. */
function copyWithComments(t: T, fn: Declared): Types.FunctionDeclaration {
  const copy = t.cloneNode(fn.node);
  const outer = fn.parentPath.isExportNamedDeclaration() ? fn.parentPath.node : fn.node;
  copy.leadingComments = outer.leadingComments ?? null;
  outer.leadingComments = null;
  return copy;
}

function isOverloaded(program: NodePath<Types.Program>): boolean {
  return /"type":"TSDeclareFunction"/.test(
    JSON.stringify(
      program.node.body.map((one) => ('declaration' in one && one.declaration) || one),
      ['type', 'declaration'],
    ),
  );
}

/** `this.name = name;` of a parameter. */
function readAssigned(t: T, statement: Types.Statement): string | null {
  if (!t.isExpressionStatement(statement) || !t.isAssignmentExpression(statement.expression, { operator: '=' }))
    return null;
  const { left, right } = statement.expression;
  if (!t.isMemberExpression(left) || left.computed || !t.isThisExpression(left.object)) return null;
  return t.isIdentifier(left.property) && t.isIdentifier(right, { name: left.property.name }) ? right.name : null;
}

export const MODULE_STYLES: Readonly<Record<string, Style>> = {
  'functions revealed by a module': (t) => ({
    Program: {
      exit(program) {
        if (isOverloaded(program)) return;
        for (const isExported of [false, true]) {
          const own = listFunctions(program).filter(
            (fn) =>
              fn.parentPath.isExportNamedDeclaration() === isExported &&
              !READ_AS_WRITTEN.test(fn.node.id?.name ?? '') &&
              !hasAny(fn, /^ThisExpression$/) &&
              !isMadeByNew(fn),
          );
          const [first] = own;
          const outermost = first && (isExported ? first.parentPath : first);
          if (outermost === undefined || own.some((fn) => isNeededBefore(fn, outermost as NodePath))) continue;
          const names = own.map((fn) => fn.node.id?.name ?? '');
          const members = (): Types.ObjectProperty[] =>
            names.map((name) => t.objectProperty(t.identifier(name), t.identifier(name), false, true));
          const body = t.blockStatement([
            ...own.map((fn) => copyWithComments(t, fn)),
            t.returnStatement(t.objectExpression(members())),
          ]);
          const made = t.callExpression(t.arrowFunctionExpression([], body), []);
          const declaration = t.variableDeclaration('const', [t.variableDeclarator(t.objectPattern(members()), made)]);
          for (const fn of own.slice(1)) (isExported ? fn.parentPath : fn)?.remove();
          outermost?.replaceWith(isExported ? t.exportNamedDeclaration(declaration) : declaration);
          outermost?.skip();
        }
      },
    },
  }),

  'functions wrapped by async ones': (t) => ({
    Program: {
      exit(program) {
        if (isOverloaded(program)) return;
        for (const fn of listFunctions(program)) {
          const { node } = fn;
          if (!node.async || node.generator || !node.id || READ_AS_WRITTEN.test(node.id.name)) continue;
          const outermost = fn.parentPath.isExportNamedDeclaration() ? fn.parentPath : fn;
          if (isNeededBefore(fn, outermost) || hasAny(fn, /^(?:ThisExpression|arguments)$/)) continue;
          const inner = program.scope.generateUidIdentifier(node.id.name);
          const rest = t.restElement(t.identifier('args'));
          const call = t.callExpression(t.cloneNode(inner), [t.spreadElement(t.identifier('args'))]);
          const arrow = t.arrowFunctionExpression([rest], call, true);
          const wrapper = t.variableDeclaration('const', [t.variableDeclarator(t.identifier(node.id.name), arrow)]);
          const kept = copyWithComments(t, fn);
          kept.id = inner;
          if (outermost === fn) fn.replaceWithMultiple([kept, wrapper]);
          else outermost.replaceWithMultiple([kept, t.exportNamedDeclaration(wrapper)]);
          outermost.skip();
        }
      },
    },
  }),

  'imports under other names': (t) => ({
    ImportDeclaration(path) {
      const { importKind, source } = path.node;
      if (importKind === 'type' || !(source.value.startsWith('.') || CLIENTS.test(source.value))) return;
      for (const specifier of path.get('specifiers')) {
        const { name } = specifier.node.local;
        if (specifier.isImportSpecifier() && specifier.node.importKind === 'type') continue;
        const readings = path.scope.getBinding(name)?.referencePaths ?? [];
        if (readings.some((at) => at.isJSXIdentifier() || at.parentPath?.isExportSpecifier())) continue;
        // Babel would rename what a constructor makes a field of as well.
        if (hasParameterProperty(path, name)) continue;
        if (specifier.isImportSpecifier()) specifier.node.imported = t.cloneNode(specifier.node.imported);
        path.scope.rename(name, path.scope.generateUid(name));
      }
    },
  }),

  'parameters as properties': (t) => ({
    ClassMethod(path, state) {
      if (path.node.kind !== 'constructor' || !path.node.body || !isTyped(state as PluginPass)) return;
      const { body } = path.node.body;
      const taken: string[] = [];
      path.node.params = path.node.params.map((param) => {
        const plain = t.isAssignmentPattern(param) ? param.left : param;
        if (!t.isIdentifier(plain)) return param;
        const index = body.findIndex((one) => readAssigned(t, one) === plain.name);
        if (index === -1) return param;
        body.splice(index, 1);
        taken.push(plain.name);
        const made = t.tsParameterProperty(param as Types.Identifier);
        made.accessibility = 'private';
        made.readonly = true;
        return made as never;
      });
      const members = (path.parent as Types.ClassBody).body;
      (path.parent as Types.ClassBody).body = members.filter(
        (one) => !(t.isClassProperty(one) && t.isIdentifier(one.key) && taken.includes(one.key.name)),
      );
    },
  }),

  'properties of parameters set by hand': (t) => ({
    ClassMethod(path) {
      if (path.node.kind !== 'constructor' || !path.node.body) return;
      if (JSON.stringify(path.node.params).includes('"decorators":[')) return;
      const sets: Types.Statement[] = [];
      const fields: Types.ClassProperty[] = [];
      path.node.params = path.node.params.map((param) => {
        if (!t.isTSParameterProperty(param)) return param;
        const plain = t.isAssignmentPattern(param.parameter) ? param.parameter.left : param.parameter;
        const { name } = plain as Types.Identifier;
        const target = t.memberExpression(t.thisExpression(), t.identifier(name));
        sets.push(t.expressionStatement(t.assignmentExpression('=', target, t.identifier(name))));
        const field = t.classProperty(t.identifier(name));
        field.typeAnnotation = (plain as Types.Identifier).typeAnnotation ?? null;
        fields.push(field);
        return param.parameter;
      });
      if (sets.length === 0) return;
      const { body } = path.node.body;
      const after = body.findIndex(
        (one) => t.isExpressionStatement(one) && t.isCallExpression(one.expression) && t.isSuper(one.expression.callee),
      );
      body.splice(after + 1, 0, ...sets);
      (path.parent as Types.ClassBody).body.unshift(...fields);
    },
  }),
};
