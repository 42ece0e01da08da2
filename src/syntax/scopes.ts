import type * as t from '@babel/types';
import { handsOverTexts, makeElementCall } from './element-calls.ts';
import {
  type CallNode,
  type ClassNode,
  type FunctionNode,
  getKeyName,
  isCallNode,
  isClassNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
} from './nodes.ts';
import { getParent, setParent } from './parents.ts';
import { slim } from './slim.ts';
import type { Script, SyntaxNode } from './tree.ts';
import { walk } from './walk.ts';

/** One step from a destructured value to the bound name. */
export type PatternStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'computed'; readonly key: SyntaxNode }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'rest'; readonly without: readonly string[] }
  | { readonly kind: 'rest-elements'; readonly from: number }
  | { readonly kind: 'default'; readonly value: SyntaxNode };

/** Where a name gets its value from. */
export type BindingSource =
  | { readonly kind: 'value'; readonly node: SyntaxNode | null; readonly steps: readonly PatternStep[] }
  | { readonly kind: 'element'; readonly of: SyntaxNode; readonly steps: readonly PatternStep[] }
  | { readonly kind: 'key'; readonly of: SyntaxNode }
  | {
      readonly kind: 'param';
      readonly fn: FunctionNode;
      readonly index: number;
      readonly rest: boolean;
      readonly steps: readonly PatternStep[];
    }
  | { readonly kind: 'import'; readonly specifier: string; readonly imported: string }
  | { readonly kind: 'function'; readonly fn: FunctionNode }
  | { readonly kind: 'class'; readonly node: ClassNode }
  | { readonly kind: 'enum'; readonly node: t.TSEnumDeclaration }
  | { readonly kind: 'namespace'; readonly node: t.TSModuleDeclaration }
  | { readonly kind: 'opaque' };

export interface Assignment {
  readonly node: t.AssignmentExpression;
  readonly steps: readonly PatternStep[];
}

export interface Binding {
  readonly name: string;
  readonly source: BindingSource;
  /** The identifier that declares it. */
  readonly declaration: SyntaxNode;
  readonly scope: Scope;
  readonly assignments: Assignment[];
}

export interface Scope {
  readonly node: SyntaxNode;
  readonly parent: Scope | null;
  readonly bindings: Map<string, Binding>;
}

export interface MemberAssignment {
  readonly target: MemberNode;
  readonly name: string;
  readonly value: SyntaxNode;
  readonly operator: string;
}

/** All that one walk over a script collects; the questions of analysis are answered from here. */
export interface ScriptFacts {
  readonly program: SyntaxNode;
  readonly kind: Script['kind'];
  readonly root: Scope;
  readonly scopes: Map<SyntaxNode, Scope>;
  readonly calls: readonly CallNode[];
  /** The calls that JSX elements of components stand for. Those that hand over texts are also among `calls`. */
  readonly elements: ReadonlyMap<SyntaxNode, CallNode>;
  /** The others: calls of a component with its defaults. */
  readonly plainElements: readonly CallNode[];
  readonly classes: readonly ClassNode[];
  readonly memberAssignments: readonly MemberAssignment[];
  /** Assignments to a member whose name is computed: `headers[NAME] = …`. */
  readonly computedAssignments: readonly t.AssignmentExpression[];
  readonly identifiers: Map<string, (t.Identifier | t.JSXIdentifier)[]>;
  /** String literals and templates that start with a scheme or an expression: possible absolute URLs. */
  readonly strings: readonly (t.StringLiteral | t.TemplateLiteral)[];
  /** Those that start like a path, with or without its slash. */
  readonly paths: readonly (t.StringLiteral | t.TemplateLiteral)[];
  /** The outermost node of each concatenation by `+`. */
  readonly sums: readonly t.BinaryExpression[];
  /** Object literals with a member named like a base: possible declarative requests. */
  readonly specs: readonly t.ObjectExpression[];
  readonly regexps: readonly t.RegExpLiteral[];
  readonly exports: readonly SyntaxNode[];
  readonly members: Map<string, MemberNode[]>;
}

interface Draft {
  root: Scope;
  scopes: Map<SyntaxNode, Scope>;
}

function createScope(node: SyntaxNode, parent: Scope | null): Scope {
  return { node, parent, bindings: new Map() };
}

function opensScope(node: SyntaxNode): boolean {
  if (isFunctionNode(node) || isClassNode(node)) return true;
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'CatchClause':
    case 'SwitchStatement':
    case 'TSModuleBlock':
    case 'StaticBlock':
      return true;
    default:
      return false;
  }
}

