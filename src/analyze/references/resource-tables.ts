import type * as t from '@babel/types';
import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { getEnd, getStart, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { unite } from '../values/unions.ts';

/**
 * Resources of old generators of clients: `Resource.extend({ path: 'agents', list: method({ method: 'GET' }) })`. What is called is
 * made of the table when the program runs, and put behind a host which the client keeps apart: each path is one for a person.
 */

const EXTENDING = /\.extend\s*\(/;
const METHOD = /method$/i;
/** Lists of methods that the class above brings: `includeBasic: ['create', 'list']`. */
const BROUGHT = /^(?:include\w*|methods|operations)$/;
const HOST = /^(?:default_?)?host(?:name)?$/i;
const HOST_NAME = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+$/i;

function isMethod(member: t.ObjectExpression['properties'][number]): boolean {
  if (member.type !== 'ObjectProperty') return false;
  if (BROUGHT.test(nameKey(member) ?? '')) return true;
  const made = unwrap(member.value);
  return made.type === 'CallExpression' && METHOD.test(nameCallee(made.callee) ?? '');
}

/** The path of a table whose members are made by what makes methods; null for all else. */
function findPath(call: SyntaxNode): SyntaxNode | null {
  if (call.type !== 'CallExpression' || nameCallee(call.callee) !== 'extend') return null;
  const table = call.arguments.at(-1);
  if (table?.type !== 'ObjectExpression' || !table.properties.some(isMethod)) return null;
  for (const member of table.properties)
    if (member.type === 'ObjectProperty' && /^(?:path|basePath|resourcePath)$/.test(nameKey(member) ?? ''))
      return unwrap(member.value);
  return null;
}

function namesPath({ words }: Evaluator, path: SyntaxNode): boolean {
  const [quasi] = path.type === 'TemplateLiteral' ? path.quasis : [];
  const text = path.type === 'StringLiteral' ? path.value : (quasi?.value.raw ?? '');
  return words.has(/^\/?([\w-]+)/.exec(text)?.[1] ?? '');
}

/** `Client.DEFAULT_HOST = 'api.voice.example'`, `host: 'api.voice.example'`, `const HOST = …` */
function isHost(text: t.StringLiteral): boolean {
  const parent = getParent(text);
  if (!HOST_NAME.test(text.value) || parent === undefined) return false;
  if (parent.type === 'ObjectProperty') return HOST.test(nameKey(parent) ?? '');
  if (parent.type === 'VariableDeclarator') return parent.id.type === 'Identifier' && HOST.test(parent.id.name);
  if (parent.type !== 'AssignmentExpression' || parent.right !== text) return false;
  return isMemberNode(parent.left) && HOST.test(nameMember(parent.left) ?? '');
}

const hosts = new WeakMap<Evaluator, readonly string[]>();

/** The hosts that files of the project keep under a name for one. */
function listHosts(evaluator: Evaluator): readonly string[] {
  const known = hosts.get(evaluator);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const { scripts, text } of evaluator.graph.loaded)
    if (/host/i.test(text))
      for (const { program } of scripts)
        someNode(program, (node) => {
          if (node.type === 'StringLiteral' && isHost(node)) found.add(node.value.replace(/^(?!\w+:)/, 'https://'));
          return false;
        });
  hosts.set(evaluator, [...found]);
  return [...found];
}

function toRequest(evaluator: Evaluator, path: SyntaxNode, module: Module): HttpRequest | null {
  const named = listHosts(evaluator);
  if (named.length === 0) return null;
  const open = makeUnknown(path, module, 'what the class above makes of it is not followed');
  const base = unite(named.map(makeText));
  const url = joinUrl(base, open, 'slash', path, module);
  return {
    site: getLocation(module, getStart(path)),
    siteSpan: { file: module.path, start: getStart(path), end: getEnd(path) },
    client: 'declarative',
    methods: null,
    urls: listTexts(url, path, module).map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    })),
    expression: getRegion(module, getStart(path), getEnd(path)),
  };
}

/** The paths of such tables of a module that no request sends. */
export function findResourceTables(
  evaluator: Evaluator,
  module: Module,
  sent: ReadonlySet<number>,
): readonly HttpRequest[] {
  if (!mentions(module, EXTENDING)) return [];
  return flatMap(module.scripts, ({ calls }) =>
    flatMap(calls, (call) => {
      const path = findPath(call);
      if (path === null || !namesPath(evaluator, path)) return [];
      const [quasi] = path.type === 'TemplateLiteral' ? path.quasis : [];
      if (sent.has(evaluator.identify(quasi ?? path))) return [];
      const request = toRequest(evaluator, path, module);
      return request === null ? [] : [request];
    }),
  );
}
