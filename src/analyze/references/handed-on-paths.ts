import type { UrlPattern } from '../../model/analysis.ts';
import { nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { getTextRegion } from './asked-pathnames.ts';
import { writeAtom } from './pattern-texts.ts';
import { findMember, findMountedPath, MIDDLEWARE, SETTINGS, TABLE_OF_PROXIES } from './proxies.ts';

/**
 * Paths of the own server that are handed on to another host as they are: `proxy: { '/calls': 'https://…' }` of Vite and webpack,
 * `createProxyMiddleware({ pathFilter: '/calls', target })`, `app.use('/calls', createProxyMiddleware({ target }))`. The page asks for them under the name that they have there.
 */

interface HandedOn {
  /** Where the path is written. */
  readonly path: SyntaxNode;
  readonly text: string;
  readonly target: SyntaxNode;
  /** The middleware stands below the path, and some versions hand on what is behind it: a target with a path names its own. */
  readonly isMount?: boolean;
}

function readTexts(node: SyntaxNode | null | undefined): readonly HandedOn[] {
  const given = node === null || node === undefined ? null : unwrap(node);
  if (given?.type === 'ArrayExpression') return given.elements.flatMap((element) => readTexts(element));
  if (given?.type !== 'StringLiteral') return [];
  return [{ path: given, text: given.value, target: given }];
}

/** `{ target }` that hands the path on unchanged. */
function findTarget(options: SyntaxNode): SyntaxNode | null {
  const isChanged = ['rewrite', 'pathRewrite', 'bypass'].some((name) => findMember(options, name) !== null);
  return isChanged ? null : findMember(options, 'target');
}

/** `proxy: { '/calls': { target } }`, `proxy: { '/calls': 'https://…' }` */
function readTable(table: SyntaxNode): readonly HandedOn[] {
  if (table.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((entry): readonly HandedOn[] => {
    if (entry.type !== 'ObjectProperty' || entry.computed) return [];
    const value = unwrap(entry.value);
    const target = value.type === 'ObjectExpression' ? findTarget(value) : value;
    const text = nameKey(entry);
    return target === null || text === null ? [] : [{ path: entry.key, text, target }];
  });
}

/** `{ context: ['/calls'], target }`, `{ pathFilter: '/calls', target }` */
function readOptions(options: SyntaxNode, paths: SyntaxNode | null | undefined): readonly HandedOn[] {
  const target = findTarget(options);
  return target === null ? [] : readTexts(paths).map((path) => ({ ...path, target }));
}

function listHandedOn(module: Module): readonly HandedOn[] {
  return module.scripts.flatMap(({ calls, program }) => {
    const middlewares = calls.flatMap((call) => {
      if (call.type !== 'CallExpression' || !MIDDLEWARE.test(nameCallee(call.callee) ?? '')) return [];
      const [first, second] = call.arguments;
      if (first === undefined) return [];
      if (second !== undefined) return readOptions(unwrap(second), first);
      const options = unwrap(first);
      const filter = findMember(options, 'pathFilter');
      if (filter !== null) return readOptions(options, filter);
      return readOptions(options, findMountedPath(call, module)).map((mounted) => ({ ...mounted, isMount: true }));
    });
    const tables = SETTINGS.test(module.path) ? listProxyTables(program, TABLE_OF_PROXIES.test(module.path)) : [];
    return [...middlewares, ...tables.flatMap(readProxies)];
  });
}

/** What `proxy` is set to in a file of settings; `isWhole`: or whatever stands in it. */
function listProxyTables(program: SyntaxNode, isWhole: boolean): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(program, true, (node) => {
    if (isWhole && (node.type === 'ObjectExpression' || node.type === 'ArrayExpression')) {
      found.push(node);
      return false;
    }
    if (node.type === 'ObjectProperty' && nameKey(node) === 'proxy') found.push(unwrap(node.value));
    return true;
  });
  return found;
}

function readProxies(proxy: SyntaxNode): readonly HandedOn[] {
  if (proxy.type !== 'ArrayExpression') return readTable(proxy);
  return proxy.elements.flatMap((options) => {
    const given = options === null ? null : unwrap(options);
    return given === null ? [] : readOptions(given, findMember(given, 'context'));
  });
}

export function findHandedOnPaths(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  return listHandedOn(module).flatMap(({ path, text, target, isMount }): readonly UrlPattern[] => {
    const beginning = text.replace(/^\^/, '').replace(/\/\.?\*{0,2}$/, '');
    if (!beginning.startsWith('/')) return [];
    evaluator.ask();
    return listTexts(evaluator.evaluate(target, module, null), target, module).flatMap(({ atoms }) => {
      const host = atoms.map(writeAtom).join('').replace(/\/$/, '');
      if (isMount === true && /^https?:\/\/[^/]+\/./.test(host)) return [];
      return [{ expression: getTextRegion(path, module), text: host + beginning, isHandedOn: true as const }];
    });
  });
}