/** The nearest scope around a node. */
export function findScope(facts: Draft, node: SyntaxNode): Scope {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = getParent(at)) {
    const scope = facts.scopes.get(at);
    if (scope !== undefined) return scope;
  }
  return facts.root;
}

function findFunctionScope(scope: Scope): Scope {
  let at = scope;
  while (
    at.parent !== null &&
    !isFunctionNode(at.node) &&
    at.node.type !== 'Program' &&
    at.node.type !== 'TSModuleBlock'
  )
    at = at.parent;
  return at;
}

function declare(scope: Scope, declaration: t.Identifier, source: BindingSource): void {
  const known = scope.bindings.get(declaration.name);
  // `var` may be declared twice, and a function overload or a type may share the name: the first value wins.
  if (
    known !== undefined &&
    !(known.source.kind === 'value' && known.source.node === null) &&
    known.source.kind !== 'opaque'
  )
    return;
  scope.bindings.set(declaration.name, { name: declaration.name, source, declaration, scope, assignments: [] });
}

/** Calls `bind` for every name of a pattern with the steps that lead to it. */
export function eachPatternName(
  pattern: SyntaxNode,
  steps: readonly PatternStep[],
  bind: (name: t.Identifier, steps: readonly PatternStep[]) => void,
): void {
  switch (pattern.type) {
    case 'Identifier':
      bind(pattern, steps);
      return;
    case 'AssignmentPattern':
      eachPatternName(pattern.left, [...steps, { kind: 'default', value: pattern.right }], bind);
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element === null) return;
        if (element.type === 'RestElement')
          eachPatternName(element.argument, [...steps, { kind: 'rest-elements', from: index }], bind);
        else eachPatternName(element, [...steps, { kind: 'index', index }], bind);
      });
      return;
    case 'ObjectPattern': {
      const names: string[] = [];
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          eachPatternName(property.argument, [...steps, { kind: 'rest', without: [...names] }], bind);
          continue;
        }
        const name = getKeyName(property.key, property.computed);
        if (name !== null) names.push(name);
        const step: PatternStep = name === null ? { kind: 'computed', key: property.key } : { kind: 'property', name };
        eachPatternName(property.value, [...steps, step], bind);
      }
      return;
    }
    case 'TSParameterProperty':
      eachPatternName(pattern.parameter, steps, bind);
      return;
    case 'RestElement':
      eachPatternName(pattern.argument, steps, bind);
      return;
    default:
  }
}

function declareParams(fn: FunctionNode, scope: Scope): void {
  fn.params.forEach((param, index) => {
    const rest = param.type === 'RestElement';
    eachPatternName(param, [], (name, steps) => declare(scope, name, { kind: 'param', fn, index, rest, steps }));
  });
  if (fn.type === 'FunctionExpression' && fn.id) declare(scope, fn.id, { kind: 'function', fn });
}

function declareVariables(node: t.VariableDeclaration, parent: SyntaxNode | null, scope: Scope): void {
  const target = node.kind === 'var' ? findFunctionScope(scope) : scope;
  for (const declarator of node.declarations) {
    if (declarator.id.type === 'VoidPattern') continue;
    const loop = parent !== null && 'left' in parent && parent.left === node ? parent : null;
    eachPatternName(declarator.id, [], (name, steps) => {
      if (loop?.type === 'ForOfStatement') declare(target, name, { kind: 'element', of: loop.right, steps });
      else if (loop?.type === 'ForInStatement') declare(target, name, { kind: 'key', of: loop.right });
      else declare(target, name, { kind: 'value', node: declarator.init ?? null, steps });
    });
  }
}

