import { type CallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { getKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/** `bus.on('request', fn)` runs for `bus.emit('request', { path })` on the same emitter, in whichever file either stands. */

const EMITTERS =
  /^(?:(?:node:)?events|eventemitter[23]|mitt|tiny-emitter|nanoevents|emittery|component-emitter|@socket\.io\/component-emitter)$/;
const LISTENS = /^(?:on|once|addListener|prependListener)$/;
/** An app with more of one name tells none apart. */
const MAX_LISTENERS = 64;

interface Found {
  upTo: number;
  readonly listeners: CallSite[];
}

const known = new WeakMap<Evaluator, Found>();

function listListeners(evaluator: Evaluator): readonly CallSite[] {
  const found = known.get(evaluator) ?? { upTo: 0, listeners: [] };
  known.set(evaluator, found);
  const { calls } = evaluator.index;
  for (; found.upTo < calls.length; found.upTo += 1) {
    const site = calls[found.upTo];
    if (site?.node.type !== 'CallExpression' || site.node.arguments.length < 2) continue;
    if (isMemberNode(unwrap(site.node.callee)) && LISTENS.test(nameCallee(site.node.callee) ?? ''))
      found.listeners.push(site);
  }
  return found.listeners;
}

function readName(evaluator: Evaluator, args: readonly Argument[]): string | null {
  const first = evaluator.getArgument(args, 0);
  return getKnownText(first);
}

/** What one listener of this name does, if it listens to the same emitter. */
function findHandler(evaluator: Evaluator, { node, module }: CallSite, name: string, emitter: CallNode): Value | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const args = evaluator.index.listCallArguments(node, module, null);
  if (callee === null || !isMemberNode(callee) || readName(evaluator, args) !== name) return null;
  const owners = listOptions(evaluator.evaluate(callee.object, module, null));
  const isSame = owners.some((owner) => owner.type === 'external' && owner.made?.call === emitter);
  return isSame ? (evaluator.getArgument(args, 1) ?? null) : null;
}

/** What an emitted event runs, with what goes with it; null for other calls. */
export function applyEmission(evaluator: Evaluator, callee: ExternalValue, args: readonly Argument[]): Applied | null {
  const { made, path } = callee;
  if (made === null || path.join('.') !== 'emit' || !EMITTERS.test(made.by.module)) return null;
  const name = readName(evaluator, args);
  if (name === null) return null;
  const handlers = listListeners(evaluator).flatMap((site) => findHandler(evaluator, site, name, made.call) ?? []);
  if (handlers.length === 0 || handlers.length > MAX_LISTENERS) return null;
  return { callee: unite(handlers), args: args.slice(1) };
}
