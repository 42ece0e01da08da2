import type { Evaluator } from '../evaluator.ts';
import { makeArray, makeObject } from '../members/objects.ts';
import { makeText } from '../texts/texts.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * What JSON files of the project hold: the addresses and paths in them say where requests go. No file but code is edited, so
 * a version goes in front of such a path where it is used. Their other texts stay unknown.
 */

/** `https://api.voice.example`, `api.voice.example`, also with a path, and `https` alone */
const ADDRESS = /^(?:https?(?::(?:\/\/\S*)?)?|[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:\/\S*)?)$/i;

/** `/agents/:id`, and `agents/:id` where the catalogue has such a word */
const PATH = /^(\/?)([a-z][\w-]*)(?:[/?]|$)/i;

const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i;

const known = new WeakMap<object, Value>();

function isKept(text: string, words: ReadonlySet<string>): boolean {
  if (ADDRESS.test(text) || METHOD.test(text)) return true;
  const [, slash = '', word = ''] = PATH.exec(text) ?? [];
  return slash === '/' || words.has(word);
}

function toValue(data: unknown, whole: ExternalValue, words: ReadonlySet<string>): Value {
  if (typeof data === 'number') return { type: 'primitive', value: data, ...NO_PROVENANCE };
  if (typeof data === 'string') return isKept(data, words) ? makeText(data) : whole;
  if (Array.isArray(data)) return makeArray(data.map((element) => toValue(element, whole, words)));
  if (typeof data !== 'object' || data === null) return whole;
  return makeObject(
    Object.fromEntries(
      Object.entries(data).map(([name, member]) => [
        name,
        toValue(member, { ...whole, path: [...whole.path, name] }, words),
      ]),
    ),
  );
}

/** The value of an import in `from` that leads to a JSON file; null when it leads elsewhere. */
export function evaluateData(evaluator: Evaluator, from: string, specifier: string, imported: string): Value | null {
  const data = evaluator.graph.project.readData(specifier, from);
  if (data === undefined) return null;
  const value =
    known.get(data) ??
    toValue(data, { type: 'external', module: specifier, path: [], made: null, ...NO_PROVENANCE }, evaluator.words);
  known.set(data, value);
  if (imported === '*' || imported === 'default') return value;
  const member =
    value.type === 'object' ? value.entries.find((e) => e.kind === 'slot' && e.name === imported) : undefined;
  return member?.kind === 'slot' ? evaluator.evaluateSlot(member.slot, value) : null;
}
