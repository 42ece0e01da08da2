import { unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Applied } from '../calls/applied-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, type ObjectEntry, type Value } from '../values/values.ts';

/**
 * `sails.helpers.voice.send('GET', '/calls')`, `sails.helpers.voice.send.with({ verb, path })`: what `api/helpers/voice/send.js`
 * exports as `fn`, with an object of its inputs.
 */

function toDashes(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** The module of the helper, where one file can be it. */
function findHelper({ graph }: Evaluator, names: readonly string[]): Module | null {
  const file = `api/helpers/${names.map(toDashes).join('/')}`;
  const [path, ...others] = graph.project.seen.filter((seen) => {
    const known = seen.replace(/\.[cm]?[jt]s$/, '');
    return known === file || known.endsWith(`/${file}`);
  });
  return path === undefined || others.length > 0 ? null : graph.load(path);
}

/** Arguments that are given one after the other are the inputs in their order. */
function nameInputs(evaluator: Evaluator, inputs: Value, args: readonly Argument[]): Value | null {
  const table = inputs.type === 'object' && inputs.node !== null ? unwrap(inputs.node) : null;
  if (table?.type !== 'ObjectExpression') return null;
  const entries: ObjectEntry[] = [];
  for (const [index, input] of table.properties.entries()) {
    const argument = args[index];
    if (argument === undefined) break;
    if (argument.kind === 'spread' || input.type === 'SpreadElement' || input.computed) return null;
    const name =
      input.key.type === 'Identifier' ? input.key.name : input.key.type === 'StringLiteral' ? input.key.value : null;
    if (name === null) return null;
    entries.push({ kind: 'slot', name, slot: { kind: 'value', value: evaluator.evaluateArgument(argument) } });
  }
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** What a module exports as one. */
type Load = (module: Module) => Value | undefined;

/** Null for other calls. */
export function applyHelper(
  evaluator: Evaluator,
  { node, module }: Pick<CallSite, 'node' | 'module'>,
  callee: ExternalValue,
  args: readonly Argument[],
  load: Load,
): Applied | null {
  const [app, helpers, ...path] = callee.path;
  if (callee.module !== 'global' || callee.made !== null || app !== 'sails' || helpers !== 'helpers') return null;
  const isNamed = path.at(-1) === 'with';
  const helper = findHelper(evaluator, isNamed ? path.slice(0, -1) : path);
  const machine = helper === null ? undefined : load(helper);
  if (machine === undefined) return null;
  const fn = evaluator.getProperty(machine, 'fn', node, module);
  if (fn.type !== 'function') return null;
  if (isNamed) return { callee: fn, args: args.slice(0, 1) };
  const inputs = nameInputs(evaluator, evaluator.getProperty(machine, 'inputs', node, module), args);
  return inputs === null ? null : { callee: fn, args: [{ kind: 'value', value: inputs }] };
}
