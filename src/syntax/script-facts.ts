import type * as t from '@babel/types';
import { declareNames } from './declarations.ts';
import type { TypeDeclaration } from './declared-members.ts';
import { eachPatternName } from './destructuring.ts';
import { handsOverTexts, makeElementCall } from './element-calls.ts';
import { COMPUTED, findRemoved, findRemovedByCall, listDefined, listMerged, listSources } from './merged-members.ts';
import { NameIndex } from './name-index.ts';
import {
  type CallNode,
  type ClassNode,
  getKeyName,
  isCallNode,
  isClassNode,
  isMemberNode,
  type MemberNode,
  nameKey,
  nameMember,
} from './nodes.ts';
import { readAsPlain } from './optional-chains.ts';
import { setParent } from './parents.ts';
import { listPatternMembers } from './pattern-members.ts';
import {
  addAssignment,
  createScope,
  findBinding,
  markCounted,
  opensScope,
  type Scope,
  type ScopeTable,
} from './scopes.ts';
import { slim } from './slim.ts';
import { listStubCalls } from './stub-calls.ts';
import type { Script, SyntaxNode } from './tree.ts';
import { walk } from './walk.ts';

/** `object.name = value`, `Object.assign(object, { name: value })` */
export interface MemberAssignment {
  readonly object: SyntaxNode;
  /** The member, or the property of the literal whose members the object is given. */
  readonly target: SyntaxNode;
  readonly name: string;
  readonly value: SyntaxNode;
  readonly operator: string;
}

