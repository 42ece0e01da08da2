import { contains, type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { listTexts, makeAtomsValue, makeText } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { baseOf } from './axios.ts';
import { type ClientCall, configured, isOptions, option } from './client.ts';

/**
 * `baseQuery: async ({ url, method }) => axios({ url: baseUrl + url, method })`: the base that a base query of the project puts
 * before what an endpoint asks for.
 */

/** Stands for what an endpoint asks for: no path that anybody writes. */
const ASKED = '/\u0001asked';

/** What the client that is called puts before it, also where its defaults are set after it was made. */
function findBaseOfClient(call: ClientCall): Value | undefined {
  const { target } = call;
  const isAxios = target.type === 'client' ? target.library === 'axios' : target.module === 'axios';
  return isAxios ? baseOf(call) : configured(call, ['baseURL', 'baseUrl', 'prefixUrl']);
}

/** What stands before it in the first argument of a call, or in its `url`; null where it is not in there. */
function findBefore(call: ClientCall, given: Value): Value | null {
  const named = isOptions(given) ? option(call, given, 'url') : given;
  const base = isOptions(given) ? option(call, given, 'baseURL') : undefined;
  for (const { atoms } of named === undefined ? [] : listTexts(named, call.node, call.module)) {
    const at = flatten(atoms).indexOf(ASKED);
    if (at > 0) return makeAtomsValue(sliceFlat(atoms, 0, at));
    if (at === 0) return base ?? findBaseOfClient(call) ?? null;
  }
  return null;
}

/** A call that sends what an endpoint asks for, with what stands before that. */
interface Sender {
  readonly node: SyntaxNode;
  readonly base: Value;
  readonly headers: Value | undefined;
}

function listSenders(call: ClientCall, { fn, module, env }: FunctionValue, asked: Value): readonly Sender[] {
  const { evaluator } = call;
  const inner = extendEnv(env, { fn, args: [{ kind: 'value', value: asked }], self: null, call: null }, false);
  return module.scripts
    .flatMap((script) => script.calls)
    .flatMap((node) => {
      if (node.type !== 'CallExpression' || !contains(fn, node)) return [];
      const args = evaluator.index.listCallArguments(node, module, inner);
      const given = evaluator.getArgument(args, 0);
      if (given === undefined) return [];
      return listOptions(evaluator.evaluate(node.callee, module, inner)).flatMap((target) => {
        if (target.type !== 'client' && target.type !== 'external') return [];
        const sending = { evaluator, node, module, args, env: inner, target };
        const base = findBefore(sending, given);
        const options = isOptions(given) ? given : evaluator.getArgument(args, 1);
        return base === null ? [] : [{ node, base, headers: option(sending, options, 'headers') }];
      });
    });
}

const followed = new WeakMap<Evaluator, Set<FunctionNode>>();
/** The calls by which those send what is asked for. */
const senders = new WeakMap<Evaluator, Set<SyntaxNode>>();

/** Is it a base query of the project? What it sends is followed from the endpoints that ask for it. */
export function isOwnBaseQuery(evaluator: Evaluator, fn: FunctionNode): boolean {
  return followed.get(evaluator)?.has(fn) === true;
}

/** `http({ url, method })`, `http(args)`: does a base query hand on there what the endpoints ask for? Those were found. */
export function isSentByBaseQuery(evaluator: Evaluator, node: SyntaxNode, path: readonly string[]): boolean {
  const member = getParent(node);
  const isUrl = member?.type === 'ObjectProperty' && member.value === node && nameKey(member) === 'url';
  const given = isUrl && path.length === 0 ? getParent(member) : node;
  const call = given === undefined ? undefined : getParent(given);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== given) return false;
  return (path.length === 0 || path.join('.') === 'url') && senders.get(evaluator)?.has(call) === true;
}

/** Options that say the base as those of `fetchBaseQuery` do; undefined where the function is not known to have one for all. */
export function readOwnBaseQuery(call: ClientCall, query: FunctionValue): Value | undefined {
  const path = makeText(ASKED);
  const asked = [makeObject({ url: path }), path].map((value) => listSenders(call, query, value));
  const found = asked.find((list) => list.length > 0) ?? [];
  const [first, ...others] = found;
  const name = (value: Value) =>
    listTexts(value, call.node, call.module)
      .map(({ atoms }) => flatten(atoms))
      .join();
  if (first === undefined || others.some(({ base }) => name(base) !== name(first.base))) return undefined;
  const headers = found.flatMap((sender) => sender.headers ?? []);
  followed.set(call.evaluator, (followed.get(call.evaluator) ?? new Set()).add(query.fn));
  const sending = senders.get(call.evaluator) ?? new Set();
  senders.set(call.evaluator, new Set([...sending, ...found.map(({ node }) => node)]));
  return makeObject({ baseUrl: first.base, ...(headers.length === 0 ? {} : { headers: unite(headers) }) });
}
