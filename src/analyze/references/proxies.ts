import type * as t from '@babel/types';
import type { ProxiedPath } from '../../model/analysis.ts';
import { getStart, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, type Module, readCode } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { findConstant, readConstant } from '../texts/constants.ts';
import { listTexts } from '../texts/texts.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { listServedRoutes } from './next-routes.ts';

/**
 * Paths of the own server that are handed on to another host without their beginning: `server.proxy` of Vite,
 * `createProxyMiddleware` below `app.use('/voice', …)`, the rewrites of Next.
 */

export const SETTINGS =
  /(?:^|\/)(?:(?:next|nuxt|nitro|vite|vue|rspack|rsbuild|craco)\.config|webpack(?:\.[\w-]+)+|proxy\.conf(?:ig)?|\.umirc(?:\.\w+)*|config\/config(?:\.\w+)*)\.[cm]?[jt]s$/;
/** `proxy.conf.js` of Angular: the whole of what it exports says what is handed on. */
export const TABLE_OF_PROXIES = /(?:^|\/)proxy\.conf(?:ig)?\.[cm]?[jt]s$/;
/** Why the path is open that a proxy sends. */
export const OPEN_PROXY = 'a proxy hands on whatever the own server is asked for';
export const MIDDLEWARE = /^(?:createProxyMiddleware|proxy|createProxyServer)$/;

/** The object property that a text is the value of, also as the last resort of `env.URL || 'https://…'`. */
function findProperty(text: SyntaxNode): SyntaxNode | null {
  let node = text;
  for (let parent = getParent(node); parent !== undefined; parent = getParent(node)) {
    if (parent.type === 'ObjectProperty') return parent.value === node ? parent : null;
    const isChoice = parent.type === 'LogicalExpression' || parent.type === 'ConditionalExpression';
    if (!isChoice && unwrap(parent) !== unwrap(node)) return null;
    node = parent;
  }
  return null;
}

function readName(property: SyntaxNode | undefined): string | null {
  return property?.type === 'ObjectProperty' ? nameKey(property) : null;
}

export function findMember(object: SyntaxNode | undefined, name: string): SyntaxNode | null {
  if (object?.type !== 'ObjectExpression') return null;
  for (const entry of object.properties) {
    if (entry.type === 'ObjectMethod' && nameKey(entry) === name) return entry;
    if (readName(entry) === name && entry.type === 'ObjectProperty') return entry.value;
  }
  return null;
}

function normalise(path: string): string {
  return path.replaceAll('\\/', '/').replace(/^\^/, '').replace(/\/$/, '');
}

/** `(path) => path.replace(/^\/voice/, '')`, `{ '^/voice': '' }`: what is handed on lacks the beginning. */
function removes(rewrite: SyntaxNode | null, prefix: string, module: Module): boolean {
  if (rewrite === null) return false;
  if (rewrite.type === 'ObjectExpression')
    return rewrite.properties.some((entry) => {
      const name = readName(entry);
      const given = entry.type === 'ObjectProperty' ? readConstant(entry.value, module) : null;
      return name !== null && normalise(name) === prefix && (given === '' || given === '/');
    });
  const source = readCode(module, rewrite);
  const call = /\.replace\(\s*(?:\/(\^(?:\\.|[^/\\])+)\/|'([^']*)'|"([^"]*)")\s*,\s*(?:'\/?'|"\/?")\s*\)/.exec(source);
  return call !== null && normalise(call[1] ?? call[2] ?? call[3] ?? '') === prefix;
}

/** The path below which a middleware is mounted: `app.use('/voice', createProxyMiddleware(…))`, be it by a name. */
export function findMountedPath(call: SyntaxNode, module: Module): t.StringLiteral | null {
  const holder = getParent(call);
  const names = holder?.type === 'VariableDeclarator' ? listReadings(holder.id, module) : [call];
  const paths = names.flatMap((name) => readMount(name, module) ?? []);
  const [only, ...others] = paths;
  return only === undefined || others.length > 0 ? null : only;
}

function readMount(given: SyntaxNode, module: Module): t.StringLiteral | null {
  const use = getParent(given);
  if (use?.type !== 'CallExpression' || use.callee === given) return null;
  const callee = unwrap(use.callee);
  const [path] = use.arguments;
  return nameMember(callee) === 'use' ? findConstant(path, module) : null;
}

/** `context: ['/voice']`, `context: '/voice'` */
function readContext(options: SyntaxNode, module: Module): readonly string[] {
  const given = findMember(options, 'context');
  const listed = given?.type === 'ArrayExpression' ? given.elements : [given];
  return listed.flatMap((path) => (path ? (readConstant(path, module) ?? []) : []));
}

