import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  findMemberRoot,
  getEnd,
  getStart,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findRead, Importers } from '../importing/importers.ts';
import { findBindingOf, findParameterOwner, type Module } from '../modules/module.ts';
import { findExpression } from '../uses/seam-texts.ts';
import { listOptions } from '../values/unions.ts';

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

/** Under these names packages keep what they run when somebody asks for it: `server.registerTool('get', { … }, get)`. */
const KEEPING = /^(?:(?:add|define|expose|provide|register)(?:[A-Z]\w*)?|tool|command|action|decorate)$/;

class Search {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #seen = new Set<SyntaxNode>();

  constructor(evaluator: Evaluator, importers: Importers) {
    this.#evaluator = evaluator;
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
        return isCallNode(parent) && 'callee' in parent && this.#isHandedOut(parent, module);
    }
  }

  #isHandedOut(call: ArgumentCall, module: Module): boolean {
    const callee = unwrap(call.callee);
    const name = nameCallee(callee) ?? '';
    if (SHOWING.test(name)) return true;
    const isKept = KEEPING.test(name) && isMemberNode(callee) && this.#isOfPackage(callee.object, module);
    return isKept && this.#evaluator.index.listCallees(call).length === 0;
  }

  #isOfPackage(object: SyntaxNode, module: Module): boolean {
    const options = listOptions(this.#evaluator.evaluate(object, module, null));
    return options.every((option) => option.type === 'external' && option.module !== 'global');
  }

  /** A member of a global, of what a package has made, or of what a framework shares: pages and templates call it that are not analysed. */
  #isTargetOutside(target: SyntaxNode, module: Module): boolean {
    if (target.type === 'Identifier') return this.isNameGiven(target, module);
    // `self.onmessage = …`: who posts messages is known by them.
    if (!isMemberNode(target) || /^on[a-z]+$/.test(nameMember(target) ?? '')) return false;
    const root = findMemberRoot(target);
    const isShared = isMemberNode(target.object) && SHARED.test(nameMember(target.object) ?? '');
    if (isShared || (root.type === 'Identifier' && /^(?:module|exports)$/.test(root.name))) return isShared;
    if (root.type === 'Identifier' && findBindingOf(module, root) === undefined) return true;
    return this.#isOfPackage(target.object, module);
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

  /**
   * Does a place lie in a function that is given away, or that one which is hands on to? `isHandedOver`: what enters the URL there
   * is known to come from who calls it; otherwise the parameter that stands there says so.
   */
  reaches(file: string, offset: number, isHandedOver: boolean): boolean {
    const module = this.#evaluator.graph.load(file);
    const start = module === null ? null : findStart(module, offset, isHandedOver);
    if (module === null || start === null) return false;
    const open = new Map([[start, module]]);
    for (let hops = 0, size = -1; hops < MAX_HOPS && size < open.size; hops += 1) {
      if ([...open].some(([fn, owner]) => this.#isGiven(fn, owner))) return true;
      size = open.size;
      for (const fn of [...open.keys()]) this.#addHanding(fn, open);
    }
    return false;
  }

  /** Does what stands at a place come from a parameter? */
  isOfParameter(file: string, offset: number): boolean {
    const module = this.#evaluator.graph.load(file);
    return module !== null && findStart(module, offset, false) !== null;
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
    const search = new Search(this.#evaluator, this.#importers);
    if (fn.type === 'FunctionDeclaration') return fn.id != null && search.isNameGiven(fn.id, module);
    const holder = getParent(fn);
    const isMember =
      /^Class/.test(fn.type) || holder?.type === 'ClassProperty' || holder?.type === 'ClassPrivateProperty';
    const owner = isMember ? findClassAround(fn) : null;
    if (owner !== null) return owner.id ? search.isNameGiven(owner.id, module) : search.isValueGiven(owner, module);
    return search.isValueGiven(fn.type === 'ObjectMethod' ? (getParent(fn) ?? fn) : fn, module);
  }
}

/** Who runs it then is told by the call. */
function isWrittenForCall(fn: SyntaxNode): boolean {
  const parent = getParent(fn);
  return parent !== undefined && isCallNode(parent);
}

/** `ROUTES.forEach(send)`: no call stands there that hands the text over, but the parameter does. */
function findStart(module: Module, offset: number, isHandedOver: boolean): SyntaxNode | null {
  if (isHandedOver) return findFunctionAt(module, offset);
  const node = findExpression(module, offset);
  const fn = node === null ? null : findParameterOwner(node, module);
  return fn === null || isWrittenForCall(fn) ? null : fn;
}

/** The innermost function around a place that is not written where a call takes it: `retry(() => fetch(BASE + path))`. */
function findFunctionAt(module: Module, offset: number): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (const { program } of module.scripts)
    walk(program, true, (node) => {
      if (getEnd(node) <= offset || getStart(node) > offset) return false;
      if (isFunctionNode(node) && !isWrittenForCall(node)) found = node;
      return true;
    });
  return found;
}
