import { isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, FunctionValue, Value } from '../values/values.ts';
import { type ClientCall, firstOption, isOptions } from './client.ts';
import { listByName } from './setting-calls.ts';

/**
 * The base that a client of some package is told after it was made: `fly.config.baseURL = …`, `client.setBaseUrl(…)`,
 * `http.setConfig((config) => { config.baseURL = …; return config; })`.
 */

type Made = NonNullable<ExternalValue['made']>;

const SETTERS = ['setConfig', 'setBaseUrl', 'setBaseURL', 'configure'] as const;
/** What a client keeps its settings in. */
const SETTINGS = /^(?:|config|defaults|options)$/;

/** Is it the client, or the settings that it keeps? */
function isOf(value: Value, { call }: Made): boolean {
  return listOptions(value).some(
    (option) => option.type === 'external' && option.made?.call === call && SETTINGS.test(option.path.join('.')),
  );
}

/** The member of the client that a call of it runs: `setConfig` of `http.setConfig(…)`. */
function isSetterOf(callee: Value | undefined, { call }: Made): boolean {
  return (callee === undefined ? [] : listOptions(callee)).some(
    (option) => option.type === 'external' && option.made?.call === call && option.path.length === 1,
  );
}

/** `config` of what is handed to `http.setConfig`. */
function isHandedBy(call: ClientCall, owner: Value, made: Made): boolean {
  const { index } = call.evaluator;
  return listOptions(owner).some((option) => {
    if (option.type !== 'param' || option.path.length > 0) return false;
    const around = getParent(option.open.fn);
    if (around === undefined || !isCallNode(around) || !('callee' in around)) return false;
    return SETTERS.some((name) => name === nameCallee(around.callee)) && isSetterOf(index.getCallee(around), made);
  });
}

function listAssigned(call: ClientCall, made: Made, names: readonly string[]): readonly Value[] {
  const { evaluator } = call;
  const all = names.flatMap((name) => evaluator.index.listMemberAssignments(name));
  return all.flatMap(({ object, value, module }) => {
    const owner = evaluator.evaluate(unwrap(object), module, null);
    const isOwn = isOf(owner, made) || isHandedBy(call, owner, made);
    return isOwn ? [evaluateAssigned(evaluator, value, module, made.env ?? null)] : [];
  });
}

/** `http.setConfig((config) => ({ ...config, baseURL }))` */
function readGiven(call: ClientCall, given: Value): Value {
  const [fn] = listOptions(given).filter((option): option is FunctionValue => option.type === 'function');
  return fn === undefined ? given : evaluateReturn(call.evaluator, fn, { args: [], call: null, from: null }, false);
}

function listSet(call: ClientCall, made: Made, names: readonly string[]): readonly Value[] {
  const { index } = call.evaluator;
  return SETTERS.flatMap((name) => listByName(index, name)).flatMap(({ node, module }) => {
    if (!isSetterOf(index.getCallee(node), made)) return [];
    const given = call.evaluator.getArgument(index.listCallArguments(node, module, null), 0);
    const told = given === undefined ? undefined : readGiven(call, given);
    return (isOptions(told) ? firstOption(call, told, names) : told) ?? [];
  });
}

/** All that the client is told by one of these names, wherever that is. */
export function listToldBases(call: ClientCall, made: Made, names: readonly string[]): readonly Value[] {
  return [...listAssigned(call, made, names), ...listSet(call, made, names)];
}
