import { contains, type FunctionNode } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { listTexts, makeAtomsValue, makeText } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { type ClientCall, configured, isOptions, option } from './client.ts';

/**
 * `baseQuery: async ({ url, method }) => axios({ url: baseUrl + url, method })`: the base that a base query of the project puts
 * before what an endpoint asks for.
 */

/** Stands for what an endpoint asks for: no path that anybody writes. */
const ASKED = '/\u0001asked';

/** What stands before it in the first argument of a call, or in its `url`; null where it is not in there. */
function findBefore(call: ClientCall, given: Value): Value | null {
  const named = isOptions(given) ? option(call, given, 'url') : given;
  const base = isOptions(given) ? option(call, given, 'baseURL') : undefined;
  for (const { atoms } of named === undefined ? [] : listTexts(named, call.node, call.module)) {
    const at = flatten(atoms).indexOf(ASKED);
    if (at > 0) return makeAtomsValue(sliceFlat(atoms, 0, at));
    if (at === 0) return base ?? configured(call, ['baseURL', 'baseUrl', 'prefixUrl']) ?? null;
  }
  return null;
}

interface Sent {
  readonly base: Value;
  readonly headers: Value | undefined;
}

function listSent(call: ClientCall, { fn, module, env }: FunctionValue, asked: Value): readonly Sent[] {
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
        return base === null ? [] : [{ base, headers: option(sending, options, 'headers') }];
      });
    });
}

const followed = new WeakMap<Evaluator, Set<FunctionNode>>();

/** Is it a base query of the project? What it sends is followed from the endpoints that ask for it. */
export function isOwnBaseQuery(evaluator: Evaluator, fn: FunctionNode): boolean {
  return followed.get(evaluator)?.has(fn) === true;
}

/** Options that say the base as those of `fetchBaseQuery` do; undefined where the function is not known to have one for all. */
export function readOwnBaseQuery(call: ClientCall, query: FunctionValue): Value | undefined {
  const path = makeText(ASKED);
  const asked = [makeObject({ url: path }), path].map((value) => listSent(call, query, value));
  const [first, ...others] = asked.find((found) => found.length > 0) ?? [];
  const name = (value: Value) =>
    listTexts(value, call.node, call.module)
      .map(({ atoms }) => flatten(atoms))
      .join();
  if (first === undefined || others.some(({ base }) => name(base) !== name(first.base))) return undefined;
  const headers = (asked.find((found) => found.length > 0) ?? []).flatMap((sent) => sent.headers ?? []);
  followed.set(call.evaluator, (followed.get(call.evaluator) ?? new Set()).add(query.fn));
  return makeObject({ baseUrl: first.base, ...(headers.length === 0 ? {} : { headers: unite(headers) }) });
}
