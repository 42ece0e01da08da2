import {
  type CallNode,
  type FunctionNode,
  getKeyName,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  unwrap,
} from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateAssigned } from './assignments.ts';
import { findRequired } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, type Module, type ModuleGraph } from './modules.ts';
import type { CallSite } from './project-index.ts';
import { listOptions, unite } from './unions.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from './values.ts';

/**
 * What the functions of a server hand each other by way of its framework: `req.voice = client`, `res.locals.voice`,
 * `app.decorate('voice', client)`, `c.set('voice', client)`. Only clients and the like: a text would be the request's own.
 */

const FRAMEWORKS = /^(?:express|fastify|fastify-plugin|koa|@koa\/router|koa-router|restify|hono(?:\/[\w/-]+)?)$/;

/** Calls that are given functions to run with a context. */
const REGISTERING =
  /^(?:get|post|put|patch|delete|del|options|head|all|use|on|param|register|addHook|route|onError|notFound)$/;
const PUTTING = /^(?:set|decorate|decorateRequest|decorateReply)$/;

/** Where a context keeps what was put on it. */
const SHELVES = new Set(['', 'locals', 'state', 'var', 'context', 'server', 'app', 'app.locals', 'app.context']);

const CARRIED: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'function', 'external']);

/** Names that stand for names that stand for names. */
const MAX_HOPS = 8;

interface Put {
  readonly value: SyntaxNode;
  readonly module: Module;
}

interface Contexts {
  /** How many calls were gone through. */
  readonly upTo: number;
  /** The functions that are run with a context. */
  readonly handlers: Set<FunctionNode>;
  readonly puts: ReadonlyMap<string, readonly Put[]>;
}

const known = new WeakMap<Evaluator, Contexts>();