/** All that one walk over a script collects; the questions of analysis are answered from here. */
export interface ScriptFacts extends ScopeTable {
  readonly program: SyntaxNode;
  readonly kind: Script['kind'];
  readonly calls: readonly CallNode[];
  /** The calls that JSX elements of components stand for. Those that hand over texts are also among `calls`. */
  readonly elements: ReadonlyMap<SyntaxNode, CallNode>;
  /** The others: calls of a component with its defaults. */
  readonly plainElements: readonly CallNode[];
  readonly classes: readonly ClassNode[];
  readonly memberAssignments: readonly MemberAssignment[];
  /** What gives an object members whose names do not stand there: `Object.assign(object, options)`, `object[key] = value`; or takes one, `delete object.name`. */
  readonly openAssignments: readonly MemberAssignment[];
  /** Assignments to a member whose name is computed: `headers[NAME] = …`. */
  readonly computedAssignments: readonly t.AssignmentExpression[];
  readonly identifiers: NameIndex<t.Identifier | t.JSXIdentifier>;
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
  readonly members: NameIndex<MemberNode>;
  /** Interfaces and type aliases by their names. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
}

function isTypeOnly(node: SyntaxNode): boolean {
  return (
    node.type === 'TSInterfaceDeclaration' ||
    node.type === 'TSTypeAliasDeclaration' ||
    node.type === 'TypeAlias' ||
    node.type === 'InterfaceDeclaration'
  );
}

/** `api.voice.example/calls`, as others are searched for it. */
export const HOST_AND_PATH = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\w/;

function isPossibleUrl(node: t.StringLiteral | t.TemplateLiteral): boolean {
  if (node.type === 'StringLiteral')
    return /\/\/|^\{\{process\.env\./.test(node.value) || HOST_AND_PATH.test(node.value);
  return node.expressions.length > 0 || (node.quasis[0]?.value.raw.includes('//') ?? false);
}

function namesBase(property: t.ObjectExpression['properties'][number]): boolean {
  if (property.type !== 'ObjectProperty') return false;
  const name = nameKey(property);
  return name !== null && /^(?:base_?ur[il]|requestDefaults)$/i.test(name);
}

function collectAssignments(facts: ScriptFacts, nodes: readonly t.AssignmentExpression[]): void {
  for (const node of nodes) {
    if (isMemberNode(node.left)) continue;
    eachPatternName(node.left, [], (name, steps) => {
      const binding = findBinding(facts, name);
      if (binding !== undefined) addAssignment(binding, { node, steps });
    });
  }
}

function collectCountings(facts: ScriptFacts, nodes: readonly t.UpdateExpression[]): void {
  for (const { argument } of nodes) {
    const binding = argument.type === 'Identifier' ? findBinding(facts, argument) : undefined;
    if (binding !== undefined) markCounted(binding);
  }
}

function isPossiblePath(node: t.StringLiteral | t.TemplateLiteral): boolean {
  const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.raw ?? '');
  return /^(?:[A-Z]{3,7}[ :](?=\/))?\/?[a-z][\w-]*(?:[/?]|$)/.test(text);
}

/** One walk over a script. `outer` makes a component's markup or second script block see the first block's names. */
export function collectFacts({ program, kind }: Script, outer: Scope | null): ScriptFacts {
  const root = createScope(program, outer);
  const scopes = new Map<SyntaxNode, Scope>([[program, root]]);
  const calls: CallNode[] = [];
  const elements = new Map<SyntaxNode, CallNode>();
  const plainElements: CallNode[] = [];
  const classes: ClassNode[] = [];
  const memberAssignments: MemberAssignment[] = [];
  const openAssignments: MemberAssignment[] = [];
  const computedAssignments: t.AssignmentExpression[] = [];
  const identifiers: ScriptFacts['identifiers'] = new NameIndex(({ name }) => name);
  const strings: (t.StringLiteral | t.TemplateLiteral)[] = [];
  const paths: (t.StringLiteral | t.TemplateLiteral)[] = [];
  const regexps: t.RegExpLiteral[] = [];
  const sums: t.BinaryExpression[] = [];
  const specs: t.ObjectExpression[] = [];
  const exports: SyntaxNode[] = [];
  const members: ScriptFacts['members'] = new NameIndex(({ property, computed }) => getKeyName(property, computed));
  const types = new Map<string, TypeDeclaration[]>();
  const assignments: t.AssignmentExpression[] = [];
  const countings: t.UpdateExpression[] = [];
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
    openAssignments,
    computedAssignments,
    identifiers,
    strings,
    paths,
    sums,
    specs,
    regexps,
    exports,
    members,
    types,
  };
  walk(program, root, (node, parent, outerScope) => {
    slim(node);
    readAsPlain(node);
    if (parent !== null) setParent(node, parent);
    if (isTypeOnly(node)) {
      if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
        types.set(node.id.name, [...(types.get(node.id.name) ?? []), node]);
      return null;
    }
    let innerScope = outerScope;
    if (parent !== null && opensScope(node)) {
      innerScope = createScope(node, outerScope);
      scopes.set(node, innerScope);
    }
    declareNames(node, parent, outerScope, innerScope);
    if (isCallNode(node)) {
      calls.push(node, ...listStubCalls(node));
      memberAssignments.push(...listMerged(node));
      openAssignments.push(...listSources(node));
      const removed = findRemovedByCall(node);
      if (removed !== null) openAssignments.push(removed);
      memberAssignments.push(...listDefined(node));
    } else if (isClassNode(node)) classes.push(node);
    else if (isMemberNode(node)) members.add(node);
    else {
      switch (node.type) {
        case 'Identifier':
        case 'JSXIdentifier':
          identifiers.add(node);
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
        case 'UpdateExpression':
          countings.push(node);
          break;
        case 'UnaryExpression': {
          const removed = findRemoved(node);
          if (removed !== null) openAssignments.push(removed);
          break;
        }
        case 'AssignmentExpression':
          assignments.push(node);
          if (isMemberNode(node.left)) {
            const { left: target, right: value, operator } = node;
            const name = nameMember(target);
            if (name !== null) memberAssignments.push({ object: target.object, target, name, value, operator });
            else {
              computedAssignments.push(node);
              openAssignments.push({ object: target.object, target, name: COMPUTED, value, operator });
            }
          } else memberAssignments.push(...listPatternMembers(node));
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
  collectCountings(facts, countings);
  return facts;
}
