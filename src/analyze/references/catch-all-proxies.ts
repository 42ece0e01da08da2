import type * as t from '@babel/types';
import type { HttpRequest, ProxiedPath } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl, joinUrl, splitAtPath } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import type { TextValue } from '../values/values.ts';
import { findMember, findMountedPath, listTargets, OPEN_PROXY, readRouteRule, SETTINGS } from './proxies.ts';

/**
 * Proxies that hand on whatever the own server is asked for: what they send is told by those who ask, and of those that are in
 * another repository nobody here knows. Each is one request of which the path is open. What a build tool is set to hand on is
 * asked for by the files beside it, most often; where none does, it may be asked for under a name that is put together.
 */

const SPEAKS =
  /['"](?:http-proxy(?:-middleware)?|node-http-proxy|express-http-proxy|@fastify\/http-proxy|fastify-http-proxy)['"]/;

/** Does a text in it begin, behind what is no letter, with a word of the catalogue? */
function namesPath({ words }: Evaluator, node: SyntaxNode | null): boolean {
  if (node === null) return false;
  return someNode(node, (inner) => {
    const text = inner.type === 'StringLiteral' ? inner.value : inner.type === 'TemplateElement' ? inner.value.raw : '';
    return [...text.matchAll(/[\w-]+/g)].some(([word]) => words.has(word));
  });
}

/** Where a path is named, what is handed on is told by it: `pathFilter: '/agents'`, `pathRewrite: { '^/api/agents': '/agents' }`. */
function isOpen(
  evaluator: Evaluator,
  call: t.CallExpression,
  options: SyntaxNode | undefined,
  module: Module,
): boolean {
  const target = findMember(options, 'target');
  if (listTargets(module).some(({ property }) => property.value === target)) return true;
  const isNamed = options !== call.arguments[0] || findMember(options, 'pathFilter') !== null;
  if (isNamed) return false;
  const rewrite = findMember(options, 'pathRewrite');
  const mounted = findMountedPath(call, module);
  // `app.use('/voice', …)` alone: what is asked there is no path of the platform.
  if (rewrite === null) return mounted === null;
  return !namesPath(evaluator, rewrite) && !isMountedByPath(evaluator, mounted);
}

function isMountedByPath({ words }: Evaluator, path: SyntaxNode | null): boolean {
  return path?.type === 'StringLiteral' && words.has(/^\/([\w-]+)/.exec(path.value)?.[1] ?? '');
}

/** The expression that names the host which a call hands requests on to. */
function readTarget(evaluator: Evaluator, call: SyntaxNode, module: Module): SyntaxNode | null {
  if (call.type !== 'CallExpression') return null;
  const [first, second, third] = call.arguments;
  switch (nameCallee(call.callee)) {
    case 'createProxyMiddleware':
    case 'createProxyServer': {
      const options = second?.type === 'ObjectExpression' ? second : first;
      return isOpen(evaluator, call, options, module) ? findMember(options, 'target') : null;
    }
    case 'web':
      return findMember(third, 'target');
    case 'register': {
      const isNamed = isMountedByPath(evaluator, findMember(second, 'prefix'));
      return isNamed || findMember(second, 'rewritePrefix') !== null ? null : findMember(second, 'upstream');
    }
    case 'proxy':
    case 'httpProxy': {
      const isNamed = isMountedByPath(evaluator, findMountedPath(call, module));
      return isNamed || findMember(second, 'proxyReqPathResolver') !== null ? null : (first ?? null);
    }
    default:
      return null;
  }
}

/** `proxy: 'https://…/**'` and `{ to }` in a rule for routes, `handler: { proxy: { uri: 'https://…/{path}' } }` of hapi. */
function readDeclared(key: SyntaxNode): SyntaxNode | null {
  const property = getParent(key);
  if (property?.type !== 'ObjectProperty' || property.key !== key || property.computed) return null;
  const { value } = property;
  if (value.type === 'ObjectExpression') {
    const to = findMember(value, 'to');
    return findMember(value, 'uri') ?? (to !== null && readRouteRule(property) !== null ? to : null);
  }
  return readRouteRule(property) === null ? null : value;
}

/** The host alone, with a slash or what stands for any path behind it. */
function isHost(text: TextValue): boolean {
  if (!isAbsoluteUrl(text) && text.atoms[0]?.kind !== 'env') return false;
  return splitAtPath(text.atoms)[1].every(
    (atom) => atom.kind === 'text' && /^\/?(?::[\w-]+\*|\*\*|\{\w+\*?\})?$/.test(atom.text),
  );
}

function toRequest(evaluator: Evaluator, node: SyntaxNode, module: Module): HttpRequest | null {
  evaluator.ask();
  const hosts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module).filter(isHost);
  const urls = hosts.flatMap((host) => {
    const base = { ...host, atoms: splitAtPath(host.atoms)[0] };
    return listTexts(joinUrl(base, makeUnknown(node, module, OPEN_PROXY), 'slash', node, module), node, module);
  });
  if (urls.length === 0) return null;
  return {
    site: getLocation(module, getStart(node)),
    siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
    client: 'proxy',
    methods: null,
    urls: urls.map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    })),
    expression: getRegion(module, getStart(node), getEnd(node)),
  };
}

/** Does a request of the project ask the own server for what the proxy at this place hands on? */
export function isAsked(requests: readonly HttpRequest[], { prefix, folder }: ProxiedPath): boolean {
  const start = ['', ...prefix, ''].join('/');
  return requests.some(({ site, urls }) => {
    if (!site.file.startsWith(folder)) return false;
    return urls.some(({ parts }) =>
      parts
        .map((part) => (part.kind === 'text' ? part.text : '\0'))
        .join('')
        .startsWith(start),
    );
  });
}

/** `requests` and `proxies`: those of the whole project. */
export function findCatchAllProxies(
  evaluator: Evaluator,
  module: Module,
  requests: readonly HttpRequest[],
  proxies: readonly ProxiedPath[],
): readonly HttpRequest[] {
  if (isTestFile(module.path)) return [];
  const asked = new Set(proxies.filter((proxy) => isAsked(requests, proxy)).map(({ file, line }) => `${file}:${line}`));
  const calls = SPEAKS.test(module.text) ? module.scripts.flatMap((script) => script.calls) : [];
  const targets = calls.flatMap((call) => readTarget(evaluator, call, module) ?? []);
  const declared = module.scripts.flatMap(({ identifiers }) =>
    identifiers.get('proxy').flatMap((key) => readDeclared(key) ?? []),
  );
  const settings = SETTINGS.test(module.path) ? listTargets(module).map(({ property }) => property.value) : [];
  return [...new Set<SyntaxNode>([...targets, ...declared, ...settings])].flatMap((node) => {
    const { file, line } = getLocation(module, getStart(node));
    return asked.has(`${file}:${line}`) ? [] : (toRequest(evaluator, node, module) ?? []);
  });
}
