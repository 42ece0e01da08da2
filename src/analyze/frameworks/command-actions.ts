import { findLiteralAround } from '../../syntax/enclosing.ts';
import {
  type FunctionNode,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { listElements } from '../members/objects.ts';
import { evaluateExport } from '../modules/exports.ts';
import { joinFolder } from '../modules/join-folder.ts';
import type { Module } from '../modules/module.ts';
import { isMadeBy } from '../settings/setting-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';

/** What a command line hands to the function that it runs: its options, and in commander the command behind them. */

/** So the options of these are made: `cac('voice').option('--base <url>', 'where', { default: 'https://…' })`. */
const DIRECT = ['cac', 'sade'];

/** `.action((id, options, command) => …)`: both say what the options are. */
function makeOptions(command: ExternalValue, call: NonNullable<ExternalValue['made']>['call'], module: Module): Value {
  const by = { ...command, path: [...command.path, 'opts'] };
  return { type: 'external', module: 'commander', path: [], made: { by, args: [], call, module }, ...NO_PROVENANCE };
}

/** `defineCommand({ args: { host: { default: 'https://…' } }, run({ args }) { … } })` of citty. */
function makeContext(evaluator: Evaluator, fn: FunctionNode, module: Module): Value | null {
  const table = findLiteralAround(fn);
  const call = table === null ? undefined : getParent(table);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== table) return null;
  const by = nameCallee(call.callee) === 'defineCommand' ? evaluator.evaluate(call.callee, module, null) : null;
  if (by?.type !== 'external' || by.module !== 'citty') return null;
  const args = evaluator.index.listCallArguments(call, module, null);
  return { type: 'external', module: 'citty', path: [], made: { by, args, call, module }, ...NO_PROVENANCE };
}

/** Calls by these names; whose they are is told when somebody asks. */
const listSites = gatherFromCalls(
  (): CallSite[] => [],
  (found, site) => {
    if (site.node.type !== 'CallExpression' || !isMemberNode(site.node.callee)) return;
    if (/^command(?:Dir)?$/.test(nameCallee(site.node.callee) ?? '')) found.push(site);
  },
);

function nameFunction(fn: FunctionNode): string | null {
  if (fn.type === 'ObjectMethod') return nameKey(fn);
  if (fn.type === 'FunctionDeclaration') return fn.id?.name ?? null;
  const parent = getParent(fn);
  if (parent?.type === 'ObjectProperty') return nameKey(parent);
  if (parent?.type === 'VariableDeclarator') return nameCallee(parent.id);
  return parent?.type === 'AssignmentExpression' && isMemberNode(parent.left) ? nameCallee(parent.left) : null;
}

/** `handler` or `builder` of the command that a function is; null for all other functions. */
function nameRole(fn: FunctionNode): string | null {
  const named = nameFunction(fn);
  return named === 'handler' || named === 'builder' ? named : null;
}

/** The last call of the chain: what is said behind a command counts for it as well. */
function findChainEnd(call: SyntaxNode): SyntaxNode {
  let at = call;
  for (let parent = getParent(at); parent !== undefined; parent = getParent(at)) {
    const around = isMemberNode(parent) && parent.object === at ? getParent(parent) : undefined;
    if (around === undefined || !isCallNode(around) || !('callee' in around) || around.callee !== parent) break;
    at = around;
  }
  return at;
}

function isYargs(value: Value): value is ExternalValue {
  return value.type === 'external' && (isMadeBy(value, 'yargs') || isMadeBy(value, 'yargs/yargs'));
}

/** Where a call of `.commandDir('cmds')` looks. */
function listsFolder(evaluator: Evaluator, { node, module }: CallSite, { path }: Module): boolean {
  const folder = findKnownText(evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0));
  if (folder === null) return false;
  return path.startsWith(`${joinFolder(module.path, folder)}/`.replace(/^\/|\/(?=\/$)/, ''));
}

/** The members of a command, by name. */
type Command = (name: string) => Value | undefined;

