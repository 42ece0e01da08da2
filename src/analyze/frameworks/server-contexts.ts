import { append } from '../../model/append.ts';
import {
  type CallNode,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { findRequired } from '../modules/required.ts';
import { isCarried } from '../values/carried.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { findServerEnvironment } from './fastify-env.ts';
import {
  isAstro,
  isMadeByFramework,
  isOfFramework,
  isPlugin,
  isTypedFirst,
  usesFramework,
} from './framework-origins.ts';
import { isAstroRoute, isSvelteKitRoute } from './svelte-kit.ts';

/**
 * What the functions of a server or a bot hand each other by way of its framework: `req.voice = client`, `res.locals.voice`,
 * `app.decorate('voice', client)`, `c.set('voice', client)`. Only clients and the like: a text would be the request's own.
 */

/** Calls that are given functions to run with a context. */
const REGISTERING =
  /^(?:get|post|put|patch|delete|del|options|head|all|use|on|param|group|guard|register|addHook|route|onError|notFound|command|hears|action|start|help|callbackQuery|inlineQuery|inlineQueries|event|message|shortcut|view|options|once)$/;
const PUTTING = /^(?:set|state|decorate|decorateRequest|decorateReply|derive|resolve)$/;
/** `.derive(() => ({ voice }))`, `.decorate({ voice })` of Elysia */
const DERIVING = /^(?:derive|resolve|decorate|state)$/;

/** Where a context keeps what was put on it. */
const SHELVES = new Set(
  ['', 'locals', 'state', 'var', 'context', 'server', 'app', 'client', 'app.locals', 'app.context', 'app.state'].concat(
    'event.locals',
  ),
);

interface Put {
  readonly value: SyntaxNode;
  readonly module: Module;
}

const known = new WeakMap<Evaluator, Contexts>();

function readText(node: SyntaxNode | undefined): string | null {
  return node?.type === 'StringLiteral' ? node.value : null;
}

/** The functions among the arguments of a call, also in a wrapper (`asyncHandler(fn)`), a list or an object. */
function listGiven(evaluator: Evaluator, node: SyntaxNode, module: Module, depth = 0): readonly FunctionNode[] {
  const given = (inner: SyntaxNode) => (depth < 3 ? listGiven(evaluator, inner, module, depth + 1) : []);
  const inner = unwrap(node);
  if (isFunctionNode(inner)) return [inner];
  const isRequired = isCallNode(inner) && findRequired(inner, module) !== null;
  if (isCallNode(inner) && !isRequired && 'arguments' in inner) {
    // `withVoice(client)`: what a function of the project gives back is run, and what it is given may be.
    const made = listOptions(evaluator.evaluate(inner, module, null));
    return [
      ...made.flatMap((option) => (option.type === 'function' ? [option.fn] : [])),
      ...inner.arguments.flatMap(given),
    ];
  }
  if (inner.type === 'ArrayExpression')
    return inner.elements.flatMap((element) => (element === null ? [] : given(element)));
  if (inner.type === 'ObjectExpression')
    return inner.properties.flatMap((member) => given(member.type === 'ObjectProperty' ? member.value : member));
  const source = findBindingOf(module, inner)?.source;
  const isNamed = isRequired || source?.kind === 'function' || source?.kind === 'import' || isMemberNode(inner);
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
  if (isMemberNode(callee)) return { name: nameMember(callee), on: callee.object };
  return callee.type === 'Identifier' ? { name: null, on: callee } : null;
}

function isRegistering({ node }: CallSite): boolean {
  const called = findCalled(node);
  return called !== null && (called.name === null || REGISTERING.test(called.name));
}

function isPutting({ node }: CallSite): boolean {
  return PUTTING.test(findCalled(node)?.name ?? '');
}

/** The members of an object that is put on a context at once, or of one that a function gives back. */
function listDerived(
  { node }: CallSite,
  given: SyntaxNode | undefined,
): readonly { readonly name: string; readonly value: SyntaxNode }[] {
  if (given === undefined || !DERIVING.test(findCalled(node)?.name ?? '')) return [];
  const fn = unwrap(given);
  const returned = isFunctionNode(fn) && fn.body.type !== 'BlockStatement' ? unwrap(fn.body) : fn;
  if (returned.type !== 'ObjectExpression') return [];
  return returned.properties.flatMap((member) => {
    const name = nameKey(member);
    return name === null || member.type !== 'ObjectProperty' ? [] : [{ name, value: member.value }];
  });
}

/** The functions that are run with a context, and what is put on it. Grows with the calls that are known. */
class Contexts {
  readonly handlers = new Set<FunctionNode>();
  readonly #evaluator: Evaluator;
  readonly #puts = new Map<string, Put[]>();
  readonly #assigned = new Map<string, { readonly key: string; readonly puts: readonly Put[] }>();
  /** Calls of what no framework made, as far as is known. */
  #open: readonly CallSite[] = [];
  #openPuts: readonly CallSite[] = [];
  #upTo = 0;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  refresh(): void {
    const { calls } = this.#evaluator.index;
    if (calls.length === this.#upTo) return;
    const added = calls.slice(this.#upTo);
    this.#upTo = calls.length;
    const before = this.handlers.size;
    this.#findHandlers(added.filter(isRegistering));
    const puts = added.filter(isPutting);
    this.#findPuts(this.handlers.size === before ? puts : [...this.#openPuts, ...puts], puts);
  }

  listPut(name: string): readonly Put[] {
    const all = this.#evaluator.index.listMemberAssignments(name);
    const key = `${all.length} ${this.handlers.size}`;
    const found = this.#assigned.get(name);
    const assigned =
      found?.key === key ? found.puts : all.filter(({ object, module }) => this.#isShelf(object, module));
    this.#assigned.set(name, { key, puts: assigned });
    return [...assigned, ...(this.#puts.get(name) ?? [])];
  }

  #isOfFramework({ node, module }: CallSite): boolean {
    const called = findCalled(node);
    return called !== null && isOfFramework(called.on, module, this.handlers);
  }

  /** A plugin registers further functions on the parameter that it is given, so this goes round until nothing is new. */
  #findHandlers(added: readonly CallSite[]): void {
    let asked = added;
    for (let open = [...this.#open, ...added]; ; asked = open) {
      const found = new Set(asked.filter((site) => this.#isOfFramework(site)));
      open = open.filter((site) => !found.has(site));
      this.#open = open;
      const before = this.handlers.size;
      for (const { node, module } of found)
        if (node.type !== 'TaggedTemplateExpression')
          for (const argument of node.arguments)
            for (const fn of listGiven(this.#evaluator, argument, module)) this.handlers.add(fn);
      if (this.handlers.size === before) return;
    }
  }

  #put(name: string, put: Put): void {
    append(this.#puts, name, put);
  }

  #findPuts(asked: readonly CallSite[], added: readonly CallSite[]): void {
    const found = new Set<CallSite>();
    for (const site of asked) {
      const [first, second] = 'arguments' in site.node ? site.node.arguments : [];
      const members = listDerived(site, first);
      if (members.length > 0 && this.#isOfFramework(site)) {
        for (const { name, value } of members) this.#put(name, { value, module: site.module });
        found.add(site);
        continue;
      }
      const name = readText(first);
      if (name === null || second === undefined || !this.#isOfFramework(site)) continue;
      this.#put(name, { value: second, module: site.module });
      found.add(site);
    }
    this.#openPuts = [...this.#openPuts, ...added].filter((site) => !found.has(site));
  }

  /** Is an expression a part of an app or a context on which something is kept? */
  #isShelf(node: SyntaxNode, module: Module): boolean {
    const path: string[] = [];
    let root: SyntaxNode = unwrap(node);
    for (; isMemberNode(root); root = unwrap(root.object)) path.unshift(nameMember(root) ?? '?');
    return SHELVES.has(path.join('.')) && isOfFramework(root, module, this.handlers);
  }
}

function findContexts(evaluator: Evaluator): Contexts {
  const contexts = known.get(evaluator) ?? new Contexts(evaluator);
  known.set(evaluator, contexts);
  contexts.refresh();
  return contexts;
}

function isShelfValue(value: Value, { handlers }: Contexts): boolean {
  if (value.type === 'param') {
    const { fn, module } = value.open;
    const isRun =
      handlers.has(fn) ||
      isSvelteKitRoute(module.path) ||
      isAstroRoute(module.path) ||
      isPlugin(fn) ||
      isTypedFirst(fn, module);
    return isRun && SHELVES.has(value.path.join('.'));
  }
  if (value.type !== 'external' || !isMadeByFramework(value)) return false;
  if (isAstro(value)) return value.path.join('.') === 'Astro.locals';
  return SHELVES.has(value.path.slice(value.path.indexOf('instance()') + 1).join('.'));
}

/** What a framework carries under a name; null where `from` is no part of it, or nothing was put there. */
export function findCarried(evaluator: Evaluator, from: Value, name: string, asking: Module): Value | null {
  if (from.type !== 'param' && (from.type !== 'external' || !isMadeByFramework(from))) return null;
  if (!usesFramework(evaluator)) return null;
  const contexts = findContexts(evaluator);
  if (!isShelfValue(from, contexts)) return null;
  // `c.env` of hono; the others have none.
  if (name === 'env' && from.type === 'param' && from.path.length === 0)
    return { type: 'env-object', ...NO_PROVENANCE };
  const environment = findServerEnvironment(evaluator, name, asking);
  if (environment !== null) return environment;
  const puts = keepMeeting(evaluator, contexts.listPut(name), asking);
  const put = puts.flatMap(({ value, module }) => evaluatePut(evaluator, value, module) ?? []);
  // `app.decorateRequest('voice', null)`: a hook sets it for each request.
  const values = put.filter((value) => !isNullish(value));
  return values.length > 0 && values.every(isCarried) ? unite(values) : null;
}

/** What is put there; null for what was there before: `res.locals.voice = req.app.locals.voice`. */
function evaluatePut(evaluator: Evaluator, value: SyntaxNode, module: Module): Value | null {
  const own = evaluateAssigned(evaluator, value, module);
  const isOpen = (option: Value): boolean => option.type === 'param';
  // `const withVoice = (client) => (req, res, next) => { req.voice = client; … }`, `createApp(voice = makeClient())`
  const all = listOptions(own).some(isOpen)
    ? listOptions(evaluator.evaluate(value, module, evaluator.anyCaller))
    : [own];
  const known = all.filter((option) => !isOpen(option));
  const put = known.length > 0 ? unite(known) : own;
  return put.type === 'unknown' && isMemberNode(unwrap(value)) ? null : put;
}

/** `c.get('voice')` */
export function callCarried(evaluator: Evaluator, call: CallNode, module: Module): Value | null {
  if (call.type !== 'CallExpression' || call.arguments.length !== 1) return null;
  const callee = unwrap(call.callee);
  const name = readText(call.arguments[0]);
  if (name === null || !isMemberNode(callee) || nameMember(callee) !== 'get') return null;
  return findCarried(evaluator, evaluator.evaluate(callee.object, module, null), name, module);
}

/** `this` in a function that fastify runs: the server. */
export function findServerThis(evaluator: Evaluator, fn: FunctionNode): Value | null {
  if (!usesFramework(evaluator) || !findContexts(evaluator).handlers.has(fn)) return null;
  return { type: 'external', module: 'fastify', path: ['instance()'], made: null, ...NO_PROVENANCE };
}
