import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { isSameClient } from '../interceptors/interceptors.ts';
import { makeObject } from '../members/objects.ts';
import { findBindingOf } from '../modules/module.ts';
import { getTextHead, makeUnknown, mapTexts } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { evaluateBeside } from './chained-call.ts';
import { type ClientCall, join } from './client.ts';

/** `request.get('/calls').use(prefix(BASE))`, `agent.use(prefix(BASE))`: what plugins of superagent make of an address. */

const PREFIXES = /^superagent-prefix$/;

/** What is given to `.use(…)` in the chain that begins with the call. */
function listUsed(call: ClientCall): readonly Value[] {
  const found: Value[] = [];
  for (let at: SyntaxNode = call.node; ; ) {
    const member = getParent(at);
    if (member === undefined || !isMemberNode(member) || member.object !== at) return found;
    const next = getParent(member);
    if (next?.type !== 'CallExpression' || next.callee !== member) return found;
    const [given] = next.arguments;
    if (nameMember(member) === 'use' && given !== undefined) found.push(evaluateBeside(call, given));
    at = next;
  }
}

/** What the client itself uses, and so each of its requests. */
function listOfClient({ evaluator, target }: ClientCall): readonly Value[] {
  return evaluator.index.listMiddlewares().flatMap(({ node, module, receiver }) => {
    const given = 'arguments' in node ? node.arguments[0] : undefined;
    const owners = listOptions(evaluator.evaluate(receiver, module, evaluator.anyCaller));
    if (given === undefined || !owners.some((owner) => isSameClient(owner, target))) return [];
    return [evaluator.evaluate(given, module, evaluator.anyCaller)];
  });
}

/** `request.url` in `(request) => { request.url = BASE + request.url; }` */
function findAssignments(plugin: FunctionValue): readonly { readonly value: SyntaxNode; readonly isSure: boolean }[] {
  const [param] = plugin.fn.params;
  const found: { value: SyntaxNode; isSure: boolean }[] = [];
  walk(plugin.fn.body, true, (node) => {
    if (node.type !== 'AssignmentExpression' || node.operator !== '=') return true;
    const target = unwrap(node.left);
    const owner = isMemberNode(target) && nameMember(target) === 'url' ? unwrap(target.object) : null;
    const source = owner === null ? undefined : findBindingOf(plugin.module, owner)?.source;
    if (source?.kind !== 'param' || plugin.fn.params[source.index] !== param) return true;
    const statement = getParent(node);
    const isSure = statement === plugin.fn.body || (statement !== undefined && getParent(statement) === plugin.fn.body);
    found.push({ value: node.right, isSure });
    return true;
  });
  return found;
}

function runPlugin(call: ClientCall, plugin: FunctionValue, url: Value): Value {
  const { evaluator } = call;
  const request = makeObject({ url });
  const frame = { fn: plugin.fn, args: [{ kind: 'value' as const, value: request }], self: null, call: null };
  const assigned = findAssignments(plugin);
  const env = extendEnv(plugin.env, frame, call.env?.any === true);
  const made = assigned.map(({ value }) => evaluator.evaluate(value, plugin.module, env));
  const isSure = assigned.length === 1 && assigned[0]?.isSure === true;
  return made.length === 0 ? url : unite(isSure ? made : [...made, url]);
}

function apply(call: ClientCall, plugin: Value, url: Value): Value {
  if (plugin.type === 'function') return runPlugin(call, plugin, url);
  const made = plugin.type === 'external' ? plugin.made : null;
  if (made === null || !PREFIXES.test(made.by.module)) return url;
  const base = call.evaluator.getArgument(made.args, 0) ?? makeUnknown(call.node, call.module, 'no prefix is given');
  return mapTexts(url, (text) => (getTextHead(text).startsWith('/') ? join(call, base, text, 'plain') : text));
}

/** The address as the plugins leave it. */
export function applyPlugins(call: ClientCall, url: Value): Value {
  return [...listUsed(call), ...listOfClient(call)].reduce((at, plugin) => apply(call, plugin, at), url);
}
