import type * as t from '@babel/types';
import { findLoadedSpecifier } from './amd.ts';
import { eachPatternName } from './destructuring.ts';
import { type FunctionNode, isFunctionNode } from './nodes.ts';
import { readTaken } from './own-names.ts';
import { addBinding, type BindingSource, findFunctionScope, type Scope } from './scopes.ts';
import type { SyntaxNode } from './tree.ts';

/** Which names each declaration makes, in which scope. */

function declare(scope: Scope, declaration: t.Identifier, source: BindingSource): void {
  const known = scope.bindings.get(declaration.name);
  // `var` may be declared twice, and a function overload or a type may share the name: the first value wins. A namespace in front
  // of what it is merged with can hold types only.
  if (
    known !== undefined &&
    !(known.source.kind === 'namespace' && source.kind !== 'namespace') &&
    !(known.source.kind === 'value' && known.source.node === null) &&
    known.source.kind !== 'opaque'
  )
    return;
  addBinding(scope, declaration.name, source, declaration);
}

function declareParams(fn: FunctionNode, parent: SyntaxNode | null, scope: Scope): void {
  fn.params.forEach((param, index) => {
    const specifier = param.type === 'Identifier' ? findLoadedSpecifier(fn, index, parent) : null;
    if (param.type === 'Identifier' && specifier !== null) {
      declare(scope, param, { kind: 'import', specifier, imported: '*' });
      return;
    }
    const rest = param.type === 'RestElement';
    eachPatternName(param, [], (name, steps) => declare(scope, name, { kind: 'param', fn, index, rest, steps }));
  });
  if (fn.type === 'FunctionExpression' && fn.id) declare(scope, fn.id, { kind: 'function', fn });
}

/** `declare const http: AxiosInstance` says what it is; any other such name is one that the file gets from outside. */
function isOfNamedType(id: SyntaxNode): boolean {
  const annotation =
    id.type === 'Identifier' && id.typeAnnotation?.type === 'TSTypeAnnotation' ? id.typeAnnotation : null;
  return annotation?.typeAnnotation.type === 'TSTypeReference';
}

function declareVariables(node: t.VariableDeclaration, parent: SyntaxNode | null, scope: Scope): void {
  const target = node.kind === 'var' ? findFunctionScope(scope) : scope;
  for (const declarator of node.declarations) {
    if (declarator.id.type === 'VoidPattern' || (node.declare === true && !isOfNamedType(declarator.id))) continue;
    const loop = parent !== null && 'left' in parent && parent.left === node ? parent : null;
    eachPatternName(declarator.id, [], (name, steps) => {
      if (loop?.type === 'ForOfStatement') declare(target, name, { kind: 'element', of: loop.right, steps });
      else if (loop?.type === 'ForInStatement') declare(target, name, { kind: 'key', of: loop.right });
      else declare(target, name, { kind: 'value', ...readTaken(name, declarator, steps) });
    });
  }
}

function declareImports(node: t.ImportDeclaration, scope: Scope): void {
  // `import type { AxiosInstance } from 'axios'` counts as well: what is declared to be one has its members.
  for (const specifier of node.specifiers) {
    const imported =
      specifier.type === 'ImportSpecifier'
        ? specifier.imported.type === 'Identifier'
          ? specifier.imported.name
          : specifier.imported.value
        : specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : '*';
    declare(scope, specifier.local, { kind: 'import', specifier: node.source.value, imported });
  }
}

/** `outer` is the scope that the node stands in, `inner` the one that it opens. */
export function declareNames(node: SyntaxNode, parent: SyntaxNode | null, outer: Scope, inner: Scope): void {
  switch (node.type) {
    case 'VariableDeclaration':
      declareVariables(node, parent, outer);
      return;
    case 'FunctionDeclaration':
      if (node.id) declare(findFunctionScope(outer), node.id, { kind: 'function', fn: node });
      break;
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id) declare(node.type === 'ClassDeclaration' ? outer : inner, node.id, { kind: 'class', node });
      return;
    case 'TSEnumDeclaration':
      declare(outer, node.id, { kind: 'enum', node });
      return;
    case 'TSModuleDeclaration':
      if (node.id.type === 'Identifier') declare(outer, node.id, { kind: 'namespace', node });
      return;
    case 'TSImportEqualsDeclaration':
      if (node.moduleReference.type === 'TSExternalModuleReference') {
        declare(outer, node.id, { kind: 'import', specifier: node.moduleReference.expression.value, imported: '*' });
      } else declare(outer, node.id, { kind: 'value', node: node.moduleReference, steps: [] });
      return;
    case 'ImportDeclaration':
      declareImports(node, outer);
      return;
    case 'CatchClause':
      if (node.param) eachPatternName(node.param, [], (name) => declare(inner, name, { kind: 'opaque' }));
      return;
    default:
  }
  if (isFunctionNode(node)) declareParams(node, parent, inner);
}
