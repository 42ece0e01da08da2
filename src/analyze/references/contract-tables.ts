import { isCallNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * Tables of endpoints of which a package makes a client: `initClient(contract, { baseUrl })` of ts-rest, `new Zodios(base, api)`.
 * What the own server is made of, as well, is no table of the platform's.
 */

export interface Contract {
  readonly base: Value;
  readonly table: Value;
  /** Those that the client sends with each of its requests. */
  readonly headers: readonly Value[];
}

const PACKAGES = /['"](?:@ts-rest\/[\w/-]+|@zodios\/\w+)['"]/;
const CLIENTS = /^(?:init(?:Query)?Client|initTsr\w*)$/;
const SERVERS = /^@ts-rest\/(?:express|nest|next|fastify|serverless)\b/;
const MAX_DEPTH = 5;

const served = new WeakMap<Evaluator, ReadonlySet<SyntaxNode>>();

function collectObjects(evaluator: Evaluator, value: Value, found: Set<SyntaxNode>, depth = 0): void {
  for (const option of depth > MAX_DEPTH ? [] : listOptions(value)) {
    if (option.type === 'array')
      for (const element of listElements(evaluator, option) ?? []) collectObjects(evaluator, element, found, depth + 1);
    if (option.type !== 'object' || option.node === null || found.has(option.node)) continue;
    found.add(option.node);
    for (const { kind, slot } of option.entries)
      if (kind === 'slot' && slot.kind !== 'method')
        collectObjects(evaluator, evaluator.evaluateSlot(slot, option), found, depth + 1);
  }
}

/** The objects of which the own server is made, wherever that is. */
function listServed(evaluator: Evaluator): ReadonlySet<SyntaxNode> {
  const known = served.get(evaluator);
  if (known !== undefined) return known;
  const found = new Set<SyntaxNode>();
  for (const module of evaluator.graph.loaded) {
    if (!PACKAGES.test(module.text)) continue;
    for (const call of module.scripts.flatMap(({ calls }) => calls)) {
      if (!('arguments' in call)) continue;
      const callee = evaluator.evaluate(call.callee, module, null);
      // `initServer().router(contract, { … })`
      const isServer =
        callee.type === 'external' && (SERVERS.test(callee.module) || callee.made?.by.path.at(-1) === 'initServer');
      if (!isServer) continue;
      for (const argument of call.arguments)
        collectObjects(evaluator, evaluator.evaluate(argument, module, null), found);
    }
  }
  served.set(evaluator, found);
  return found;
}

/** Does the own server answer what stands here? */
export function isServed(evaluator: Evaluator, path: SyntaxNode): boolean {
  const property = getParent(path);
  const object = property === undefined ? undefined : getParent(property);
  return object !== undefined && listServed(evaluator).has(object);
}

function readContract(evaluator: Evaluator, call: SyntaxNode, module: Module): Contract | null {
  if (!isCallNode(call) || !('arguments' in call)) return null;
  const node = unwrap(call.callee);
  const name = node.type === 'Identifier' ? node.name : isMemberNode(node) ? 'member' : '';
  if (call.type === 'NewExpression') {
    const client = evaluator.evaluate(call, module, evaluator.anyCaller);
    const [options] = client.type === 'client' && client.library === 'zodios' ? client.options : [];
    if (options === undefined) return null;
    const [base, table] = ['baseUrl', 'endpoints'].map((key) => evaluator.getProperty(options, key, call, module));
    if (base === undefined || table === undefined || isUndefined(base)) return null;
    const config = evaluator.getProperty(options, 'axiosConfig', call, module);
    return { base, table, headers: [evaluator.getProperty(config, 'headers', call, module)] };
  }
  const [contract, options] = call.arguments;
  if (contract === undefined || options === undefined || (name !== 'member' && !CLIENTS.test(name))) return null;
  const callee = evaluator.evaluate(node, module, null);
  if (callee.type !== 'external' || !callee.module.startsWith('@ts-rest/') || !CLIENTS.test(callee.path.at(-1) ?? ''))
    return null;
  const given = evaluator.evaluate(options, module, evaluator.anyCaller);
  const base = given.type === 'object' ? evaluator.getProperty(given, 'baseUrl', call, module) : null;
  if (base === null || isUndefined(base)) return null;
  const headers = [evaluator.getProperty(given, 'baseHeaders', call, module)];
  return { base, table: evaluator.evaluate(contract, module, evaluator.anyCaller), headers };
}

export function listContracts(evaluator: Evaluator, module: Module): readonly Contract[] {
  if (!PACKAGES.test(module.text)) return [];
  const calls = module.scripts.flatMap((script) => script.calls);
  return calls.flatMap((call) => readContract(evaluator, call, module) ?? []);
}
