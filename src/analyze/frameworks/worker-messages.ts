import { isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { readSpecifier } from '../modules/computed-imports.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * `worker.postMessage({ path })`: what the file of the worker does with a message. `parentPort.on('message', fn)` and
 * `process.on('message', fn)` are handed the message itself, `self.onmessage = fn` an event that holds it as `data`.
 */

interface Handler {
  readonly node: SyntaxNode;
  readonly isOfEvent: boolean;
}

interface PlacedHandler extends Handler {
  readonly module: Module;
}

/** What a file says that starts one. */
const STARTS = /\bWorker\b|\bfork\b/;

const SELF = /^(?:self|globalThis|window)$/;

/** Is it what the worker itself speaks to, by one of these names? */
function isNamed(node: SyntaxNode, names: RegExp): boolean {
  const at = unwrap(node);
  return at.type === 'Identifier' && names.test(at.name);
}

interface Listener extends Handler {
  readonly owner: SyntaxNode | null;
}

/** All that listens to messages in a file. */
function listListeners({ scripts }: Module): readonly Listener[] {
  return scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly Listener[] => {
      const [event, node] = call.type === 'CallExpression' ? call.arguments : [];
      if (call.type !== 'CallExpression' || node === undefined) return [];
      if (event?.type !== 'StringLiteral' || event.value !== 'message') return [];
      const callee = unwrap(call.callee);
      const name = nameCallee(callee);
      if (name !== 'addEventListener' && name !== 'on' && name !== 'once') return [];
      return [{ node, isOfEvent: name === 'addEventListener', owner: isMemberNode(callee) ? callee.object : null }];
    }),
  );
}

/** Those of the worker for what it is asked. */
function listCalledHandlers(module: Module): readonly Handler[] {
  return listListeners(module).filter(({ owner, isOfEvent }) => {
    if (isOfEvent) return owner === null || isNamed(owner, SELF);
    if (owner === null) return false;
    const isMember = isMemberNode(owner) && nameCallee(owner) === 'parentPort';
    return isMember || isNamed(owner, /^(?:parentPort|process)$/);
  });
}

function listSetHandlers(module: Module): readonly Handler[] {
  return module.scripts.flatMap(({ identifiers, memberAssignments }) => {
    const members = memberAssignments.flatMap(({ object, name, value }): readonly Handler[] =>
      name === 'onmessage' && isNamed(object, SELF) ? [{ node: value, isOfEvent: true }] : [],
    );
    const bare = identifiers.get('onmessage').flatMap((name): readonly Handler[] => {
      const set = getParent(name);
      const isSet = set?.type === 'AssignmentExpression' && set.left === name;
      return isSet && findBindingOf(module, name) === undefined ? [{ node: set.right, isOfEvent: true }] : [];
    });
    return [...members, ...bare];
  });
}

/** Threads of Node and of browsers by the class that makes them, processes by the function. */
function isWorker({ made }: ExternalValue): boolean {
  if (made === null || made.by.made !== null) return false;
  const name = made.by.path.join('.');
  if (/^(?:node:)?child_process$/.test(made.by.module)) return name === 'fork';
  return /^(?:global|(?:node:)?worker_threads)$/.test(made.by.module) && /^(?:Shared)?Worker$/.test(name);
}

/** `{ data: message }` */
function wrap(message: Argument): Argument | null {
  if (message.kind === 'spread') return null;
  const entry = { kind: 'slot', name: 'data', slot: message } as const;
  return { kind: 'value', value: { type: 'object', node: null, entries: [entry], ...NO_PROVENANCE } };
}

/** What handlers do with a message; null where they are handed it in both ways, or there are none. */
function hand(evaluator: Evaluator, handlers: readonly PlacedHandler[], message: Argument): Applied | null {
  const isOfEvent = handlers[0]?.isOfEvent ?? false;
  if (handlers.length === 0 || handlers.some((handler) => handler.isOfEvent !== isOfEvent)) return null;
  const given = isOfEvent ? wrap(message) : message;
  const functions: readonly Value[] = handlers.map(({ node, module }) => evaluator.evaluate(node, module, null));
  return given === null ? null : { callee: unite(functions), args: [given] };
}

