import { findClassAround } from '../../syntax/enclosing.ts';
import {
  findMemberRoot,
  getEnd,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findRead, Importers } from '../importing/importers.ts';
import { findBindingOf, findParameterOwner, type Module } from '../modules/module.ts';

/**
 * `window.voice = { get }`, `app.locals.voice = client`: functions that are put where pages, templates and other windows may call them,
 * with paths that nobody here sees.
 */

/** Functions that hand on what they are given: `get(path) { return this.request(path); }` */
const MAX_HOPS = 4;
/** Places that a name is followed to. */
const MAX_STEPS = 500;

/** What a package shows to code that it runs elsewhere. */
const SHOWING = /^(?:exposeInMainWorld|exposeInIsolatedWorld|exposeFunction|exposeBinding|createContext)$/;
/** Where a framework keeps what its templates and components call. */
const SHARED = /^(?:globalProperties|locals)$/;

class Search {
  readonly #importers: Importers;
  readonly #seen = new Set<SyntaxNode>();

  constructor(importers: Importers) {
    this.#importers = importers;
  }

  /** Is what is declared there read as a value that goes away? */
  isNameGiven(name: SyntaxNode, module: Module): boolean {
    const binding = findBindingOf(module, name);
    if (binding === undefined || this.#seen.has(binding.declaration)) return false;
    this.#seen.add(binding.declaration);
    return this.#importers.listReadings(module, binding).some((reading) => {
      // A namespace that is read as a whole is given away with all that it has.
      const node = findRead(reading) ?? reading.node;
      return node !== name && this.#isReadingGiven(node, reading.module);
    });
  }

  #isReadingGiven(node: SyntaxNode, module: Module): boolean {
    const parent = getParent(node);
    if (parent === undefined || (isCallNode(parent) && 'callee' in parent && parent.callee === node))
      return parent?.type === 'NewExpression' && this.isValueGiven(parent, module);
    // `client.get('/calls')` calls it, `{ get: client.get }` hands it on.
    if (isMemberNode(parent) && parent.object === node) return this.#isReadingGiven(parent, module);
    return this.isValueGiven(node, module);
  }

  isValueGiven(node: SyntaxNode, module: Module): boolean {
    if (this.#seen.has(node) || this.#seen.size > MAX_STEPS) return false;
    this.#seen.add(node);
    const parent = getParent(node);
    if (parent === undefined) return false;
    switch (parent.type) {
      case 'VariableDeclarator':
        return parent.init === node && parent.id.type === 'Identifier' && this.isNameGiven(parent.id, module);
      case 'ObjectProperty':
      case 'ObjectExpression':
      case 'ArrayExpression':
      case 'SpreadElement':
      case 'ConditionalExpression':
      case 'LogicalExpression':
      case 'AwaitExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return this.isValueGiven(parent, module);
      case 'AssignmentExpression':
        return parent.right === node && this.#isTargetOutside(parent.left, module);
      default:
        return isCallNode(parent) && 'callee' in parent && SHOWING.test(nameCallee(parent.callee) ?? '');
    }
  }

  /** A member of a global, or of what a framework shares: pages and templates call it that are not analysed. */
  #isTargetOutside(target: SyntaxNode, module: Module): boolean {
    if (target.type === 'Identifier') return this.isNameGiven(target, module);
    if (!isMemberNode(target)) return false;
    const root = findMemberRoot(target);
    const isShared = isMemberNode(target.object) && SHARED.test(nameMember(target.object) ?? '');
    if (isShared || root.type !== 'Identifier') return isShared;
    return findBindingOf(module, root) === undefined && !/^(?:module|exports)$/.test(root.name);
  }
}

export class GivenAway {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #known = new Map<SyntaxNode, boolean>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#importers = new Importers(evaluator.graph);
  }

  /** Does a place lie in a function that is given away, or that one which is hands on to? */
  reaches(file: string, offset: number): boolean {
    const module = this.#evaluator.graph.load(file);
    const start = module === null ? null : findFunctionAt(module, offset);
    if (module === null || start === null) return false;
    const open = new Map([[start, module]]);
    for (let hops = 0, size = -1; hops < MAX_HOPS && size < open.size; hops += 1) {
      if ([...open].some(([fn, owner]) => this.#isGiven(fn, owner))) return true;
      size = open.size;
      for (const fn of [...open.keys()]) this.#addHanding(fn, open);
    }
    return false;
  }

  /** The functions that call it with what they are given. */
  #addHanding(fn: SyntaxNode, open: Map<SyntaxNode, Module>): void {
    if (!isFunctionNode(fn)) return;
    for (const { node, module } of this.#evaluator.index.listCallers(fn)) {
      for (const argument of 'arguments' in node ? node.arguments : []) {
        const owner = argument.type === 'Identifier' ? findParameterOwner(argument, module) : null;
        if (owner !== null) open.set(owner, module);
      }
    }
  }

  #isGiven(fn: SyntaxNode, module: Module): boolean {
    const known = this.#known.get(fn) ?? this.#find(fn, module);
    this.#known.set(fn, known);
    return known;
  }

  #find(fn: SyntaxNode, module: Module): boolean {
    const search = new Search(this.#importers);
    if (fn.type === 'FunctionDeclaration') return fn.id != null && search.isNameGiven(fn.id, module);
    const holder = getParent(fn);
    const isMember =
      /^Class/.test(fn.type) || holder?.type === 'ClassProperty' || holder?.type === 'ClassPrivateProperty';
    const owner = isMember ? findClassAround(fn) : null;
    if (owner !== null) return owner.id ? search.isNameGiven(owner.id, module) : search.isValueGiven(owner, module);
    return search.isValueGiven(fn.type === 'ObjectMethod' ? (getParent(fn) ?? fn) : fn, module);
  }
}

/** The innermost function around a place that is not written where a call takes it: `retry(() => fetch(BASE + path))`. */
function findFunctionAt(module: Module, offset: number): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (const { program } of module.scripts)
    walk(program, true, (node) => {
      if (getEnd(node) <= offset || getStart(node) > offset) return false;
      const parent = getParent(node);
      if (isFunctionNode(node) && !(parent !== undefined && isCallNode(parent))) found = node;
      return true;
    });
  return found;
}
