import { listFunctionsAround } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  findMemberRoot,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  isNamedMember,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent, getRoot } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { BUILTIN_NAMES } from './builtin-calls.ts';
import { findPushReceiver, findSetReceiver } from './call-shapes.ts';
import type { CallSite, ProjectIndex } from './project-index.ts';

/**
 * Functions on the way to a request. A program is full of calls of parameters (`visit(node)`, `text.split(',')`); only
 * those that may send something, or call a function that leads to a request, are worth following.
 */

/** Names under which HTTP clients and test doubles send; `call`, `apply`, and `fire` and `schedule` of packages hand on. */
const CLIENT_NAME =
  /^(?:\$?(?:get|post|put|patch|delete|del|head|options|trace|jsonp|any|all)(?:JSON|Json|Text|Raw)?|each|call|apply|fire|schedule|open|send|sendBeacon|ajax|query|mutation|route|goto|intercept|stream|pipeline|dispatch|upgrade|connect|transport|on[A-Z]\w*)$|fetch|request|^http|^call(?:Api)?$/i;

const INERT = /^(?:String|Numeric|Boolean|Null|RegExp|BigInt)Literal$|^(?:Template|Array|Unary|Binary)/;

interface Declared {
  readonly node: SyntaxNode;
  /** What the name is given there. */
  readonly value: SyntaxNode | null;
  readonly module: Module;
}

function getValue(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'VariableDeclarator') return node.init ?? null;
  return 'value' in node ? (node.value as SyntaxNode | null) : null;
}

function declares(node: SyntaxNode, name: SyntaxNode): boolean {
  if (node.type === 'TSParameterProperty') return true;
  if (isNamedMember(node)) return node.key === name;
  return 'id' in node && node.id === name && (isFunctionNode(node) || node.type === 'VariableDeclarator');
}

const puttingAway = new WeakMap<FunctionNode, boolean>();
const settingMembers = new WeakMap<FunctionNode, boolean>();

function isParamOf(fn: FunctionNode, node: SyntaxNode): boolean {
  return (
    node.type === 'Identifier' && fn.params.some((param) => param.type === 'Identifier' && param.name === node.name)
  );
}

/** `route(options) { this.routes.push(options); }`, `add(name, path) { this.paths[name] = path; }` */
function putsAway(fn: FunctionNode): boolean {
  const known = puttingAway.get(fn);
  if (known !== undefined) return known;
  const found = someNode(fn.body, (node) => {
    if (isCallNode(node) && (findPushReceiver(node) ?? findSetReceiver(node)) !== null && 'arguments' in node)
      return node.arguments.some((given: SyntaxNode) => isParamOf(fn, unwrap(given)));
    return node.type === 'AssignmentExpression' && isMemberNode(node.left) && isParamOf(fn, unwrap(node.right));
  });
  puttingAway.set(fn, found);
  return found;
}

/** `install(api) { api.base = LAB; }`: what it is handed may send something, and goes elsewhere from then on. */
function setsMembers(fn: FunctionNode): boolean {
  const known = settingMembers.get(fn);
  if (known !== undefined) return known;
  const found = someNode(fn.body, (node) => {
    if (node.type !== 'AssignmentExpression') return false;
    return isMemberNode(unwrap(node.left)) && isParamOf(fn, findMemberRoot(node.left));
  });
  settingMembers.set(fn, found);
  return found;
}

export class Senders {
  readonly #functions = new Set<FunctionNode>();
  /** The programs that they stand in. */
  readonly #files = new Set<SyntaxNode>();
  readonly #index: ProjectIndex;
  readonly #modules: readonly Module[];
  #names = new Map<string, boolean>();
  /** Where each name is declared, in so many modules. */
  readonly #declared = new Map<string, readonly Declared[]>();
  #searched = 0;

  constructor(index: ProjectIndex, modules: readonly Module[]) {
    this.#index = index;
    this.#modules = modules;
  }

  /** Notes a call that sends a request, or leads to one. */
  add(site: CallSite): void {
    for (const place of [site, ...site.outer]) {
      const around = listFunctionsAround(place.node);
      for (const fn of around) this.#functions.add(fn);
      if (around.length > 0) this.#files.add(getRoot(place.node));
    }
  }

  /** Follows the callers known by now outwards. */
  spread(): void {
    // A set hands out what is added while it is walked.
    for (const fn of this.#functions) for (const caller of this.#index.listCallers(fn)) this.add(caller);
    this.#names = new Map();
  }

  /** May this call of a parameter, or of a member of one, lead to a request? */
  mayLead(site: CallSite): boolean {
    if (site.node.type === 'TaggedTemplateExpression' || site.node.type === 'NewExpression') return true;
    const callee = unwrap(site.node.callee);
    if (!isMemberNode(callee)) return true;
    const name = nameMember(callee);
    // `promise.then(run)`: what runs is the function that is named.
    if (name === 'then' && site.node.arguments[0]?.type === 'Identifier') return true;
    return name === null || CLIENT_NAME.test(name) || !/^\w+$/.test(name) || this.#leads(name);
  }

  #leads(name: string): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const leads = this.#declaresSender(name, BUILTIN_NAMES.has(name));
    this.#names.set(name, leads);
    return leads;
  }

  /** Is there a function of this name, as a member or its own, that is on the way to a request? */
  #declaresSender(name: string, isBuiltin: boolean): boolean {
    const maySend = (value: SyntaxNode | null, module: Module) => this.#maySend(module, value, isBuiltin);
    return (
      this.#index.listMemberAssignments(name).some((entry) => maySend(entry.value, entry.module)) ||
      this.#listDeclared(name).some(({ node, value, module }) => {
        if (node.type === 'TSParameterProperty') return true;
        return isFunctionNode(node) ? this.#isOnTheWay(node) : maySend(value, module);
      })
    );
  }

  /** Does a function lead to a request, or put away what it is given where a sender of its file may find it? */
  #isOnTheWay(fn: FunctionNode): boolean {
    if (this.#functions.has(fn) || setsMembers(fn)) return true;
    return putsAway(fn) && this.#files.has(getRoot(fn));
  }

  #listDeclared(name: string): readonly Declared[] {
    if (this.#searched < this.#modules.length) this.#declared.clear();
    this.#searched = this.#modules.length;
    const known = this.#declared.get(name);
    if (known !== undefined) return known;
    const found = this.#modules.flatMap((module) =>
      module.scripts.flatMap((script) =>
        script.identifiers.get(name).flatMap((identifier) => {
          const node = getParent(identifier);
          return node !== undefined && declares(node, identifier) ? [{ node, value: getValue(node), module }] : [];
        }),
      ),
    );
    this.#declared.set(name, found);
    return found;
  }

  /** Of a value that is no function literal nothing is known, so it may. */
  #maySend(module: Module, value: SyntaxNode | null, isBuiltin: boolean): boolean {
    if (value === null) return false;
    const inner = unwrap(value);
    if (isFunctionNode(inner)) return this.#isOnTheWay(inner);
    if (isBuiltin || INERT.test(inner.type) || inner.type === 'ObjectExpression') return false;
    if (inner.type !== 'Identifier') return true;
    const source = findBindingOf(module, inner)?.source;
    return source?.kind !== 'function' || this.#functions.has(source.fn);
  }
}