function declareImports(node: t.ImportDeclaration, scope: Scope): void {
  if (node.importKind === 'type' || node.importKind === 'typeof') return;
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

function declareNames(node: SyntaxNode, parent: SyntaxNode | null, outer: Scope, inner: Scope): void {
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
  if (isFunctionNode(node)) declareParams(node, inner);
}

function isTypeOnly(node: SyntaxNode): boolean {
  return (
    node.type === 'TSInterfaceDeclaration' ||
    node.type === 'TSTypeAliasDeclaration' ||
    node.type === 'TypeAlias' ||
    node.type === 'InterfaceDeclaration'
  );
}

function isPossibleUrl(node: t.StringLiteral | t.TemplateLiteral): boolean {
  if (node.type === 'StringLiteral') return node.value.includes('//');
  return node.expressions.length > 0 || (node.quasis[0]?.value.raw.includes('//') ?? false);
}

function namesBase(property: t.ObjectExpression['properties'][number]): boolean {
  if (property.type !== 'ObjectProperty') return false;
  const name = getKeyName(property.key, property.computed);
  return name !== null && /^(?:base_?ur[il]|requestDefaults)$/i.test(name);
}

function collectAssignments(facts: ScriptFacts, nodes: readonly t.AssignmentExpression[]): void {
  for (const node of nodes) {
    if (isMemberNode(node.left)) continue;
    eachPatternName(node.left, [], (name, steps) => {
      findBinding(facts, name)?.assignments.push({ node, steps });
    });
  }
}

/** The binding that an identifier in value position refers to; undefined for a global. */
export function findBinding(facts: ScriptFacts, identifier: t.Identifier | t.JSXIdentifier): Binding | undefined {
  for (let scope: Scope | null = findScope(facts, identifier); scope !== null; scope = scope.parent) {
    const binding = scope.bindings.get(identifier.name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

function isPossiblePath(node: t.StringLiteral | t.TemplateLiteral): boolean {
  const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.raw ?? '');
  return /^\/?[a-z][\w-]*(?:[/?]|$)/.test(text);
}

/** One walk over a script. `outer` makes a component's markup or second script block see the first block's names. */
export function collectFacts({ program, kind }: Script, outer: Scope | null = null): ScriptFacts {
  const root = createScope(program, outer);
  const scopes = new Map<SyntaxNode, Scope>([[program, root]]);
  const calls: CallNode[] = [];
  const elements = new Map<SyntaxNode, CallNode>();
  const plainElements: CallNode[] = [];
  const classes: ClassNode[] = [];
  const memberAssignments: MemberAssignment[] = [];
  const computedAssignments: t.AssignmentExpression[] = [];
  const identifiers: ScriptFacts['identifiers'] = new Map();
  const strings: (t.StringLiteral | t.TemplateLiteral)[] = [];
  const paths: (t.StringLiteral | t.TemplateLiteral)[] = [];
  const regexps: t.RegExpLiteral[] = [];
  const sums: t.BinaryExpression[] = [];
  const specs: t.ObjectExpression[] = [];
  const exports: SyntaxNode[] = [];
  const members: ScriptFacts['members'] = new Map();
  const assignments: t.AssignmentExpression[] = [];
  const facts: ScriptFacts = {
    program,
    kind,
    root,
    scopes,
    calls,
    elements,
    plainElements,
    classes,
    memberAssignments,
    computedAssignments,
    identifiers,
    strings,
    paths,
    sums,
    specs,
    regexps,
    exports,
    members,
  };
  walk(program, root, (node, parent, outerScope) => {
    slim(node);
    if (parent !== null) setParent(node, parent);
    if (isTypeOnly(node)) return null;
    let innerScope = outerScope;
    if (parent !== null && opensScope(node)) {
      innerScope = createScope(node, outerScope);
      scopes.set(node, innerScope);
    }
    declareNames(node, parent, outerScope, innerScope);
    if (isCallNode(node)) calls.push(node);
    else if (isClassNode(node)) classes.push(node);
    else if (isMemberNode(node)) {
      const name = getKeyName(node.property, node.computed);
      if (name !== null) pushTo(members, name, node);
    } else {
      switch (node.type) {
        case 'Identifier':
        case 'JSXIdentifier':
          pushTo(identifiers, node.name, node);
          break;
        case 'StringLiteral':
        case 'TemplateLiteral':
          if (isPossibleUrl(node)) strings.push(node);
          if (isPossiblePath(node)) paths.push(node);
          break;
        case 'ObjectExpression':
          if (node.properties.some(namesBase)) specs.push(node);
          break;
        case 'BinaryExpression':
          if (node.operator === '+' && !(parent?.type === 'BinaryExpression' && parent.operator === '+'))
            sums.push(node);
          break;
        case 'JSXOpeningElement': {
          const call = makeElementCall(node);
          if (call === null) break;
          (handsOverTexts(node) ? calls : plainElements).push(call);
          elements.set(node, call);
          setParent(call, node);
          break;
        }
        case 'RegExpLiteral':
          regexps.push(node);
          break;
        case 'AssignmentExpression':
          assignments.push(node);
          if (isMemberNode(node.left)) {
            const name = getKeyName(node.left.property, node.left.computed);
            if (name !== null)
              memberAssignments.push({ target: node.left, name, value: node.right, operator: node.operator });
            else computedAssignments.push(node);
          }
          break;
        case 'ExportNamedDeclaration':
        case 'ExportDefaultDeclaration':
        case 'ExportAllDeclaration':
        case 'TSExportAssignment':
          exports.push(node);
          break;
        default:
      }
    }
    return innerScope;
  });
  collectAssignments(facts, assignments);
  return facts;
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
