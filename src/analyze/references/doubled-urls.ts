import type { UrlReference } from '../../model/analysis.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  type FunctionNode,
  getEnd,
  getStart,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listCompared } from '../callers/stubbed-calls.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, getRegion, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { listTexts } from '../texts/texts.ts';
import { joinUrl, namesUrl, resolveUrl } from '../urls/urls.ts';
import { isNullish } from '../values/missing.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `this.urlPrefix = BASE; this.get('/calls', …)` of Mirage, `nock(BASE).get((path) => path === '/calls')` and the same of undici's mock
 * agent: what doubles answer to, where they say the base apart from the path.
 */

const VERBS = /^(?:get|post|put|patch|del|delete|head|options)$/;

/** A path, and the URL that it is meant to be. */
export interface NamedPath {
  readonly path: SyntaxNode;
  readonly url: Value;
  readonly methods: readonly string[] | null;
}

function nameMethods(name: string): readonly string[] | null {
  if (!VERBS.test(name)) return null;
  return [name === 'del' ? 'DELETE' : name.toUpperCase()];
}

/** Mirage's `routes()`, and the object that it is a member of. */
function findConfig(fn: FunctionNode): SyntaxNode | null {
  const parent = getParent(fn);
  const member = fn.type === 'ObjectMethod' ? fn : parent?.type === 'ObjectProperty' ? parent : null;
  if (member === null || nameKey(member) !== 'routes') return null;
  return getParent(member) ?? null;
}

/** `export default function () { this.get(…) }`: ember-cli-mirage calls it with its server. */
const EMBER_CONFIG = /(?:^|\/)mirage\/config\.[jt]s$/;

/** Is `node` the same server as `owner`: `this` of the same function, or the same name? */
function isSame(node: SyntaxNode, owner: SyntaxNode, module: Module): boolean {
  if (owner.type === 'ThisExpression')
    return node.type === 'ThisExpression' && findMethodAround(node) === findMethodAround(owner);
  const binding = findBindingOf(module, owner);
  return binding !== undefined && node.type === 'Identifier' && findBindingOf(module, node) === binding;
}

/** What the server was told last of its prefix or its namespace, before the call. */
function findSetting(
  evaluator: Evaluator,
  { memberAssignments }: ScriptFacts,
  name: 'urlPrefix' | 'namespace',
  call: CallNode,
  owner: SyntaxNode,
  config: SyntaxNode | null,
  module: Module,
): Value | null {
  const last = memberAssignments
    .filter(
      (entry) => entry.name === name && getStart(entry.value) < getStart(call) && isSame(entry.object, owner, module),
    )
    .at(-1);
  if (last !== undefined) return evaluator.evaluate(last.value, module, null);
  if (config?.type !== 'ObjectExpression') return null;
  const own = config.properties.find((member) => nameKey(member) === name);
  return own?.type === 'ObjectProperty' ? evaluator.evaluate(own.value, module, null) : null;
}

/** The object that the server which is called is made with; undefined where it is no server of Mirage. */
function findServer(owner: SyntaxNode, module: Module): SyntaxNode | null | undefined {
  if (owner.type === 'ThisExpression') {
    const fn = findMethodAround(owner);
    return fn === null ? undefined : findConfig(fn);
  }
  const source = findBindingOf(module, owner)?.source;
  const made = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  if (made?.type !== 'CallExpression' && made?.type !== 'NewExpression') return undefined;
  return /^(?:createServer|Server)$/.test(nameCallee(made.callee) ?? '') ? (made.arguments[0] ?? null) : undefined;
}

function isText(value: Value | null): value is Value {
  return value !== null && listOptions(value).some(({ type }) => type === 'text');
}

/** `this.get('/calls', …)` behind the prefix and the namespace of a server of Mirage. */
function readMirage(evaluator: Evaluator, script: ScriptFacts, call: CallNode, module: Module): readonly NamedPath[] {
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return [];
  const name = nameCallee(call.callee) ?? '';
  const owner = unwrap(call.callee.object);
  if (!VERBS.test(name) && name !== 'passthrough') return [];
  const config = findServer(owner, module);
  if (config === undefined) return [];
  const read = (setting: 'urlPrefix' | 'namespace') =>
    findSetting(evaluator, script, setting, call, owner, config, module);
  const prefix = read('urlPrefix');
  if (!isText(prefix)) return [];
  const namespace = read('namespace');
  const before =
    namespace === null || isNullish(namespace) ? prefix : joinUrl(prefix, namespace, 'slash', call, module);
  const paths = name === 'passthrough' ? call.arguments : call.arguments.slice(0, 1);
  return paths.map((path) => ({
    path,
    url: joinUrl(before, evaluator.evaluate(path, module, null), 'slash', path, module),
    methods: nameMethods(name),
  }));
}

/** What may be handed the path: `get((path) => …)`, `reply(200, function (path) { … })`, `intercept({ path: (path) => … })`. */
function listAsking(name: string, given: CallNode): readonly SyntaxNode[] {
  if (given.type !== 'CallExpression') return [];
  if (name === 'reply') return given.arguments;
  const [first] = given.arguments;
  if (name === 'intercept' && first?.type === 'ObjectExpression')
    return first.properties.flatMap((member) =>
      member.type === 'ObjectProperty' && nameKey(member) === 'path' ? [member.value] : [],
    );
  return VERBS.test(name) && first !== undefined ? [first] : [];
}

const ASKING = /^(?:nock|undici-mock)$/;

/** `nock(BASE).get((path) => path === '/calls')`: what the path is compared with, all of it, from its beginning. */
function readAsking(evaluator: Evaluator, call: CallNode, module: Module): readonly NamedPath[] {
  if (call.type !== 'CallExpression') return [];
  const name = nameCallee(call.callee) ?? '';
  const asking = listAsking(name, call).flatMap((run) => (isFunctionNode(run) ? run.params.slice(0, 1) : []));
  const callee = asking.length === 0 ? undefined : evaluator.index.getCallee(call);
  const [base] = (callee === undefined ? [] : listOptions(callee)).flatMap((option) =>
    option.type === 'client' && ASKING.test(option.library) ? option.options.slice(0, 1) : [],
  );
  if (base === undefined) return [];
  return asking
    .flatMap((path) => listReadings(path, module))
    .flatMap((reading) => listCompared(reading, module))
    .map((path) => ({
      path,
      url: resolveUrl(evaluator.evaluate(path, module, null), base, path, module),
      methods: nameMethods(name),
    }));
}

export function toReference({ path, url, methods }: NamedPath, module: Module): readonly UrlReference[] {
  const texts = listTexts(url, path, module).filter(namesUrl);
  if (texts.length === 0) return [];
  const urls = texts.map((text) => ({
    parts: toParts(text.atoms),
    trail: listTrail(text.trail),
    references: listRefs(text.refs),
  }));
  return [{ expression: getRegion(module, getStart(path), getEnd(path)), urls, methods }];
}

const SPEAKS = /['"](?:miragejs|ember-cli-mirage|nock|undici|cloudflare:test)['"]/;

export function findDoubledUrls(evaluator: Evaluator, module: Module): readonly UrlReference[] {
  if (!SPEAKS.test(module.text) && !EMBER_CONFIG.test(module.path)) return [];
  evaluator.ask();
  return module.scripts.flatMap((script) =>
    script.calls
      .flatMap((call) => [...readMirage(evaluator, script, call, module), ...readAsking(evaluator, call, module)])
      .flatMap((doubled) => toReference(doubled, module)),
  );
}
