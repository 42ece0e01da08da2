import type * as t from '@babel/types';
import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { type ClassNode, getEnd, getStart, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, getLocation, getRegion, type Module } from '../modules/module.ts';
import { listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * Clients of which decorators say what their methods send: `@BasePath('/agents') class Agents { @GET('/{id}') one() {} }` of
 * ts-retrofit and its like. Where they are sent stands at the class, or with who makes one: `setEndpoint('https://…')`.
 */

const PACKAGE = /['"](?:@[\w-]+\/)?[\w-]*(?:retrofit|feign)[\w-]*(?:\/[\w/-]+)?['"]/;
const OF_PACKAGE = /retrofit|feign/;
const VERB = /^(?:get|post|put|patch|delete|head|options)(?:mapping)?$/i;
const BASE_PATH = /^(?:base_?path|path|prefix)$/i;
const BASE_URL = /^(?:base_?ur[li]|end_?point|host|feign_?client|client)$/i;
const SETS_BASE = /^(?:set_?)?(?:end_?point|base_?ur[li])$/i;
const NAMES_URL = /^(?:url|base_?ur[li]|end_?point|host)$/i;
const NAMES_PATH = /^(?:base_?path|path|prefix)$/i;

interface Decoration {
  readonly name: string;
  readonly given: SyntaxNode | undefined;
  readonly node: SyntaxNode;
}

function listDecorations(
  { decorators }: { readonly decorators?: readonly t.Decorator[] | null },
  module: Module,
): readonly Decoration[] {
  return (decorators ?? []).flatMap(({ expression }): readonly Decoration[] => {
    const node = unwrap(expression);
    if (node.type !== 'CallExpression') return [];
    const name = nameCallee(node.callee);
    const source = findBindingOf(module, node.callee)?.source;
    const isOurs = source?.kind === 'import' && OF_PACKAGE.test(source.specifier);
    return name === null || !isOurs ? [] : [{ name, given: node.arguments[0], node }];
  });
}

/** `@BaseUrl('https://…')`, `@FeignClient({ url: 'https://…', path: '/agents' })` */
function readGiven({ given }: Decoration, member: RegExp | null): SyntaxNode | null {
  if (given === undefined) return null;
  const options = unwrap(given);
  if (options.type !== 'ObjectExpression') return member === NAMES_URL || member === null ? given : null;
  for (const entry of options.properties)
    if (entry.type === 'ObjectProperty' && (member ?? NAMES_PATH).test(nameKey(entry) ?? '')) return entry.value;
  return null;
}

/** What those who make clients of the package name as the address. */
function listEndpoints(evaluator: Evaluator): readonly Value[] {
  const using = evaluator.graph.loaded.filter((module) => mentions(module, PACKAGE));
  return flatMap(using, (module) =>
    flatMap(module.scripts, ({ calls }) =>
      flatMap(calls, (call): readonly Value[] => {
        if (call.type !== 'CallExpression' || !SETS_BASE.test(nameCallee(call.callee) ?? '')) return [];
        const [given] = call.arguments;
        return given === undefined || given.type === 'SpreadElement' || isDecorator(call, module)
          ? []
          : [evaluator.evaluate(given, module, evaluator.anyCaller)];
      }),
    ),
  );
}

function isDecorator(call: t.CallExpression, module: Module): boolean {
  return module.text[getStart(call) - 1] === '@';
}

interface Shared {
  readonly base: Value;
  readonly path: Value | null;
}

function readClass(evaluator: Evaluator, node: ClassNode, module: Module): Shared {
  const own = listDecorations(node, module);
  const read = (name: RegExp, member: RegExp): Value | null => {
    const found = own.filter((decoration) => name.test(decoration.name));
    const given = found.map((decoration) => readGiven(decoration, member)).find((value) => value !== null);
    return given === undefined || given === null ? null : evaluator.evaluate(given, module, null);
  };
  const url = read(BASE_URL, NAMES_URL);
  const endpoints = url === null ? listEndpoints(evaluator) : [url];
  const named = own.find(({ name }) => BASE_PATH.test(name));
  const given = named === undefined ? null : readGiven(named, null);
  const path = given === null ? read(BASE_URL, NAMES_PATH) : evaluator.evaluate(given, module, null);
  const open = makeUnknown(node, module, 'nobody here says where the client sends');
  return { base: endpoints.length === 0 ? open : unite(endpoints), path };
}

function toRequest(url: Value, { name, given, node }: Decoration, module: Module): HttpRequest {
  const at = given ?? node;
  return {
    site: getLocation(module, getStart(node)),
    siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
    client: 'declarative',
    methods: [name.replace(/mapping$/i, '').toUpperCase()],
    urls: listTexts(url, at, module).map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    })),
    expression: getRegion(module, getStart(at), getEnd(at)),
  };
}

/** What the methods of declared clients of a module send. */
export function findDeclaredClients(evaluator: Evaluator, module: Module): readonly HttpRequest[] {
  if (!mentions(module, PACKAGE)) return [];
  return flatMap(module.scripts, ({ classes }) =>
    flatMap(classes, (node: ClassNode): readonly HttpRequest[] => {
      const sent = node.body.body.flatMap((member) =>
        member.type === 'ClassMethod' || member.type === 'TSDeclareMethod' || member.type === 'ClassProperty'
          ? listDecorations(member, module).filter(({ name }) => VERB.test(name))
          : [],
      );
      if (sent.length === 0) return [];
      evaluator.ask();
      const { base, path } = readClass(evaluator, node, module);
      return sent.map((decoration) => {
        const given = readGiven(decoration, null);
        const own = given === null ? makeText('') : evaluator.evaluate(given, module, null);
        const whole = path === null ? own : joinUrl(path, own, 'slash', node, module);
        return toRequest(joinUrl(base, whole, 'slash', node, module), decoration, module);
      });
    }),
  );
}
