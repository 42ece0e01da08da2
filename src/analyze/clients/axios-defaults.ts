import { isTestFile } from '../../model/test-files.ts';
import { isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { nameDecision } from '../expressions/branches.ts';
import type { Assigned } from '../members/owned-assignments.ts';
import { areLinked, keepLinked } from '../modules/import-links.ts';
import { keepMeeting } from '../modules/programs.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Choice, Value } from '../values/values.ts';
import type { ClientCall } from './client.ts';
import { isSetBefore } from './set-at-start.ts';
import { listByName } from './setting-calls.ts';

/** The base that is set of a client of axios, or of all of them, after it was made. */

/** What a test sets is set for what it loads. */
function keepOfCaller<P extends Assigned>({ evaluator, module }: ClientCall, places: readonly P[]): readonly P[] {
  const linked = keepLinked(evaluator, places, module);
  if (isTestFile(module.path)) return linked;
  return linked.filter((place) => !isTestFile(place.module.path) || areLinked(evaluator.graph, place.module, module));
}

/** Who an assignment may set the base of, in the calls that are in force. */
function findSetFor(call: ClientCall, { object, value, module }: Assigned): readonly Value[] {
  const { evaluator, target } = call;
  const owner = unwrap(object);
  const owners = listOptions(evaluator.evaluate(owner, module, null));
  if (owners.some((entry) => isDefaultsOf(entry, target)))
    return [evaluateAssigned(evaluator, value, module, target.type === 'client' ? (target.env ?? null) : null)];
  // `configure(client, { baseURL })` sets it of what it is handed.
  return owners.flatMap((entry) => {
    if (entry.type !== 'param' || entry.path.at(-1) !== 'defaults') return [];
    const { fn } = entry.open;
    return evaluator.index.listCallers(fn).flatMap(({ node, module: from }) => {
      const args = evaluator.index.listCallArguments(node, from, evaluator.anyCaller);
      const env = extendEnv(null, { fn, args, self: null, call: { node, module: from } }, false);
      const given = listOptions(evaluator.evaluate(owner, module, env));
      return given.some((option) => isDefaultsOf(option, target)) ? [evaluator.evaluate(value, module, env)] : [];
    });
  });
}

/** `if (process.env.URL) client.defaults.baseURL = process.env.URL;`: the decision, where it stands in one. */
function findDecision({ value, module }: Assigned): string | null {
  for (let at = getParent(value); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (at.type === 'IfStatement') return nameDecision(at.test, module);
  return null;
}

/**
 * What is assigned to `axios.defaults.baseURL` or `instance.defaults.baseURL`; `unless`: the decisions by which it may be none;
 * null where it always is.
 */
interface AssignedBase {
  readonly base: Value;
  readonly unless: readonly Choice[] | null;
}

export function assignedBase(call: ClientCall): AssignedBase | undefined {
  const { evaluator, target } = call;
  const found = keepMeeting(evaluator, evaluator.index.listMemberAssignments('baseURL'), call.module).flatMap(
    (assigned) => {
      const values = findSetFor(call, assigned);
      const source = findDecision(assigned);
      const set =
        source === null ? values : values.map((value) => withChoices(value, [{ source, option: 0, by: 'fork' }]));
      return values.length === 0 ? [] : [{ ...assigned, values: set, source }];
    },
  );
  // What is set for the whole package is set in each program that loads it.
  const kept = target.type === 'external' ? keepOfCaller(call, found) : found;
  const certain = listSetByCall(call);
  const all = [...kept.flatMap(({ values }) => values), ...certain];
  if (all.length === 0) return undefined;
  const sources = kept.flatMap(({ source }) => source ?? []);
  const made = target.type === 'client' ? target.made : null;
  const isCertain =
    certain.length > 0 ||
    kept.some(
      ({ source, value: node, module }) => source === null && isSetBefore(evaluator, { node, module }, call, made),
    );
  const unless = isCertain ? null : [...new Set(sources)].map((source) => ({ source, option: 1, by: 'fork' as const }));
  return { base: unite(all), unless };
}

/** `$axios.setBaseURL(…)` of Nuxt, for the client that it is called on. */
function listSetByCall({ evaluator, target }: ClientCall): readonly Value[] {
  if (target.type !== 'client') return [];
  return listByName(evaluator.index, 'setBaseURL').flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    if (callee?.type !== 'client' || callee.made !== target.made) return [];
    const base = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    return base === undefined ? [] : [base];
  });
}

function isDefaultsOf(owner: Value, target: ClientCall['target']): boolean {
  if (owner.type === 'client')
    return target.type === 'client' && owner.made === target.made && owner.path.join('.') === 'defaults';
  return (
    owner.type === 'external' &&
    owner.module === 'axios' &&
    owner.path.join('.') === 'defaults' &&
    (target.type === 'external' || target.options.length === 0)
  );
}
