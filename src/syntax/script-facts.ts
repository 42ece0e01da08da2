import type * as t from '@babel/types';
import { append } from '../model/append.ts';
import { isAsyncHelper } from './async-helpers.ts';
import { isInCopyingHelper } from './copying-helpers.ts';
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
import { placeAssignments } from './own-names.ts';
import { setParent } from './parents.ts';
import { listPatternMembers } from './pattern-members.ts';
import { readAlike } from './read-alike.ts';
import { reopens } from './reopened-namespaces.ts';
import {
  addAssignment,
  type Binding,
  createScope,
  findBinding,
  markCounted,
  opensScope,
  type Scope,
  type ScopeTable,
} from './scopes.ts';
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
  /** The calls that JSX elements of components stand for; calls that hand over texts are also among `calls`. */
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
  /** The texts that start like a path, with or without its slash. */
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
  return true;
}

function namesBase(property: t.ObjectExpression['properties'][number]): boolean {
  if (property.type !== 'ObjectProperty') return false;
  const name = nameKey(property);
  return name !== null && /^(?:base_?ur[il]|requestDefaults)$/i.test(name);
}

function isPossiblePath(node: t.StringLiteral | t.TemplateLiteral): boolean {
  const text = node.type === 'StringLiteral' ? node.value : (node.quasis[0]?.value.raw ?? '');
  return /^(?:[A-Z]{3,7}[ :](?=\/))?\/?[a-z][\w-]*(?:[/?]|$)/.test(text);
}

/** Is there something under the name wherever it is declared? */
function isMade({ source }: Binding): boolean {
  return source.kind === 'class' || source.kind === 'function' || (source.kind === 'value' && source.node !== null);
}

/** What the walk comes by, node by node. */
class FactCollector {
  readonly #calls: CallNode[] = [];
  readonly #elements = new Map<SyntaxNode, CallNode>();
  readonly #plainElements: CallNode[] = [];
  readonly #classes: ClassNode[] = [];
  readonly #memberAssignments: MemberAssignment[] = [];
  readonly #openAssignments: MemberAssignment[] = [];
  readonly #computedAssignments: t.AssignmentExpression[] = [];
  readonly #identifiers: ScriptFacts['identifiers'] = new NameIndex(({ name }) => name);
  readonly #strings: (t.StringLiteral | t.TemplateLiteral)[] = [];
  readonly #paths: (t.StringLiteral | t.TemplateLiteral)[] = [];
  readonly #regexps: t.RegExpLiteral[] = [];
  readonly #sums: t.BinaryExpression[] = [];
  readonly #specs: t.ObjectExpression[] = [];
  readonly #exports: SyntaxNode[] = [];
  readonly #members: ScriptFacts['members'] = new NameIndex(({ property, computed }) => getKeyName(property, computed));
  readonly #types = new Map<string, TypeDeclaration[]>();
  readonly #scopes = new Map<SyntaxNode, Scope>();
  readonly #assignments: t.AssignmentExpression[] = [];
  readonly #countings: t.UpdateExpression[] = [];

  collect({ program, kind }: Script, outer: Scope | null): ScriptFacts {
    const root = createScope(program, outer);
    this.#scopes.set(program, root);
    walk(program, root, (node, parent, scope) => this.#visit(node, parent, scope));
    const facts: ScriptFacts = {
      program,
      kind,
      root,
      scopes: this.#scopes,
      calls: this.#calls,
      elements: this.#elements,
      plainElements: this.#plainElements,
      classes: this.#classes,
      memberAssignments: this.#memberAssignments,
      openAssignments: this.#openAssignments,
      computedAssignments: this.#computedAssignments,
      identifiers: this.#identifiers,
      strings: this.#strings,
      paths: this.#paths,
      sums: this.#sums,
      specs: this.#specs,
      regexps: this.#regexps,
      exports: this.#exports,
      members: this.#members,
      types: this.#types,
    };
    this.#tellBindings(facts);
    return placeAssignments(facts);
  }

  /** Names are known when all declarations are. */
  #tellBindings(facts: ScriptFacts): void {
    for (const node of this.#assignments) {
      if (isMemberNode(node.left)) continue;
      eachPatternName(node.left, [], (name, steps) => {
        const binding = findBinding(facts, name);
        if (binding === undefined || (isMade(binding) && reopens(node, binding.name))) return;
        addAssignment(binding, { node, steps });
      });
    }
    for (const { argument } of this.#countings) {
      const binding = argument.type === 'Identifier' ? findBinding(facts, argument) : undefined;
      if (binding !== undefined) markCounted(binding);
    }
  }

