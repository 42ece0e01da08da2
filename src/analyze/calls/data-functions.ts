import type { Evaluator } from '../evaluator.ts';
import { listMethod, shuffle } from '../members/list-calls.ts';
import { groupElements, keyElements } from '../members/made-tables.ts';
import { listElements, makeArray } from '../members/objects.ts';
import { type BuiltinCall, textMethod } from '../texts/text-calls.ts';
import { findKnownText, mapTexts, trimEndSlashes, trimStartSlashes } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/** Functions of lodash and ramda that are methods of the language by another name: `_.join(list, '/')`, `R.join('/')(list)`. */

/** The data comes first. */
export const DATA_FIRST = /^(?:lodash|lodash-es|underscore|es-toolkit(?:\/(?:compat|function))?)$/;
/** The data comes last, and the arguments may come one by one. */
export const DATA_LAST = /^(?:ramda|rambda|lodash\/fp)$/;

/** How many arguments a function takes, with the data. */
const ARITIES: Readonly<Record<string, number>> = {
  join: 2,
  split: 2,
  replace: 3,
  concat: 2,
  map: 2,
  filter: 2,
  reject: 2,
  compact: 1,
  chunk: 2,
  splitEvery: 2,
  groupBy: 2,
  keyBy: 2,
  indexBy: 2,
  append: 2,
  prepend: 2,
  toLower: 1,
  toUpper: 1,
  trim: 1,
  trimStart: 2,
  trimEnd: 2,
};

const METHODS: Readonly<Record<string, string>> = {
  toLower: 'toLowerCase',
  toUpper: 'toUpperCase',
  compact: 'filter',
  reject: 'filter',
};

/** `_.trimEnd(base, '/')` */
function trimSlashes(evaluator: Evaluator, data: Value, name: string, args: readonly Argument[]): Value | null {
  const characters = evaluator.getArgument(args, 0);
  if (findKnownText(characters) !== '/') return null;
  const trim = name === 'trimEnd' ? trimEndSlashes : trimStartSlashes;
  return mapTexts(data, (text) => ({ ...text, atoms: trim(text.atoms) }));
}

function callWithData(
  evaluator: Evaluator,
  name: string,
  data: Value,
  args: readonly Argument[],
  call: BuiltinCall,
): Value | null {
  if (name === 'trimEnd' || name === 'trimStart') return trimSlashes(evaluator, data, name, args);
  if (name === 'append' || name === 'prepend') {
    const elements = listElements(evaluator, data);
    const [added] = args.map((argument) => evaluator.evaluateArgument(argument));
    if (data.type !== 'array' || elements === null || added === undefined) return null;
    return makeArray(name === 'append' ? [...elements, added] : [added, ...elements]);
  }
  if (name === 'groupBy') return groupElements(evaluator, data, evaluator.getArgument(args, 0), call);
  if (name === 'keyBy' || name === 'indexBy') return keyElements(evaluator, data, evaluator.getArgument(args, 0), call);
  // Of which piece an element is, nobody counts.
  if (name === 'chunk' || name === 'splitEvery')
    return data.type === 'array' ? shuffle(makeArray([shuffle(data)])) : null;
  const given = { ...call, args };
  const method = METHODS[name] ?? name;
  if (data.type === 'array') return listMethod(evaluator, data, method, given);
  const isText = listOptions(data).every(({ type }) => type === 'text' || type === 'primitive' || type === 'param');
  return isText ? textMethod(evaluator, data, method, given) : null;
}

/** `R.concat(a)(b)` puts `b` behind `a`: what it is called on comes first, as in `a.concat(b)`. */
function isCalledOnFirst(name: string): boolean {
  return name === 'concat';
}

function callCurried(evaluator: Evaluator, name: string, args: readonly Argument[], call: BuiltinCall): Value | null {
  if (args.length !== ARITIES[name] || args.some(({ kind }) => kind === 'spread')) return null;
  const data = isCalledOnFirst(name) ? args[0] : args.at(-1);
  if (data === undefined) return null;
  const others = isCalledOnFirst(name) ? args.slice(1) : args.slice(0, -1);
  return callWithData(evaluator, name, evaluator.evaluateArgument(data), others, call);
}

/** The one argument that the rest of a caller's arguments starts with. */
function layOut(evaluator: Evaluator, { args }: BuiltinCall): readonly Argument[] {
  const value = args.some(({ kind }) => kind === 'spread') ? evaluator.getArgument(args, 0) : undefined;
  return value === undefined ? args : [{ kind: 'value', value }];
}

/** What such a function gives back; null for every other, and where it still waits for arguments. */
export function callDataFunction(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const { made } = callee;
  if (made !== null) {
    const [name = '', ...others] = made.by.path;
    const isCurried = made.by.made === null && others.length === 0 && callee.path.length === 0;
    return isCurried && DATA_LAST.test(made.by.module)
      ? callCurried(evaluator, name, [...made.args, ...layOut(evaluator, call)], call)
      : null;
  }
  const [name = '', ...others] = callee.path;
  if (others.length > 0 || ARITIES[name] === undefined) return null;
  if (DATA_LAST.test(callee.module)) return callCurried(evaluator, name, call.args, call);
  const [data, ...rest] = call.args;
  if (!DATA_FIRST.test(callee.module) || data === undefined || data.kind === 'spread') return null;
  return callWithData(evaluator, name, evaluator.evaluateArgument(data), rest, call);
}
