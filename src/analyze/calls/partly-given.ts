import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ExternalValue, FunctionValue, Value } from '../values/values.ts';
import { DATA_FIRST, DATA_LAST } from './data-functions.ts';

/** Functions that get their arguments bit by bit: `_.partial(fn, base)`, `R.curry(fn)(base)`. */

/** Those that came after it was said that they come the other way round. */
function turn(
  args: readonly Argument[],
  { from, isWhole }: NonNullable<FunctionValue['flipped']>,
): readonly Argument[] {
  const turned = args.slice(from);
  // How many a spread stands for is not known.
  if (turned.some(({ kind }) => kind === 'spread')) return args;
  const end = isWhole ? args.length : from + 2;
  return [...args.slice(0, from), ...args.slice(from, end).reverse(), ...args.slice(end)];
}

/** `R.__`, `_` of lodash: the place of an argument that is given later. */
function isGap(argument: Argument): boolean {
  if (argument.kind !== 'expression') return false;
  const node = unwrap(argument.node);
  if (isMemberNode(node)) return /^(?:__|placeholder)$/.test(nameMember(node) ?? '');
  if (node.type !== 'Identifier' || !/^__?$/.test(node.name)) return false;
  const source = findBindingOf(argument.module, node)?.source;
  return source?.kind === 'import' || source?.kind === 'value';
}

/** What was given before, with later arguments in its gaps and behind it. */
function fill(bound: readonly Argument[], args: readonly Argument[]): readonly Argument[] {
  if (bound.length === 0) return args;
  if (args.length === 0 || !bound.some(isGap)) return [...bound, ...args];
  const rest = [...args];
  const filled = bound.map((argument) => (isGap(argument) ? (rest.shift() ?? argument) : argument));
  return [...filled, ...rest];
}

/** All that the function is run with. */
export function completeArguments(fn: FunctionValue, args: readonly Argument[]): readonly Argument[] {
  const { bound, last = [], flipped } = fn;
  const given = fill(bound, args);
  const ordered = flipped === undefined ? given : turn(given, flipped);
  return last.length === 0 ? ordered : [...ordered, ...last];
}

/** Does the function only take these arguments in, and run with later ones? */
function isWaiting({ bound, curried }: FunctionValue, args: readonly Argument[]): boolean {
  if (curried === undefined) return false;
  return fill(bound, args).filter((argument) => !isGap(argument)).length < curried;
}

/** The function that has these arguments and waits for others; null where the call runs it. */
export function takeIn(fn: FunctionValue, args: readonly Argument[]): FunctionValue | null {
  return isWaiting(fn, args) ? { ...fn, bound: fill(fn.bound, args) } : null;
}

/** What a call runs: nothing where a function goes on waiting. */
export function findRun(
  callee: Value,
  args: readonly Argument[],
  { node, module }: Pick<BuiltinCall, 'node' | 'module'>,
): Value {
  const options = listOptions(callee);
  if (!options.some((option) => option.type === 'function' && isWaiting(option, args))) return callee;
  return unite(
    options.map((option) =>
      option.type === 'function' && isWaiting(option, args)
        ? makeUnknown(node, module, 'it waits for further arguments')
        : option,
    ),
  );
}

const CURRIED = /^curry(?:N)?$/;
const PARTLY = /^(?:partial|partialRight|bind)$/;

/** `_.curry(fn)`, `_.curry(fn, 2)`, `R.curryN(2, fn)` */
function curry(evaluator: Evaluator, args: readonly Argument[]): Value | null {
  const values = args.map((argument) => evaluator.evaluateArgument(argument));
  const fn = values.find((value) => value.type === 'function');
  if (fn === undefined) return null;
  const count = values.find((value) => value.type === 'primitive');
  const isCounted = count?.type === 'primitive' && typeof count.value === 'number';
  return { ...fn, curried: isCounted ? Number(count.value) : fn.fn.params.length };
}

/** `R.flip(fn)` changes the first two of its arguments, `_.flip(fn)` turns all of them round. */
function flip(fn: FunctionValue, module: string): Value | null {
  if (fn.flipped !== undefined || fn.last !== undefined) return null;
  const from = fn.bound.length;
  if (!/^ramb?da$/.test(module)) return { ...fn, flipped: { from, isWhole: true } };
  return { ...fn, flipped: { from, isWhole: false }, curried: fn.curried ?? fn.fn.params.length };
}

/** `lodash.curry` and `lodash/curry` are one function of lodash each. */
const SINGLE = /^lodash[./](curry|partial|partialRight|bind|flip)$/;

/** What packages make of a function that is given some of its arguments; null for other calls. */
export function givePartly(evaluator: Evaluator, { module, path }: ExternalValue, call: BuiltinCall): Value | null {
  const single = path.length === 0 || path.join() === 'default' ? SINGLE.exec(module)?.[1] : undefined;
  const isFirst = single !== undefined || DATA_FIRST.test(module);
  const isLast = DATA_LAST.test(module);
  const name = single ?? path.join('.');
  if (!isFirst && !isLast) return null;
  if (CURRIED.test(name)) return curry(evaluator, call.args);
  const fn = PARTLY.test(name) || name === 'flip' ? evaluator.getArgument(call.args, 0) : undefined;
  if (fn?.type !== 'function') return null;
  if (name === 'flip') return flip(fn, module);
  const [, second, ...others] = call.args;
  // Ramda takes them as one list.
  const list: readonly Argument[] = second?.kind === 'expression' ? [{ ...second, kind: 'spread' }] : [];
  const given = isFirst ? call.args.slice(name === 'bind' ? 2 : 1) : name === 'bind' ? others : list;
  return name === 'partialRight'
    ? { ...fn, last: [...given, ...(fn.last ?? [])] }
    : { ...fn, bound: fill(fn.bound, given) };
}