function place(handlers: readonly Handler[], module: Module): readonly PlacedHandler[] {
  return handlers.map((handler) => ({ ...handler, module }));
}

/** `parentPort.postMessage(…)`, `self.postMessage(…)`, `process.send(…)`: what a worker answers, whoever started it. */
function isAnswer({ made, module, path }: ExternalValue): boolean {
  if (made !== null) return false;
  const name = path.join('.');
  if (/^(?:node:)?worker_threads$/.test(module)) return name === 'parentPort.postMessage';
  return module === 'global' && /^(?:postMessage|process\.send)$/.test(name);
}

/** The file of a worker. */
function findFile(evaluator: Evaluator, { made }: ExternalValue): Module | null {
  const file = made?.args[0];
  if (made === null || file?.kind !== 'expression') return null;
  const specifier = readSpecifier(evaluator, file.node, file.module, file.env);
  const module = specifier === null ? null : evaluator.graph.resolve(made.module, specifier);
  return typeof module === 'string' ? null : module;
}

/** The handlers of a file for what this worker answers. */
function listAnswered(evaluator: Evaluator, module: Module, worker: Module): readonly PlacedHandler[] {
  const isOfWorker = (owner: SyntaxNode) => {
    const options = listOptions(evaluator.evaluate(owner, module, null));
    return options.some(
      (option) =>
        option.type === 'external' &&
        option.path.length === 0 &&
        isWorker(option) &&
        findFile(evaluator, option) === worker,
    );
  };
  const called = listListeners(module).filter(({ owner }) => owner !== null && isOfWorker(owner));
  const set = module.scripts.flatMap(({ memberAssignments }) =>
    memberAssignments.filter(({ object, name }) => name === 'onmessage' && isOfWorker(object)),
  );
  return place([...called, ...set.map(({ value }) => ({ node: value, isOfEvent: true }))], module);
}

/** What a message to a worker, or its answer, runs on the other side; null for other calls. */
export function applyPost(
  evaluator: Evaluator,
  site: { readonly module: Module },
  callee: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  const { made, path } = callee;
  const [message] = args;
  if (message === undefined || !/^(?:postMessage|send)$/.test(path.at(-1) ?? '')) return null;
  if (isAnswer(callee)) {
    const asking = evaluator.graph.loaded.filter((module) => mentions(module, STARTS));
    return hand(
      evaluator,
      asking.flatMap((module) => listAnswered(evaluator, module, site.module)),
      message,
    );
  }
  if (made === null || path.length > 1 || !isWorker(callee)) return null;
  const module = findFile(evaluator, callee);
  if (module === null) return null;
  return hand(evaluator, place([...listCalledHandlers(module), ...listSetHandlers(module)], module), message);
}

const listStarts = gatherFromCalls(
  (): CallSite[] => [],
  (found, site) => {
    if (site.node.type === 'NewExpression' && nameCallee(site.node.callee) === 'Worker') found.push(site);
  },
);

/** `workerData.base`: a member of what those who start the thread give it, `new Worker('./worker.js', { workerData: { base } })`. */
export function readWorkerData(
  evaluator: Evaluator,
  { made, module: from, path }: ExternalValue,
  name: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  if (made !== null || !/^(?:node:)?worker_threads$/.test(from) || path.join('.') !== 'workerData') return null;
  const given = listStarts(evaluator).flatMap((start) => {
    const worker = evaluator.evaluate(start.node, start.module, evaluator.anyCaller);
    if (worker.type !== 'external' || !isWorker(worker) || findFile(evaluator, worker) !== module) return [];
    const options = worker.made === null ? undefined : evaluator.getArgument(worker.made.args, 1);
    if (options === undefined) return [];
    const data = evaluator.getProperty(options, 'workerData', start.node, start.module);
    return [evaluator.getProperty(data, name, node, module)];
  });
  return given.length === 0 ? null : unite(given);
}
