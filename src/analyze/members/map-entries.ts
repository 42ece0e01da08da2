import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { areStages, isSetting } from '../expressions/stage-settings.ts';
import { identifyToken } from '../frameworks/injected-tokens.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText, makeUnknown, ON_ITSELF, ROW } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import { type Env, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import { chooseEnv, listKeyed } from './keyed-values.ts';
import { listElements } from './objects.ts';

/** What a `Map` holds: the pairs that it is made of, and those that are set anywhere in the project. */

interface Entry {
  readonly key: Value | undefined;
  readonly value: Value;
}

function findMade(value: Value): SyntaxNode | null {
  return value.type === 'external' && value.path.length === 0 && value.made !== null ? value.made.call : null;
}

function listSet(evaluator: Evaluator, map: SyntaxNode, asked: SyntaxNode, env: Env): readonly Entry[] {
  return evaluator.index.listMapEntryCalls().flatMap((setting) => {
    const { node, module, receiver } = setting;
    if (setting.owner === undefined) setting.owner = findMade(evaluator.evaluate(receiver, module, null));
    if (setting.owner !== map) return [];
    const args = evaluator.index.listCallArguments(node, module, chooseEnv(evaluator, node, asked, env));
    const value = evaluator.getArgument(args, 1);
    return value === undefined ? [] : [{ key: evaluator.getArgument(args, 0), value }];
  });
}

function listGiven(evaluator: Evaluator, made: NonNullable<ExternalValue['made']>): readonly Entry[] | null {
  const source = evaluator.getArgument(made.args, 0);
  if (source === undefined) return [];
  const pairs = listElements(evaluator, source);
  return (
    pairs?.flatMap((pair) => {
      const [key, value] = listElements(evaluator, pair) ?? [];
      return value === undefined ? [] : [{ key, value }];
    }) ?? null
  );
}

/** Equal for equal keys: texts, symbols, and classes that stand for what they make; null where it is not known. */
function readKey(evaluator: Evaluator, key: Value | undefined): string | null {
  return key === undefined ? null : identifyToken(evaluator, key);
}

/** What an entry gives for a key; a place that sets several gives what goes with this one. */
function listWanted(evaluator: Evaluator, { key, value }: Entry, wanted: string | null): readonly Value[] {
  const options = key === undefined || wanted === null ? [] : listOptions(key);
  const names = options.map((option) => readKey(evaluator, option));
  if (wanted === null || names.length === 0 || names.includes(null)) return listOptions(value);
  const own = options.filter((_, index) => names[index] === wanted);
  return own.length === 0 || options.length === 1
    ? own.flatMap(() => listOptions(value))
    : listKeyed(evaluator, value, own);
}

/** `BASES.get(vendor)` of a parameter: which text it is, the callers say. With all of them at once, their choices would be mixed. */
export function readOpenEntry(
  evaluator: Evaluator,
  made: NonNullable<ExternalValue['made']>,
  { node, args, env }: BuiltinCall,
): Value | null {
  const key = evaluator.getArgument(args, 0);
  if (key?.type !== 'param' || env?.any === true) return null;
  const given = listGiven(evaluator, made) ?? [];
  const isOfTexts = given.every(({ value }) => listOptions(value).every(({ type }) => type === 'text'));
  if (given.length === 0 || !isOfTexts || listSet(evaluator, made.call, node, env).length > 0) return null;
  return { ...key, node, path: [...key.path, ROW] };
}

/** The entries of a `Map`, in the order in which they were put there; null for what is none, or is made of what is not known. */
export function listEntries(evaluator: Evaluator, value: Value, env: Env): readonly Entry[] | null {
  if (value.type !== 'external' || value.path.length > 0 || value.made?.by.module !== 'global') return null;
  const { made } = value;
  if (made.by.path.join('.') !== 'Map') return null;
  const given = listGiven(evaluator, made);
  const module = evaluator.graph.findOwner(made.call);
  if (given === null || module === undefined) return null;
  // What else is asked by a key that is set, nobody follows.
  const key = makeUnknown(made.call, module, 'it is a key of a map that is set elsewhere');
  return [...given, ...listSet(evaluator, made.call, made.call, env).map(({ value }) => ({ key, value }))];
}

/** `map.delete(key)`, `map.clear()` */
function takesAway(evaluator: Evaluator, map: SyntaxNode): boolean {
  return evaluator.index.calls.some(({ node, module }) => {
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
    if (callee === null || !isMemberNode(callee) || !/^(?:delete|clear)$/.test(nameMember(callee) ?? '')) return false;
    return findMade(evaluator.evaluate(callee.object, module, null)) === map;
  });
}

/** `HOSTS.get(ENV)` with `const ENV = 'dev'`: somebody will turn it, and what the map has for the other stages is asked then. */
function listStages(
  evaluator: Evaluator,
  given: readonly Entry[],
  { node, args, module }: BuiltinCall,
): readonly Value[] | null {
  const [asked] = 'arguments' in node ? node.arguments : [];
  const key = evaluator.getArgument(args, 0);
  const name = key === undefined ? null : findKnownText(key);
  if (asked === undefined || name === null || !isSetting(asked, module)) return null;
  const names = given.map((entry) => (entry.key === undefined ? null : findKnownText(entry.key)));
  const known = names.filter((one) => one !== null);
  return known.length === names.length && areStages(known, name) ? given.map(({ value }) => value) : null;
}

/** What `map.get(key)` can give, one value for each entry, or for each key where they are known; null when nothing is known of the map. */
export function listMapped(
  evaluator: Evaluator,
  made: NonNullable<ExternalValue['made']>,
  call: BuiltinCall,
): readonly Value[] | null {
  const given = listGiven(evaluator, made);
  if (given === null) return null;
  const asked = evaluator.getArgument(call.args, 0);
  // `map.set(key, map.get(key) ?? made)`: what was there before was set somewhere, too.
  const isItself = (option: Value): boolean =>
    option.type === 'unknown' && (option.node === call.node || option.reason === ON_ITSELF);
  const entries = [...given, ...listSet(evaluator, made.call, call.node, call.env)];
  const isKept = (): boolean => !takesAway(evaluator, made.call);
  const listFor = (wanted: string | null): readonly Value[] => {
    const read = (entry: Entry): readonly Value[] => {
      const options = listWanted(evaluator, entry, wanted).filter((option) => !isItself(option));
      return options.length === 0 ? [] : [unite(options)];
    };
    const values = entries.flatMap(read);
    const isSure = wanted !== null && given.some(({ key }) => readKey(evaluator, key) === wanted);
    // `const hit = cache.get(path); if (hit) return hit;`: what is set somewhere may not be there yet, or no more.
    // Of one that is only put back where it was nothing is there yet.
    if (values.length === 0 && entries.length > 0) return [UNDEFINED];
    return values.length === 0 || (isSure && isKept()) ? values : [...values, UNDEFINED];
  };
  const staged = listStages(evaluator, given, call);
  if (staged !== null) return staged;
  // `HOSTS.get(job.service) + job.path`: each entry goes with what else goes with its key.
  const keys = asked === undefined ? [] : listOptions(asked);
  const names = keys.map((key) => readKey(evaluator, key));
  if (keys.length < 2 || names.includes(null)) return listFor(readKey(evaluator, asked));
  return keys.map((key, index) => withChoices(unite(listFor(names[index] ?? null)), key.choices));
}