const IMPORTED = /['"](?:express|fastify|fastify-plugin|koa|@koa\/router|koa-router|restify|hono(?:\/[\w/-]+)?)['"]/;

/** How many files of a graph were looked at for a framework; null once one was found. */
const searched = new WeakMap<ModuleGraph, number | null>();

/** Does any file name a framework? Most programs have none, and are asked for members all the time. */
function usesFramework({ graph }: Evaluator): boolean {
  let at = searched.get(graph) ?? (searched.has(graph) ? null : 0);
  for (; at !== null && at < graph.loaded.length; at += 1) {
    if (!IMPORTED.test(graph.loaded[at]?.text ?? '')) continue;
    at = null;
    break;
  }
  searched.set(graph, at);
  return at === null;
}

/** Is it made by a framework, or handed over by one? Read off the code: an answer on the way would be remembered. */
function isOfFramework(start: SyntaxNode, module: Module, handlers: ReadonlySet<FunctionNode>): boolean {
  let node = unwrap(start);
  for (let hops = 0; hops < MAX_HOPS; ) {
    const required = isCallNode(node) ? findRequired(node, module) : null;
    if (required !== null) return FRAMEWORKS.test(required);
    if (isCallNode(node)) node = unwrap(node.type === 'TaggedTemplateExpression' ? node.tag : node.callee);
    else if (isMemberNode(node)) node = unwrap(node.object);
    else if (node.type !== 'Identifier') return false;
    else {
      const source = findBindingOf(module, node)?.source;
      if (source?.kind === 'import') return FRAMEWORKS.test(source.specifier);
      if (source?.kind === 'param') return handlers.has(source.fn) || isTyped(source.fn.params[source.index], module);
      if (source?.kind !== 'value' || source.node === null) return false;
      node = unwrap(source.node);
      hops += 1;
    }
  }
  return false;
}

/** `(fastify: FastifyInstance)` */
function isTyped(param: SyntaxNode | undefined, module: Module): boolean {
  if (param?.type !== 'Identifier' || param.typeAnnotation?.type !== 'TSTypeAnnotation') return false;
  const type = param.typeAnnotation.typeAnnotation;
  const name = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName : null;
  const source = name === null ? undefined : findBindingOf(module, name)?.source;
  return source?.kind === 'import' && FRAMEWORKS.test(source.specifier);
}

function readText(node: SyntaxNode | undefined): string | null {
  return node?.type === 'StringLiteral' ? node.value : null;
}

/** The functions among the arguments of a call, also in a wrapper (`asyncHandler(fn)`), a list or an object. */
function listGiven(evaluator: Evaluator, node: SyntaxNode, module: Module, depth = 0): readonly FunctionNode[] {
  const given = (inner: SyntaxNode) => (depth < 3 ? listGiven(evaluator, inner, module, depth + 1) : []);
  const inner = unwrap(node);
  if (isFunctionNode(inner)) return [inner];
  if (isCallNode(inner) && 'arguments' in inner) return inner.arguments.flatMap(given);
  if (inner.type === 'ArrayExpression')
    return inner.elements.flatMap((element) => (element === null ? [] : given(element)));
  if (inner.type === 'ObjectExpression')
    return inner.properties.flatMap((member) => given(member.type === 'ObjectProperty' ? member.value : member));
  const source = inner.type === 'Identifier' ? findBindingOf(module, inner)?.source : undefined;
  const isNamed = source?.kind === 'function' || source?.kind === 'import' || isMemberNode(inner);
  if (!isNamed && source?.kind === 'value' && source.node !== null) return given(source.node);
  if (!isNamed) return [];
  return listOptions(evaluator.evaluate(inner, module, null)).flatMap((option) =>
    option.type === 'function' ? [option.fn] : [],
  );
}

/** The name under which a call finds what it calls: `app.get(…)`, `createMiddleware(…)`. */
function findCalled(node: CallNode): { readonly name: string | null; readonly on: SyntaxNode } | null {
  if (node.type === 'TaggedTemplateExpression' || node.arguments.length === 0) return null;
  const callee = unwrap(node.callee);
  if (isMemberNode(callee)) return { name: getKeyName(callee.property, callee.computed), on: callee.object };
  return callee.type === 'Identifier' ? { name: null, on: callee } : null;
}

/** A plugin registers further functions on the parameter that it is given, so this goes round until nothing is new. */
function findHandlers(evaluator: Evaluator, calls: readonly CallSite[], handlers: Set<FunctionNode>): void {
  for (let open = calls; ; ) {
    const next = open.filter(({ node, module }) => {
      const called = findCalled(node);
      return called !== null && isOfFramework(called.on, module, handlers);
    });
    if (next.length === 0) return;
    open = open.filter((site) => !next.includes(site));
    for (const { node, module } of next)
      if (node.type !== 'TaggedTemplateExpression')
        for (const argument of node.arguments)
          for (const fn of listGiven(evaluator, argument, module)) handlers.add(fn);
  }
}

function findContexts(evaluator: Evaluator): Contexts {
  const { calls } = evaluator.index;
  const before = known.get(evaluator);
  if (before?.upTo === calls.length) return before;
  const puts = new Map<string, Put[]>();
  const handlers = new Set<FunctionNode>();
  const found = { upTo: calls.length, handlers, puts };
  known.set(evaluator, found);
  const isRegistering = ({ node }: CallSite): boolean => {
    const called = findCalled(node);
    return called !== null && (called.name === null || REGISTERING.test(called.name));
  };
  findHandlers(evaluator, calls.filter(isRegistering), handlers);
  for (const { node, module } of calls) {
    const called = findCalled(node);
    if (called === null || !PUTTING.test(called.name ?? '') || !('arguments' in node)) continue;
    const [first, second] = node.arguments;
    const name = readText(first);
    if (name !== null && second !== undefined && isOfFramework(called.on, module, handlers))
      puts.set(name, [...(puts.get(name) ?? []), { value: second, module }]);
  }
  return found;
}

/** Is it a part of an app or a context on which something is kept? */
function isShelf(node: SyntaxNode, module: Module, { handlers }: Contexts): boolean {
  const path: string[] = [];
  let root: SyntaxNode = unwrap(node);
  for (; isMemberNode(root); root = unwrap(root.object)) path.unshift(getKeyName(root.property, root.computed) ?? '?');
  return SHELVES.has(path.join('.')) && isOfFramework(root, module, handlers);
}

function isShelfValue(value: Value, { handlers }: Contexts): boolean {
  if (value.type === 'param') return handlers.has(value.open.fn) && SHELVES.has(value.path.join('.'));
  if (value.type !== 'external' || !isMadeByFramework(value)) return false;
  return SHELVES.has(value.path.slice(value.path.indexOf('instance()') + 1).join('.'));
}

function isMadeByFramework(external: ExternalValue): boolean {
  for (let at: ExternalValue | undefined = external; at !== undefined; at = at.made?.by)
    if (FRAMEWORKS.test(at.module)) return true;
  return false;
}

/** What a framework carries under a name; null where `from` is no part of it, or nothing was put there. */
export function getCarried(evaluator: Evaluator, from: Value, name: string): Value | null {
  if (from.type !== 'param' && (from.type !== 'external' || !isMadeByFramework(from))) return null;
  if (!usesFramework(evaluator)) return null;
  const contexts = findContexts(evaluator);
  if (!isShelfValue(from, contexts)) return null;
  // `c.env` of hono; the others have none.
  if (name === 'env' && from.type === 'param' && from.path.length === 0)
    return { type: 'env-object', ...NO_PROVENANCE };
  const assigned = evaluator.index
    .listMemberAssignments(name)
    .filter(({ object, module }) => isShelf(object, module, contexts));
  const puts: readonly Put[] = [...assigned, ...(contexts.puts.get(name) ?? [])];
  const values = puts.map(({ value, module }) => evaluateAssigned(evaluator, value, module));
  const isCarried = values.every((value) => listOptions(value).every(({ type }) => CARRIED.has(type)));
  return values.length > 0 && isCarried ? unite(values) : null;
}

/** `c.get('voice')` */
export function callCarried(evaluator: Evaluator, call: CallNode, module: Module): Value | null {
  if (call.type !== 'CallExpression' || call.arguments.length !== 1) return null;
  const callee = unwrap(call.callee);
  const name = readText(call.arguments[0]);
  if (name === null || !isMemberNode(callee) || getKeyName(callee.property, callee.computed) !== 'get') return null;
  return getCarried(evaluator, evaluator.evaluate(callee.object, module, null), name);
}