  /** The scope of what is inside; null where nothing there is of interest. */
  #visit(node: SyntaxNode, parent: SyntaxNode | null, outerScope: Scope): Scope | null {
    readAlike(node, parent);
    if (parent !== null) setParent(node, parent);
    if (isTypeOnly(node)) {
      if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
        append(this.#types, node.id.name, node);
      return null;
    }
    let innerScope = outerScope;
    if (parent !== null && opensScope(node)) {
      innerScope = createScope(node, outerScope);
      this.#scopes.set(node, innerScope);
    }
    declareNames(node, parent, outerScope, innerScope);
    if (isAsyncHelper(node)) return null;
    if (isCallNode(node)) this.#noteCall(node);
    else if (isClassNode(node)) this.#classes.push(node);
    else if (isMemberNode(node)) this.#members.add(node);
    else this.#note(node, parent);
    return innerScope;
  }

  #noteCall(node: CallNode): void {
    this.#calls.push(node, ...listStubCalls(node));
    this.#memberAssignments.push(...listMerged(node));
    this.#openAssignments.push(...listSources(node), ...[findRemovedByCall(node) ?? []].flat());
    this.#memberAssignments.push(...listDefined(node));
  }

  #note(node: SyntaxNode, parent: SyntaxNode | null): void {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        this.#identifiers.add(node);
        break;
      case 'StringLiteral':
      case 'TemplateLiteral':
        if (isPossibleUrl(node)) this.#strings.push(node);
        if (isPossiblePath(node)) this.#paths.push(node);
        break;
      case 'ObjectExpression':
        if (node.properties.some(namesBase)) this.#specs.push(node);
        break;
      case 'BinaryExpression':
        if (node.operator === '+' && !(parent?.type === 'BinaryExpression' && parent.operator === '+'))
          this.#sums.push(node);
        break;
      case 'JSXOpeningElement':
        this.#noteElement(node);
        break;
      case 'RegExpLiteral':
        this.#regexps.push(node);
        break;
      case 'UpdateExpression':
        this.#countings.push(node);
        break;
      case 'UnaryExpression': {
        const removed = findRemoved(node);
        if (removed !== null) this.#openAssignments.push(removed);
        break;
      }
      case 'AssignmentExpression':
        this.#noteAssignment(node);
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
      case 'TSExportAssignment':
        this.#exports.push(node);
        break;
      default:
    }
  }

  #noteElement(node: t.JSXOpeningElement): void {
    const call = makeElementCall(node);
    if (call === null) return;
    (handsOverTexts(node) ? this.#calls : this.#plainElements).push(call);
    this.#elements.set(node, call);
    setParent(call, node);
  }

  #noteAssignment(node: t.AssignmentExpression): void {
    this.#assignments.push(node);
    if (!isMemberNode(node.left)) {
      this.#memberAssignments.push(...listPatternMembers(node));
      return;
    }
    const { left: target, right: value, operator } = node;
    const name = nameMember(target);
    if (name !== null) {
      this.#memberAssignments.push({ object: target.object, target, name, value, operator });
      return;
    }
    this.#computedAssignments.push(node);
    if (isInCopyingHelper(node)) return;
    this.#openAssignments.push({ object: target.object, target, name: COMPUTED, value, operator });
  }
}

/** One walk over a script. `outer` makes a component's markup or second script block see the first block's names. */
export function collectFacts(script: Script, outer: Scope | null): ScriptFacts {
  return new FactCollector().collect(script, outer);
}
