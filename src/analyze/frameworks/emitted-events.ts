import { type CallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import { evaluateSuperclass, MAX_ANCESTORS } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import {
  type Argument,
  type ClassValue,
  type Env,
  type ExternalValue,
  type InstanceValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';

/**
 * `bus.on('request', fn)` runs for `bus.emit('request', { path })` on the same emitter, in whichever file either stands, and so
 * does what listens to `document.dispatchEvent(new CustomEvent('request', { detail: { path } }))`.
 */

const EMITTERS =
  /^(?:(?:node:)?events|eventemitter[23]|mitt|tiny-emitter|nanoevents|emittery|component-emitter|@socket\.io\/component-emitter)$/;
const LISTENS = /^(?:on|once|addListener|prependListener|addEventListener)$/;
/** An app with more of one name tells none apart. */
const MAX_LISTENERS = 64;

const listListeners = gatherFromCalls(
  (): CallSite[] => [],
  (listeners, site) => {
    if (site.node.type !== 'CallExpression' || site.node.arguments.length < 2) return;
    if (isMemberNode(unwrap(site.node.callee)) && LISTENS.test(nameCallee(site.node.callee) ?? ''))
      listeners.push(site);
  },
);

function readName(evaluator: Evaluator, args: readonly Argument[]): string | null {
  const first = evaluator.getArgument(args, 0);
  return findKnownText(first);
}

/** What an emitter is told from others by: the call that made it, its name where the page has it, or its class. */
type Emitter = CallNode | string | InstanceValue;

function identify({ made, module, path }: ExternalValue, own: readonly string[]): Emitter | null {
  if (made !== null) return own.length === 0 ? made.call : null;
  return module === 'global' && path.length === own.length && /^(?:document|)$/.test(own.join('.'))
    ? `page ${own.join('.')}`
    : null;
}

function findTop(evaluator: Evaluator, { of }: InstanceValue): ClassValue {
  let top = of;
  for (let above = 0; above < MAX_ANCESTORS; above += 1) {
    const parent = evaluateSuperclass(evaluator, top);
    if (parent?.type !== 'class') return top;
    top = parent;
  }
  return top;
}

/** `class Bus extends EventEmitter`: two that are known to be made by different calls are two. */
function isSameEmitter(evaluator: Evaluator, owner: Value, emitter: Emitter): boolean {
  if (owner.type === 'external') return identify(owner, owner.path) === emitter;
  if (owner.type !== 'instance' || typeof emitter === 'string' || !('of' in emitter)) return false;
  const calls = [owner, emitter].flatMap(({ construction }) => (construction === null ? [] : [construction.call]));
  return new Set(calls).size < 2 && findTop(evaluator, owner).node === findTop(evaluator, emitter).node;
}

/** What one listener of this name does, if it listens to the same emitter. */
function findHandler(evaluator: Evaluator, { node, module }: CallSite, name: string, emitter: Emitter): Value | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const args = evaluator.index.listCallArguments(node, module, null);
  if (callee === null || !isMemberNode(callee) || readName(evaluator, args) !== name) return null;
  const listOwners = (env: Env) => listOptions(evaluator.evaluate(callee.object, module, env));
  const own = listOwners(null);
  // `function audit(events) { events.on(…) }` listens to what its callers hand it.
  const owners = own.some(({ type }) => type === 'param') ? listOwners(evaluator.anyCaller) : own;
  const isSame = owners.some((owner) => isSameEmitter(evaluator, owner, emitter));
  return isSame ? (evaluator.getArgument(args, 1) ?? null) : null;
}

interface EmittingCall {
  readonly node: CallNode;
  readonly module: Module;
  readonly env: Env;
}

interface Emitted {
  readonly emitter: Emitter;
  readonly name: string;
  readonly args: readonly Argument[];
}

/** The instance of the project's own class on which a member of the class above is called. */
function findInstance(evaluator: Evaluator, { node, module, env }: EmittingCall): InstanceValue | null {
  const callee = 'callee' in node ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee)) return null;
  const owner = listOptions(evaluator.evaluate(callee.object, module, env)).find(({ type }) => type === 'instance');
  return owner?.type === 'instance' ? owner : null;
}

function readEmitted(
  evaluator: Evaluator,
  site: EmittingCall,
  callee: ExternalValue,
  args: readonly Argument[],
): Emitted | null {
  const { made, path, module } = callee;
  if (path.at(-1) !== 'emit' || !EMITTERS.test(made?.by.module ?? module)) return null;
  const isMade = made !== null && path.length === 1;
  const emitter = isMade ? made.call : path.includes('instance()') ? findInstance(evaluator, site) : null;
  const name = readName(evaluator, args);
  return name === null || emitter === null ? null : { emitter, name, args: args.slice(1) };
}

/** `target.dispatchEvent(new CustomEvent('request', { detail }))` */
function readDispatched(evaluator: Evaluator, callee: ExternalValue, args: readonly Argument[]): Emitted | null {
  const { made, path } = callee;
  if (path.at(-1) !== 'dispatchEvent' || (made !== null && made.by.path.at(-1) !== 'EventTarget')) return null;
  const own = path.slice(0, -1);
  const emitter = identify({ ...callee, path: own }, own);
  const event = evaluator.getArgument(args, 0);
  if (emitter === null || event?.type !== 'external' || event.made?.by.path.at(-1) !== 'CustomEvent') return null;
  const name = readName(evaluator, event.made.args);
  const options = evaluator.getArgument(event.made.args, 1);
  const { call, module } = event.made;
  const detail = options === undefined ? UNDEFINED : evaluator.getProperty(options, 'detail', call, module);
  return name === null ? null : { emitter, name, args: [{ kind: 'value', value: makeObject({ detail }) }] };
}

/** What an emitted event runs, with what goes with it; null for other calls. */
export function applyEmission(
  evaluator: Evaluator,
  site: EmittingCall,
  callee: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  const emitted = readEmitted(evaluator, site, callee, args) ?? readDispatched(evaluator, callee, args);
  if (emitted === null) return null;
  const { emitter, name } = emitted;
  const handlers = listListeners(evaluator).flatMap((site) => findHandler(evaluator, site, name, emitter) ?? []);
  if (handlers.length === 0 || handlers.length > MAX_LISTENERS) return null;
  return { callee: unite(handlers), args: emitted.args };
}
