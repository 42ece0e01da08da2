import { append } from '../../model/append.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { getTextHead } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { ObjectEntry, ObjectValue, Value } from '../values/values.ts';
import { findExport } from './find-export.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';

/**
 * `environment.ts` and `environment.prod.ts`: one module, of which a build takes one form. Where the form for the own machine
 * names a server there, the others say where the requests go.
 */

const PLAIN = /(?:^|\/)environment\.[cm]?[jt]s$/;
const PRODUCTION = /\.prod(?:uction)?\.[cm]?[jt]s$/;
/** A server of the own machine, or the one that a page comes from. */
const OWN =
  /^(?:https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.|0\.0\.0\.0|\[::1\]|10\.0\.[23]\.2|host\.docker\.internal)|\/(?!\/)|$)/;

/** `src/environments/environment` of each of its forms. */
function nameForms(path: string): string | null {
  return /^(?:.*\/)?environment(?=\.[\w-]+\.[cm]?[jt]s$)/.exec(path)?.[0] ?? null;
}

const listAllForms = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<string, Module[]>(),
  (forms, module) => {
    const name = nameForms(module.path);
    if (name !== null) append(forms, name, module);
  },
);

/** The other forms of the module; those for production where there are such. */
function listForms(graph: ModuleGraph, { path }: Module): readonly Module[] {
  const all = listAllForms(graph).get(path.replace(/\.[cm]?[jt]s$/, '')) ?? [];
  const production = all.filter((form) => PRODUCTION.test(form.path));
  return production.length > 0 ? production : all;
}

function isOwn(value: Value): boolean {
  return value.type === 'text' && value.atoms.every(({ kind }) => kind === 'text') && OWN.test(getTextHead(value));
}

/** What stands for the own machine, and what the other forms have there. */
function complete(evaluator: Evaluator, object: ObjectValue, others: readonly ObjectValue[]): ObjectValue {
  const entries = object.entries.map((entry): ObjectEntry => {
    if (entry.kind !== 'slot' || entry.slot.kind !== 'expression') return entry;
    const { node, module } = entry.slot;
    const value = evaluator.evaluateSlot(entry.slot, object);
    const given = others.map((other) => evaluator.getProperty(other, entry.name, node, module));
    if (value.type === 'object') {
      const inner = given.filter((one): one is ObjectValue => one.type === 'object');
      return { ...entry, slot: { kind: 'value', value: complete(evaluator, value, inner) } };
    }
    const texts = isOwn(value) ? given.filter(({ type }) => type === 'text') : [];
    return texts.length === 0 ? entry : { ...entry, slot: { kind: 'value', value: unite([value, ...texts]) } };
  });
  return { ...object, entries };
}

/** The value of an export of such a module, with what its other forms say. */
export function completeEnvironment(evaluator: Evaluator, value: Value, module: Module, name: string): Value {
  if (value.type !== 'object' || !PLAIN.test(module.path)) return value;
  const others = listForms(evaluator.graph, module).flatMap((form) => {
    const place = findExport(evaluator.graph, form, name);
    const node = place?.kind === 'binding' && place.binding.source.kind === 'value' ? place.binding.source.node : null;
    const other = place === null || node === null ? null : evaluator.evaluate(node, place.module, null);
    return other?.type === 'object' ? [other] : [];
  });
  return others.length === 0 ? value : complete(evaluator, value, others);
}
