import type { Evaluator } from '../evaluator.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { ArrayValue, ExternalValue, Value } from '../values/values.ts';

/**
 * `z.object({ path: z.enum(['/agents', '/calls']) }).parse(input)`: what a schema lets through is one of those. Who gives the input writes
 * these texts as well, so that they stay, and the version goes where such a text enters a URL.
 */

const MODULE = /^(?:npm:)?zod(?:[/@].*)?$/;
const PARSING = /^(?:safeP|p)arse(?:Async)?$/;
/** They change nothing of a value that is let through. */
const KEEPING = /^(?:optional|nullable|nullish|describe|strict|passthrough|loose|strip|readonly|brand|meta)$/;

/** They give something else than what was given. */
const CHANGING =
  /^(?:transform|preprocess|pipe|overwrite|catch|prefault|codec|trim|normalize|slugify|to(?:Low|Upp)erCase)$/;

type Values = readonly Value[] | null;

function isSchema(external: ExternalValue): boolean {
  return MODULE.test(external.made?.by.module ?? external.module);
}

/** The same text, written nowhere that could change. */
function detach(value: Value | undefined): Values {
  const text = value === undefined ? null : findKnownText(value);
  return text === null ? null : [makeText(text)];
}

function joinValues(all: readonly Values[]): Values {
  return all.length === 0 || all.includes(null) ? null : all.flatMap((values) => values ?? []);
}

function listElements(evaluator: Evaluator, list: ArrayValue): readonly Value[] | null {
  if (list.isOpen === true || list.elements.some(({ kind }) => kind === 'spread')) return null;
  return list.elements.flatMap((slot) => (slot.kind === 'spread' ? [] : [evaluator.evaluateSlot(slot, list)]));
}

/** All that a rule lets through; null where it lists no texts. */
function listLet(evaluator: Evaluator, rule: Value | undefined): Values {
  const made = rule?.type === 'external' && isSchema(rule) ? rule.made : null;
  if (made === null) return null;
  const name = made.by.path.at(-1) ?? '';
  const first = evaluator.getArgument(made.args, 0);
  if (KEEPING.test(name)) return listLet(evaluator, { ...made.by, path: [] });
  if (name === 'default') return joinValues([listLet(evaluator, { ...made.by, path: [] }), detach(first)]);
  if (name === 'literal') return detach(first);
  const elements = first?.type === 'array' ? listElements(evaluator, first) : null;
  if (elements === null) return null;
  if (name === 'enum') return joinValues(elements.map(detach));
  return name === 'union' ? joinValues(elements.map((one) => listLet(evaluator, one))) : null;
}

/** The rules of `z.object({ … })`, be it strict or extended. */
function findRule(evaluator: Evaluator, schema: ExternalValue, name: string): Value | undefined {
  for (let made = schema.made; made !== null; made = made.by.made) {
    const step = made.by.path.at(-1) ?? '';
    const first = evaluator.getArgument(made.args, 0);
    if (step === 'object' || step === 'strictObject' || step === 'looseObject' || step === 'extend') {
      const entry =
        first?.type === 'object' ? first.entries.find((one) => one.kind === 'slot' && one.name === name) : undefined;
      if (first?.type === 'object' && entry?.kind === 'slot') return evaluator.evaluateSlot(entry.slot, first);
    } else if (!KEEPING.test(step)) return undefined;
  }
  return undefined;
}

/** What a schema of zod, or the table of one, lets through as a member; null where it lists no texts. */
export function listSchemaInput(evaluator: Evaluator, schema: Value, name: string): readonly Value[] | null {
  if (schema.type === 'external')
    return isSchema(schema) ? listLet(evaluator, findRule(evaluator, schema, name)) : null;
  if (schema.type !== 'object') return null;
  const entry = schema.entries.find((one) => one.kind === 'slot' && one.name === name);
  return entry?.kind === 'slot' ? listLet(evaluator, evaluator.evaluateSlot(entry.slot, schema)) : null;
}

/** A member of what a schema of zod has let through. */
export function readSchemaMember(evaluator: Evaluator, external: ExternalValue, name: string): Value | null {
  const { made, path } = external;
  if (made === null || !isSchema(made.by)) return null;
  const parsing = made.by.path.at(-1) ?? '';
  if (!PARSING.test(parsing) || made.by.made === null) return null;
  // `data` of `safeParse` is the same to who asked for it.
  const isWhole = path.length === 0 || (parsing.startsWith('safe') && path.join('.') === 'data');
  const rule = isWhole ? findRule(evaluator, made.by, name) : undefined;
  const values = listLet(evaluator, rule);
  if (values !== null) return unite(values);
  const given = evaluator.getArgument(made.args, 0);
  // An object that is written out: `parse({})`.
  if (given?.type !== 'object' || given.entries.some(({ kind }) => kind !== 'slot')) return null;
  const entry = given.entries.findLast((one) => one.kind === 'slot' && one.name === name);
  return passRule(evaluator, rule, entry?.kind === 'slot' ? evaluator.evaluateSlot(entry.slot, given) : undefined);
}

/** What a rule makes of a text or of nothing: `z.string().url().default('https://…')`; null where it changes that. */
function passRule(evaluator: Evaluator, rule: Value | undefined, given: Value | undefined): Value | null {
  let found = given;
  for (let made = rule?.type === 'external' && isSchema(rule) ? rule.made : null; made !== null; made = made.by.made) {
    const step = made.by.path.at(-1) ?? '';
    if (CHANGING.test(step)) return null;
    if (step === 'default') found ??= evaluator.getArgument(made.args, 0);
  }
  return found?.type === 'text' && rule?.type === 'external' ? found : null;
}

/** What `schema.parse(input)` comes to, where the schema itself lists it: `z.enum(['/agents', '/calls'])`. */
export function readSchemaValue(evaluator: Evaluator, parse: ExternalValue): Value | null {
  if (!isSchema(parse) || !PARSING.test(parse.path.at(-1) ?? '')) return null;
  const values = listLet(evaluator, { ...parse, path: [] });
  return values === null ? null : unite(values);
}
