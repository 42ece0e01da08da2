import type { Evaluator } from '../evaluator.ts';
import { makeUnknown } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { withHandover } from '../values/value-marks.ts';
import { type Argument, type Frame, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';

/** What the call in force hands to a parameter, be it one of a rest. */

/** `join(BASE, ...parts)` of `(...parts) => …`: some argument, known as soon as it is known who calls. */
function describeOpen(evaluator: Evaluator, { args }: Frame): Value {
  const spread = args.find((argument) => evaluator.layOutArguments([argument]).includes(null));
  if (spread?.kind !== 'spread') return UNDEFINED;
  const list = evaluator.evaluateArgument(spread);
  if (list.type === 'param') return { ...list, path: [...list.path, '[]'] };
  return makeUnknown(spread.node, spread.module, 'the arguments are spread from a value that is not known');
}

/** `(...args) => send(...args)`, `send.apply(this, arguments)`: the list as the caller has it, where it is all that is gathered. */
function findHandedOn(evaluator: Evaluator, args: readonly Argument[], index: number): Value | null {
  const first = args.findIndex(({ kind }) => kind === 'spread');
  const [spread, ...others] = args.slice(index);
  if (first !== index || spread === undefined || others.length > 0) return null;
  const list = evaluator.evaluateArgument(spread);
  return list.type === 'param' ? list : null;
}

/** The value of argument `index` of a call in force, marked as handed over by it. */
export function evaluateFrameArgument(evaluator: Evaluator, frame: Frame, index: number, rest: boolean): Value {
  if (rest) {
    const handedOn = findHandedOn(evaluator, frame.args, index);
    if (handedOn !== null) return handedOn;
    const laid = evaluator.layOutArguments(frame.args).slice(index);
    const elements = laid.map((argument) =>
      toSlot(argument ?? { kind: 'value', value: describeOpen(evaluator, frame) }, frame),
    );
    return {
      type: 'array',
      node: null,
      elements,
      ...(laid.includes(null) ? {} : { isExact: true as const }),
      ...NO_PROVENANCE,
    };
  }
  const value = evaluator.getArgument(frame.args, index);
  if (value === undefined) return UNDEFINED;
  const argument = frame.args[index];
  if (frame.call === null || argument === undefined || argument.kind !== 'expression') return value;
  const { node: call, module } = frame.call;
  const isText = listOptions(value).every(({ type }) => type === 'text');
  const via = { call, argument: argument.node, module };
  return withHandover(value, isText ? { text: argument.node, ...via } : via);
}

function toSlot(argument: Argument, { call }: Frame) {
  if (argument.kind === 'value') return { kind: 'value' as const, value: argument.value };
  const slot = { kind: 'expression' as const, node: argument.node, module: argument.module, env: argument.env };
  if (argument.kind === 'spread') return { kind: 'spread' as const, slot };
  return call === null ? slot : { ...slot, via: { call: call.node, argument: argument.node, module: call.module } };
}
