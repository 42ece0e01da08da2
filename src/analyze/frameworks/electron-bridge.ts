import { type CallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { Intake } from '../growing.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { keepMeeting } from '../modules/programs.ts';
import { findKnownText, makeUnknown } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';

/**
 * How the processes of an Electron app call each other: `contextBridge.exposeInMainWorld('api', { … })` gives pages
 * `window.api`, and `ipcMain.handle('request', fn)` runs for `ipcRenderer.invoke('request', path)`.
 */

interface Found {
  readonly calls: Intake;
  modules: number;
  readonly exposed: CallSite[];
  readonly handlers: CallSite[];
}

const MAIN = /ipcMain/;

const known = new WeakMap<Evaluator, Found>();

function isElectron(value: Value, name: string): boolean {
  return value.type === 'external' && value.module.startsWith('electron') && value.path.at(-1) === name;
}

/** Is it a method of that object of Electron? */
function isOn(evaluator: Evaluator, { node, module }: CallSite, name: string): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  return callee !== null && isMemberNode(callee) && isElectron(evaluator.evaluate(callee.object, module, null), name);
}

const searched = new WeakSet<ModuleGraph>();

/** What stands between a page and the main process names no path, and nobody imports it. */
function loadPreloads({ graph }: Evaluator, found: Found): void {
  const added = graph.loaded.slice(found.modules);
  found.modules = graph.loaded.length;
  if (searched.has(graph) || !added.some((module) => mentions(module, MAIN))) return;
  searched.add(graph);
  for (const { path } of graph.project.findMentions(['exposeInMainWorld', 'ipcRenderer.'])) graph.load(path);
}

function findCalls(evaluator: Evaluator): Found {
  const found = known.get(evaluator) ?? { calls: new Intake(), modules: 0, exposed: [], handlers: [] };
  known.set(evaluator, found);
  loadPreloads(evaluator, found);
  found.calls.takeNew(evaluator.index.calls, (site) => {
    if (site.node.type !== 'CallExpression' || site.node.arguments.length < 2) return;
    const name = nameCallee(site.node.callee) ?? '';
    if (name === 'exposeInMainWorld') found.exposed.push(site);
    if (/^(?:handle|handleOnce|on|once)$/.test(name) && mentions(site.module, MAIN)) found.handlers.push(site);
  });
  return found;
}

function readName(evaluator: Evaluator, node: CallNode, module: CallSite['module']): string | null {
  const first = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
  return findKnownText(first);
}

function listSecond(evaluator: Evaluator, { node, module }: CallSite): readonly Value[] {
  const second = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 1);
  return second === undefined ? [] : [second];
}

/** What preload scripts expose under a name of the global object. */
export function listExposed(evaluator: Evaluator, name: string, asking: Module): readonly Value[] {
  return keepMeeting(evaluator, findCalls(evaluator).exposed, asking)
    .filter((site) => readName(evaluator, site.node, site.module) === name && isOn(evaluator, site, 'contextBridge'))
    .flatMap((site) => listSecond(evaluator, site));
}

/** `ipcRenderer.invoke(channel, ...args)` runs the handler of the channel with an event and the arguments; null for other calls. */
export function applyInvocation(
  evaluator: Evaluator,
  { node, module }: Pick<CallSite, 'node' | 'module'>,
  callee: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  if (!callee.module.startsWith('electron')) return null;
  if (!/(?:^|\.)ipcRenderer\.(?:invoke|send|sendSync)$/.test(callee.path.join('.'))) return null;
  const channel = evaluator.getArgument(args, 0);
  const name = findKnownText(channel);
  if (name === null) return null;
  const handlers = keepMeeting(evaluator, findCalls(evaluator).handlers, module)
    .filter((site) => readName(evaluator, site.node, site.module) === name && isOn(evaluator, site, 'ipcMain'))
    .flatMap((site) => listSecond(evaluator, site));
  if (handlers.length === 0) return null;
  const event: Argument = { kind: 'value', value: makeUnknown(node, module, 'it is an event') };
  return { callee: unite(handlers), args: [event, ...args.slice(1)] };
}
