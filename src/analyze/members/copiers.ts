import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, type ObjectEntry, UNDEFINED, type Value } from '../values/values.ts';
import { findCopiedEntries } from './copied-entries.ts';
import { listElements } from './objects.ts';

/** Functions of packages that copy an object, all of it or a part: `_.cloneDeep(options)`, `_.omit(options, ['retries'])`. */

const COPYING = /^(?:clone|cloneDeep|omit|pick)$/;
/** What they are asked for each member is asked of its value, unless somebody asks for its name as well. */
const CHOOSING = /^(?:clone|cloneDeep|omit|pick|pickBy|omitBy)$/;
const FULL = /^(?:default|klona|full|json|copy)?$/;

const COPIERS: Readonly<Record<string, RegExp>> = {
  lodash: CHOOSING,
  'lodash-es': CHOOSING,
  underscore: COPYING,
  'es-toolkit': COPYING,
  'es-toolkit/object': COPYING,
  'es-toolkit/compat': COPYING,
  radash: COPYING,
  remeda: COPYING,
  ramda: COPYING,
  clone: FULL,
  'clone-deep': FULL,
  'just-clone': FULL,
  'fast-copy': FULL,
  klona: FULL,
};

/** `lodash.clonedeep` and `lodash/cloneDeep` are one function of lodash each. */
const SINGLE = /^lodash[./](clone(?:[dD]eep)?|(?:omit|pick)(?:[bB]y)?)$/;

/** What a function does that gives back what it is given, or a part of that; null where it does something else. */
export function nameCopier({ module, path }: ExternalValue): string | null {
  const name = path.filter((part) => part !== 'default').join('.');
  const single = SINGLE.exec(module)?.[1];
  if (single !== undefined) return name === '' ? single : null;
  if (COPIERS[module]?.test(name) !== true) return null;
  return name.startsWith('omit') || name.startsWith('pick') ? name : 'clone';
}

/** `pickBy(headers, Boolean)`, `omitBy(headers, (value) => value == null)` */
function asksForName(values: readonly Value[]): boolean {
  return values.some((value) => value.type === 'function' && value.fn.params.length > 1);
}

/** The names that are left out, or taken: a list or several arguments; null where they are not known. */
function listNames(evaluator: Evaluator, values: readonly Value[]): readonly string[] | null {
  const given = values.flatMap((value): readonly (Value | null)[] =>
    value.type === 'array' ? (listElements(evaluator, value) ?? [null]) : [value],
  );
  const names = given.map((value) => (value === null ? null : findKnownText(value)));
  return names.every((name) => name !== null) ? names : null;
}

function listCopied(
  evaluator: Evaluator,
  name: string,
  source: Value,
  names: readonly string[] | null,
  { node, module }: BuiltinCall,
): readonly ObjectEntry[] | null {
  const all: ObjectEntry = { kind: 'spread', slot: { kind: 'value', value: source } };
  if (name === 'pick')
    return (
      names?.map((key) => {
        const value = evaluator.getProperty(source, key, node, module);
        return { kind: 'slot', name: key, slot: { kind: 'value', value } };
      }) ?? null
    );
  if (name !== 'omit') return [all];
  // What is left out by a question is not known.
  return names === null
    ? null
    : [
        all,
        ...names.map((key): ObjectEntry => ({ kind: 'slot', name: key, slot: { kind: 'value', value: UNDEFINED } })),
      ];
}

/** The copy that such a function gives back; null for every other. */
export function callCopier(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const name = callee.made === null ? nameCopier(callee) : null;
  if (name === null || call.args.some(({ kind }) => kind === 'spread')) return null;
  const values = call.args.map((argument) => evaluator.evaluateArgument(argument));
  const isDataLast = callee.module === 'ramda' && name !== 'clone';
  const [source, ...others] = isDataLast ? [...values].reverse() : values;
  if (source === undefined || (isDataLast && others.length === 0)) return null;
  if (/by$/i.test(name) && asksForName(others)) return null;
  const names = listNames(evaluator, others);
  const copies = listOptions(source).map((option): Value | null => {
    if (option.type === 'array' && name === 'clone') return option;
    if (option.type !== 'object' && option.type !== 'param') return null;
    const entries = listCopied(evaluator, name, option, names, call);
    return entries === null ? null : { type: 'object', node: call.node, entries, ...NO_PROVENANCE };
  });
  const known = copies.filter((copy) => copy !== null);
  return known.length === copies.length ? unite(known) : null;
}

/** `Object.fromEntries(Object.entries(headers).filter(([, value]) => value))`, and by `reduce`: the copy; null for what is made of other pairs. */
export function copyEntries(evaluator: Evaluator, { node, module, env }: BuiltinCall): Value | null {
  const source = findCopiedEntries(node);
  const value = source === null ? null : evaluator.evaluate(source, module, env);
  if (value === null || !listOptions(value).every(({ type }) => type === 'object')) return null;
  return {
    type: 'object',
    node,
    entries: [{ kind: 'spread', slot: { kind: 'value', value } }],
    ...NO_PROVENANCE,
  };
}
