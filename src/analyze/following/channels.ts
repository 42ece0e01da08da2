import { findClassAround } from '../../syntax/enclosing.ts';
import { type CallNode, describeName, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import { bindHooks } from './client-hooks.ts';
import type { Naming } from './naming.ts';
import { Receivers } from './receivers.ts';
import { bindStates } from './state-channels.ts';

/**
 * `port.postMessage({ path })`, `target.dispatchEvent(event)`, `writer.write(path)`, `generator.next(path)`: what a call hands to the
 * runtime, or to a library, goes on where the program is handed it again.
 */

interface Handing {
  /** What the call is of; null for one of a function. */
  readonly owner: SyntaxNode | null;
  /** Owner and name, as they are written. */
  readonly called: string;
  readonly index: number;
  readonly module: Module;
}

const PROCESSES = /['"`](?:node:)?(?:child_process|cluster)['"`]/;
const DIAGNOSTICS = /['"`](?:node:)?diagnostics_channel['"`]/;
const STREAMS = /getWriter\(|(?:Writable|Transform)Stream|createWritable\(/;

/** Is it a store that something is run within? */
function isStorage(evaluator: Evaluator, { owner, module }: Handing): boolean {
  if (owner === null) return false;
  return [null, evaluator.anyCaller].some((env) =>
    listOptions(evaluator.evaluate(owner, module, env)).some(
      (option) => option.type === 'external' && option.made?.by.path.at(-1) === 'AsyncLocalStorage',
    ),
  );
}

/** `sink.next(path)` of `const sink = collect();` */
function resumeGenerator(evaluator: Evaluator, { owner, module }: Handing, receivers: Receivers): void {
  const source = owner === null ? undefined : findBindingOf(module, owner)?.source;
  const made = source?.kind === 'value' && source.steps.length === 0 ? source.node : owner;
  const call = made === null ? null : unwrap(made);
  if (call?.type !== 'CallExpression') return;
  for (const option of listOptions(evaluateCallee(evaluator, call, module, null)))
    if (option.type === 'function' && option.fn.generator === true) receivers.yield(option.fn, option.module);
}

type Channel = (evaluator: Evaluator, handing: Handing, receivers: Receivers, path: readonly string[]) => void;

/** By the name of the function or method that takes the value. */
const CHANNELS: Readonly<Record<string, Channel>> = {
  dispatchEvent: (_, { index }, receivers, path) => {
    if (index === 0) receivers.listen(['addEventListener'], 0, path);
  },
  postMessage: (_, { index }, receivers) => {
    if (index === 0) receivers.post();
  },
  send: (_, { index, called, module }, receivers) => {
    if (index === 0 && (called === 'process.send' || mentions(module, PROCESSES))) receivers.post();
  },
  publish: (_, { index, module }, receivers, path) => {
    if (index === 0 && mentions(module, DIAGNOSTICS)) receivers.listen(['subscribe'], 0, path);
  },
  emit: (_, { index, called }, receivers, path) => {
    if (index === 0) return;
    receivers.await(index - 1, path);
    const isOfProcess = ({ node }: { readonly node: CallNode }): boolean =>
      'callee' in node && /^process\.(?:on|once|addListener)$/.test(describeName(unwrap(node.callee)));
    if (called === 'process.emit') receivers.listen(['on', 'once', 'addListener'], index - 1, path, isOfProcess);
  },
  next: (evaluator, handing, receivers) => {
    if (handing.index === 0) resumeGenerator(evaluator, handing, receivers);
  },
  write: (_, { index, module }, receivers) => {
    if (index === 0 && mentions(module, STREAMS)) receivers.stream();
  },
  enqueue: (_, { index }, receivers) => {
    if (index === 0) receivers.stream();
  },
  run: (evaluator, handing, receivers) => {
    if (handing.index === 0 && isStorage(evaluator, handing)) receivers.store();
  },
  enterWith: (evaluator, handing, receivers) => {
    if (handing.index === 0 && isStorage(evaluator, handing)) receivers.store();
  },
  mark: (_, { index, called }, receivers, path) => {
    if (index === 0 && path.length === 0 && /\bperformance\.mark$/.test(called)) receivers.measure();
  },
};

/** What a call is given goes on in the functions that see what a client sends, and where a channel gives it out again. */
export function bindReceivers(
  evaluator: Evaluator,
  naming: Naming,
  open: OpenPlaces,
  call: CallNode,
  place: Place,
): void {
  bindHooks(evaluator, naming, call, place);
  bindStates(evaluator, naming, call, place);
  if (!('arguments' in call)) return;
  const name = nameCallee(call.callee) ?? '';
  const channel = Object.hasOwn(CHANNELS, name) ? CHANNELS[name] : undefined;
  const index = call.arguments.findIndex((argument) => argument === place.node);
  if (channel === undefined || index === -1) return;
  const callee = unwrap(call.callee);
  const owner = isMemberNode(callee) ? unwrap(callee.object) : null;
  const handing = { owner, called: describeName(callee), index, module: place.module };
  channel(evaluator, handing, new Receivers(evaluator, naming, open, place), place.path);
}

/** `class Sent extends Event { constructor(path) { super('sent'); this.path = path; } }`: who listens is handed the event. */
export function bindListeners(
  evaluator: Evaluator,
  naming: Naming,
  open: OpenPlaces,
  self: SyntaxNode,
  place: Place,
): void {
  const above = findClassAround(self)?.superClass;
  if (!above || !/^(?:Custom)?Event$/.test(describeName(above))) return;
  new Receivers(evaluator, naming, open, place).listen(['addEventListener'], 0, place.path);
}