function findMembers(evaluator: Evaluator, fn: FunctionNode, module: Module): Command {
  const table = findLiteralAround(fn);
  if (table === null) return (name) => evaluateExport(evaluator, module, name);
  const value = evaluator.evaluate(table, module, null);
  return (name) => evaluator.getProperty(value, name, table, module);
}

/** Is the command among what `.command(…)` is given, be it in a list? */
function isGiven(evaluator: Evaluator, { node, module }: CallSite, fn: FunctionNode, role: string): boolean {
  const given = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
  return (given === undefined ? [] : listOptions(given)).some((option) =>
    (option.type === 'array' ? (listElements(evaluator, option) ?? []) : [option]).some((command) => {
      if (command.type === 'text' || command.type === 'unknown') return false;
      const member = evaluator.getProperty(command, role, node, module);
      return member.type === 'function' && member.fn === fn;
    }),
  );
}

/** The command line as the builder of a command leaves it. */
function applyBuilder(evaluator: Evaluator, line: ExternalValue, builder: Value | undefined): ExternalValue {
  const made = line.made;
  if (made === null || builder === undefined) return line;
  if (builder.type === 'object') {
    const by = { ...line, path: ['options'] };
    return { ...line, made: { ...made, by, args: [{ kind: 'value', value: builder }] } };
  }
  if (builder.type !== 'function') return line;
  const args = [{ kind: 'value', value: line } as const];
  const built = evaluateReturn(evaluator, builder, { args, call: null, from: null }, false);
  return isYargs(built) ? built : line;
}

/**
 * `{ command: 'agents', builder, handler: (argv) => … }` and a file that exports those: what yargs hands to handler and builder of a
 * command that is given to `.command(…)`, or stands in the folder of `.commandDir(…)`, has the options that were said before.
 */
function evaluateCommandParam(evaluator: Evaluator, fn: FunctionNode, module: Module): ExternalValue | null {
  const role = nameRole(fn);
  if (role === null || listSites(evaluator).length === 0) return null;
  const command = findMembers(evaluator, fn, module);
  if (isUndefined(command('command') ?? UNDEFINED)) return null;
  for (const site of listSites(evaluator)) {
    const callee = site.node.type === 'CallExpression' ? site.node.callee : null;
    if (callee === null || !isMemberNode(callee)) continue;
    const isFolder = nameCallee(callee) === 'commandDir';
    if (isFolder ? !listsFolder(evaluator, site, module) : !isGiven(evaluator, site, fn, role)) continue;
    // What the builder gets is what stands before: the end of the chain may ask for it.
    const line = evaluator.evaluate(role === 'builder' ? callee.object : findChainEnd(site.node), site.module, null);
    if (isYargs(line)) return role === 'builder' ? line : applyBuilder(evaluator, line, command('builder'));
  }
  return null;
}

/** A parameter of such a function; null where it is none, or takes what the command is given by place. */
export function evaluateActionParam(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): Value | null {
  const context =
    index === 0 ? (makeContext(evaluator, fn, module) ?? evaluateCommandParam(evaluator, fn, module)) : null;
  if (context !== null) return context;
  const call = getParent(fn);
  if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== fn) return null;
  const callee = unwrap(call.callee);
  const name = nameMember(callee);
  if (!isMemberNode(callee) || (name !== 'action' && name !== 'command')) return null;
  // `register(program)`: a function that adds commands to the one that it is given.
  const [owner] = [null, evaluator.anyCaller]
    .map((env) => evaluator.evaluate(callee.object, module, env))
    .filter((value) => value.type === 'external');
  if (owner === undefined) return null;
  if (name === 'action' && isMadeBy(owner, 'commander'))
    return index < fn.params.length - 2 ? null : makeOptions(owner, call, module);
  // Of both the options come last, behind what the command is given by place.
  if (name === 'action' && DIRECT.some((known) => isMadeBy(owner, known)))
    return index === fn.params.length - 1 ? makeOptions(owner, call, module) : null;
  if (name !== 'command' || index !== 0 || call.arguments.length < 4 || !isYargs(owner)) return null;
  return applyBuilder(evaluator, owner, evaluator.evaluate(call.arguments[2] ?? call, module, null));
}
