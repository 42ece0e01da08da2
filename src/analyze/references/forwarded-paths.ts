import type { CallExpression } from '@babel/types';
import type { UrlReference } from '../../model/analysis.ts';
import { type CallNode, isFunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { findReturns } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/module.ts';
import { joinUrl } from '../urls/urls.ts';
import { findWritten } from '../uses/written-at.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { type NamedPath, toReference } from './doubled-urls.ts';

/**
 * Paths that a server hands on to another host under a name of their own: `pathRewrite: { '^/api/agents': '/agents' }` of
 * http-proxy-middleware, `rewritePrefix` of @fastify/http-proxy, `reply.from('/calls')`, `proxyReqPathResolver` of express-http-proxy.
 */

const SPEAKS =
  /['"](?:http-proxy-middleware|express-http-proxy|@fastify\/(?:http-proxy|reply-from)|fastify-http-proxy)['"]/;

interface Forwarding {
  readonly base: Value;
  readonly paths: readonly SyntaxNode[];
}

function findMember(object: SyntaxNode | undefined, ...names: readonly string[]): SyntaxNode | null {
  if (object?.type !== 'ObjectExpression') return null;
  for (const member of object.properties) {
    if (!names.includes(nameKey(member) ?? '')) continue;
    if (member.type === 'ObjectProperty') return unwrap(member.value);
    if (member.type === 'ObjectMethod') return member;
  }
  return null;
}

/** What a function gives back. */
function listGiven(fn: SyntaxNode | null): readonly SyntaxNode[] {
  return fn === null || !isFunctionNode(fn) ? [] : findReturns(fn).values.map(unwrap);
}

/** `{ '^/api/agents': '/agents' }`, `(path) => path.replace('/api/agents', '/agents')` */
function listRewritten(rewrite: SyntaxNode | null): readonly SyntaxNode[] {
  if (rewrite?.type === 'ObjectExpression')
    return rewrite.properties.flatMap((member) => (member.type === 'ObjectProperty' ? [member.value] : []));
  return rewrite !== null && isFunctionNode(rewrite) ? listReplacements(rewrite) : [];
}

function isReplacing(node: SyntaxNode): node is CallExpression {
  return node.type === 'CallExpression' && /^replace(?:All)?$/.test(nameCallee(node.callee) ?? '');
}

function listReplacements(within: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(within, true, (node) => {
    const to = isReplacing(node) ? node.arguments[1] : undefined;
    if (to !== undefined) found.push(to);
    return true;
  });
  return found;
}

function isFrom(evaluator: Evaluator, node: SyntaxNode, module: Module, packages: RegExp): boolean {
  const value = evaluator.evaluate(node, module, null);
  return value.type === 'external' && packages.test(value.module);
}

function evaluateMember(
  evaluator: Evaluator,
  options: SyntaxNode | undefined,
  name: string,
  module: Module,
): Value | null {
  if (options === undefined) return null;
  const value = evaluator.getProperty(evaluator.evaluate(options, module, null), name, options, module);
  return isUndefined(value) ? null : value;
}

/** The base that `reply.from` counts from: of the one registration in the file. */
function findReplyBase(evaluator: Evaluator, module: Module): Value | null {
  const bases = module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'register') return [];
      const [plugin, options] = call.arguments;
      if (plugin === undefined || !isFrom(evaluator, plugin, module, /^@fastify\/reply-from$/)) return [];
      return evaluateMember(evaluator, options, 'base', module) ?? [];
    }),
  );
  return bases.length === 1 ? (bases[0] ?? null) : null;
}

function readForwarding(evaluator: Evaluator, call: CallNode, module: Module): Forwarding | null {
  if (call.type !== 'CallExpression') return null;
  const [first, second] = call.arguments;
  const name = nameCallee(call.callee);
  if (first === undefined) return null;
  if (name === 'register' && isFrom(evaluator, first, module, /^(?:@fastify\/|fastify-)http-proxy$/)) {
    const base = evaluateMember(evaluator, second, 'upstream', module);
    const prefix = findMember(second, 'rewritePrefix');
    return base === null || prefix === null ? null : { base, paths: [prefix] };
  }
  if (name === 'from' && call.arguments.length <= 2) {
    const { node: path } = findWritten(evaluator.graph, first, module);
    const isText = path.type === 'StringLiteral' || path.type === 'TemplateLiteral';
    const base = isText ? findReplyBase(evaluator, module) : null;
    return base === null ? null : { base, paths: [first] };
  }
  if (isFrom(evaluator, call.callee, module, /^http-proxy-middleware$/)) {
    const base = evaluateMember(evaluator, first, 'target', module);
    return base === null ? null : { base, paths: listRewritten(findMember(first, 'pathRewrite')) };
  }
  if (second === undefined || !isFrom(evaluator, call.callee, module, /^express-http-proxy$/)) return null;
  const paths = listGiven(findMember(second, 'proxyReqPathResolver')).flatMap((given) =>
    isReplacing(given) ? listReplacements(given) : [given],
  );
  return paths.length === 0 ? null : { base: evaluator.evaluate(first, module, null), paths };
}

const ASKED = /(?:\.|\[\s*['"`])(?:url|path|originalUrl)\b/;

/** `/agents${req.url}`, `'/calls' + req.url.replace(PREFIX, '')`: what was asked for begins with a slash or a question mark of its own. */
function cutAsked(value: Value): Value {
  const options = listOptions(value).map((option) => {
    if (option.type !== 'text') return option;
    const end = option.atoms.findIndex((atom, index) => {
      const before = option.atoms[index - 1];
      const isAsked = atom.kind === 'hole' && ASKED.test(readCode(atom.module, atom.node));
      return isAsked && before?.kind === 'text' && /\w$/.test(before.text);
    });
    return end === -1 ? option : { ...option, atoms: option.atoms.slice(0, end) };
  });
  return unite(options);
}

/** What the path begins with says where it goes; `''` takes a beginning away and is read elsewhere. */
function isPath(node: SyntaxNode): boolean {
  return node.type !== 'StringLiteral' || /^\/?\w/.test(node.value);
}

export function findForwardedPaths(evaluator: Evaluator, module: Module): readonly UrlReference[] {
  if (!SPEAKS.test(module.text)) return [];
  evaluator.ask();
  return module.scripts
    .flatMap(({ calls }) => calls)
    .flatMap((call): readonly NamedPath[] => {
      const forwarding = readForwarding(evaluator, call, module);
      if (forwarding === null) return [];
      return forwarding.paths.filter(isPath).map((path) => ({
        path,
        url: joinUrl(forwarding.base, cutAsked(evaluator.evaluate(path, module, null)), 'slash', path, module),
        methods: null,
      }));
    })
    .flatMap((named) => toReference(named, module));
}
