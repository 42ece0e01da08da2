import { describeName, type FunctionNode, isCallNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { namePackage } from '../modules/package-names.ts';
import { findRequired } from '../modules/required.ts';
import type { ExternalValue } from '../values/values.ts';
import { isAstroRoute, isSvelteKitRoute } from './svelte-kit.ts';

/** Which values the framework of a server or a bot makes or hands over: its apps, its contexts, the parameters of its handlers. */

const FRAMEWORKS =
  /^(?:express|polka|fastify|fastify-plugin|koa|@koa\/router|koa-router|restify|h3|hono(?:\/[\w/-]+)?|telegraf|grammy|elysia|(?:@oak\/)?oak|@hono\/hono|astro:middleware|@slack\/bolt|socket\.io|discord\.js)$/;

/** Nitro has these without an import. */
const UNIMPORTED = /^(?:define)?(?:E|e)ventHandler$/;

/** What plugins of fastify call the server that they are handed; that they are asynchronous tells them from other functions. */
const APP = /^(?:app|server|instance)$/;

/** Names that stand for names that stand for names. */
const MAX_HOPS = 8;

const IMPORTED =
  /['"](?:(?:npm:|jsr:|https:\/\/)[^'"]*)?\b(?:express|polka|fastify|fastify-plugin|koa|@koa\/router|koa-router|restify|h3|hono|telegraf|grammy|elysia|oak|astro:middleware|socket\.io|discord\.js)\b[^'"]*['"]|['"]@slack\/bolt['"]|\b(?:defineE|e)ventHandler\(/;

/** How many files of a graph were looked at for a framework; null once one was found. */
const searched = new WeakMap<ModuleGraph, number | null>();

/** Does any file name a framework? Most programs have none, and are asked for members all the time. */
export function usesFramework({ graph }: Evaluator): boolean {
  let at = searched.get(graph) ?? (searched.has(graph) ? null : 0);
  for (; at !== null && at < graph.loaded.length; at += 1) {
    const module = graph.loaded[at];
    if (
      module === undefined ||
      !(isSvelteKitRoute(module.path) || isAstroRoute(module.path) || IMPORTED.test(module.text))
    )
      continue;
    at = null;
    break;
  }
  searched.set(graph, at);
  return at === null;
}

/** Is it made by a framework, or handed over by one? Read off the code: an answer on the way would be remembered. */
export function isOfFramework(start: SyntaxNode, module: Module, handlers: ReadonlySet<FunctionNode>): boolean {
  let node = unwrap(start);
  for (let hops = 0; hops < MAX_HOPS; ) {
    const required = isCallNode(node) ? findRequired(node, module) : null;
    if (required !== null) return FRAMEWORKS.test(namePackage(required));
    if (isCallNode(node)) node = unwrap(node.type === 'TaggedTemplateExpression' ? node.tag : node.callee);
    else if (isMemberNode(node)) node = unwrap(node.object);
    else if (node.type !== 'Identifier') return false;
    else {
      const source = findBindingOf(module, node)?.source;
      if (source === undefined) return UNIMPORTED.test(node.name);
      if (source.kind === 'import') return FRAMEWORKS.test(namePackage(source.specifier));
      if (source.kind === 'param')
        return (
          handlers.has(source.fn) ||
          isOfRoute(source, module) ||
          isTyped(source.fn.params[source.index], module) ||
          isPlugin(source.fn)
        );
      if (source.kind !== 'value' || source.node === null) return false;
      node = unwrap(source.node);
      hops += 1;
    }
  }
  return false;
}

/** `handle({ event })`, `load(event)`: SvelteKit runs the functions of its files with one argument. */
function isOfRoute({ index }: Extract<BindingSource, { kind: 'param' }>, module: Module): boolean {
  return index === 0 && (isSvelteKitRoute(module.path) || isAstroRoute(module.path));
}

/** `module.exports = async (fastify, options) => …`: what autoload finds in its folders, and no code of the project names. */
export function isPlugin(fn: FunctionNode): boolean {
  const [first] = fn.params;
  if (first?.type !== 'Identifier' || fn.params.length > 3) return false;
  return first.name === 'fastify' || (APP.test(first.name) && fn.async === true && isWholeExport(fn));
}

/** `export default async function (app) { … }`, `module.exports = async (app) => { … }` */
function isWholeExport(fn: FunctionNode): boolean {
  const around = getParent(fn);
  if (around?.type === 'ExportDefaultDeclaration') return true;
  return around?.type === 'AssignmentExpression' && describeName(around.left) === 'module.exports';
}

/** `(fastify: FastifyInstance)` */
function isTyped(param: SyntaxNode | undefined, module: Module): boolean {
  if (param?.type !== 'Identifier' || param.typeAnnotation?.type !== 'TSTypeAnnotation') return false;
  const type = param.typeAnnotation.typeAnnotation;
  const name = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName : null;
  const source = name === null ? undefined : findBindingOf(module, name)?.source;
  if (source?.kind === 'import') return FRAMEWORKS.test(namePackage(source.specifier));
  const specifier = name === null || source !== undefined ? null : findTypeImport(name.name, module);
  return specifier !== null && FRAMEWORKS.test(namePackage(specifier));
}

/** `import type { FastifyInstance } from 'fastify'`: a type of a package declares no name that has a value. */
function findTypeImport(name: string, { text }: Module): string | null {
  for (const [, names = '', specifier = ''] of text.matchAll(
    /\bimport\s+type\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g,
  ))
    if (
      names.split(',').some(
        (one) =>
          one
            .trim()
            .split(/\s+as\s+/)
            .at(-1) === name,
      )
    )
      return specifier;
  return null;
}

/** `async function (app: FastifyInstance)`: a plugin, whoever registers it. */
export function isTypedFirst({ params }: FunctionNode, module: Module): boolean {
  return isTyped(params[0], module);
}

/** `Astro.locals` in a page: what the middleware put there. */
export function isAstro({ module, path, made }: ExternalValue): boolean {
  return module === 'global' && path[0] === 'Astro' && made === null;
}

export function isMadeByFramework(external: ExternalValue): boolean {
  if (isAstro(external)) return true;
  for (let at: ExternalValue | undefined = external; at !== undefined; at = at.made?.by)
    if (FRAMEWORKS.test(at.module)) return true;
  return false;
}