/** `{ target: 'https://…', rewrite }`, by the key, the list or the call in which it stands. */
function readTarget(property: SyntaxNode, module: Module): readonly string[] {
  const options = getParent(property);
  const holder = options === undefined ? undefined : getParent(options);
  if (options === undefined || holder === undefined) return [];
  const callee = holder.type === 'CallExpression' ? unwrap(holder.callee) : null;
  const isMiddleware = callee?.type === 'Identifier' && MIDDLEWARE.test(callee.name);
  if (!isMiddleware && !SETTINGS.test(module.path)) return [];
  const own = isMiddleware ? findMountedPath(holder, module)?.value : readName(holder);
  const prefixes = holder.type === 'ArrayExpression' ? readContext(options, module) : [own ?? []].flat();
  const rewrite = findMember(options, 'rewrite') ?? findMember(options, 'pathRewrite');
  return prefixes.filter((prefix) => removes(rewrite, normalise(prefix), module));
}

/** `{ source: '/voice/:path*', destination: 'https://…/:path*' }` */
function readRewrite(property: SyntaxNode, module: Module): string | null {
  const source = SETTINGS.test(module.path) ? findMember(getParent(property), 'source') : null;
  return source?.type === 'StringLiteral' ? (/^(\/.*)\/:\w+\*$/.exec(source.value)?.[1] ?? null) : null;
}

/** `'/voice/**': { proxy: 'https://…/**' }`, `{ proxy: { to: 'https://…/**' } }`: a rule for the routes of Nitro. */
export function readRouteRule(property: SyntaxNode): string | null {
  const name = readName(property);
  const around = getParent(property);
  const outer = name === 'to' && around !== undefined ? getParent(around) : property;
  if (readName(outer) !== 'proxy' || outer === undefined) return null;
  const rule = getParent(outer);
  const holder = rule?.type === 'ObjectExpression' ? getParent(rule) : undefined;
  return /^(\/.*)\/\*\*$/.exec(readName(holder) ?? '')?.[1] ?? null;
}

/** Settings speak of the project in whose folder they stand, a server's code of all that its package holds. */
function findFolder({ path }: Module): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (TABLE_OF_PROXIES.test(path)) return folder.replace(/(^|\/)src\/$/, '$1');
  // Umi has its settings in a folder of their own.
  if (SETTINGS.test(path)) return folder.replace(/(^|\/)config\/$/, '$1');
  return folder.replace(/(?:^|(?<=\/))(?:src|server|api)\/.*$/, '');
}

/** `target: API_URL`: those that are no text, in settings and in calls that make a middleware. */
function listNamedTargets(module: Module): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const add = (object: SyntaxNode | undefined): void => {
    if (object?.type !== 'ObjectExpression') return;
    for (const entry of object.properties)
      if (/^(?:target|destination)$/.test(readName(entry) ?? '') && entry.type === 'ObjectProperty') found.push(entry);
  };
  for (const { calls, program } of module.scripts) {
    for (const call of calls)
      if (call.type === 'CallExpression' && MIDDLEWARE.test(nameCallee(call.callee) ?? '')) add(call.arguments[0]);
    if (SETTINGS.test(module.path))
      walk(program, true, (node) => {
        add(node);
        return true;
      });
  }
  return found;
}

/** What a proxy that takes a beginning away hands its requests on to. */
interface Target {
  readonly property: t.ObjectProperty;
  readonly prefix: string;
}

function readPrefixes(property: t.ObjectProperty, name: string | null, module: Module): readonly (string | null)[] {
  switch (name) {
    case 'target':
      return readTarget(property, module);
    case 'destination':
      return [readRewrite(property, module)];
    case 'proxy':
    case 'to': {
      const given = readConstant(property.value, module);
      // Without them all that is asked for gets the same answer.
      return given?.endsWith('/**') === true ? [readRouteRule(property)] : [];
    }
    default:
      return [];
  }
}

export function listTargets(module: Module): readonly Target[] {
  const properties = [
    ...module.scripts.flatMap(({ strings }) => strings).map(findProperty),
    ...listNamedTargets(module),
  ];
  return [...new Set(properties)].flatMap((property): readonly Target[] => {
    const name = property === null ? null : readName(property);
    if (property?.type !== 'ObjectProperty') return [];
    return readPrefixes(property, name, module).flatMap((prefix) =>
      prefix === null || !/^\/[\w./-]+$/.test(prefix) ? [] : [{ property, prefix }],
    );
  });
}

export function findProxies(evaluator: Evaluator, module: Module): readonly ProxiedPath[] {
  return listTargets(module).flatMap(({ property, prefix }): readonly ProxiedPath[] => {
    evaluator.ask();
    return listTexts(evaluator.evaluate(property.value, module, null), property.value, module).map((text) => ({
      ...getLocation(module, getStart(property)),
      prefix: prefix.split('/').filter((segment) => segment !== ''),
      folder: findFolder(module),
      served: listServedRoutes(evaluator.graph.project, module, findFolder(module)),
      target: { parts: toParts(text.atoms), trail: listTrail(text.trail), references: listRefs(text.refs) },
    }));
  });
}
