import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import {
  type ExternalValue,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';

/** What schemas of an environment say: which variables there are, and which text one has that is not set. */

/** Of valibot. */
const PRESETS = /^(?:optional|exactOptional|nullish|nullable|fallback)$/;

/** A JSON schema names its variables below `properties`. */
function listTables(evaluator: Evaluator, table: ObjectValue): readonly ObjectValue[] {
  const below = table.entries.find((entry) => entry.kind === 'slot' && entry.name === 'properties');
  const inner = below?.kind === 'slot' ? evaluator.evaluateSlot(below.slot, table) : undefined;
  return inner?.type === 'object' ? [table, inner] : [table];
}

/** The schema behind `z.object({…}).parse(process.env)`, `cleanEnv(process.env, {…})`, `createEnv({ server: {…} })`. */
export function listSchemas(evaluator: Evaluator, external: ExternalValue): readonly ObjectValue[] {
  const schemas: ObjectValue[] = [];
  for (let at = external; at.made !== null; at = at.made.by) {
    for (const argument of at.made.args) {
      const value = evaluator.evaluateArgument(argument);
      // `v.parse(v.object({ … }), process.env)`
      if (value.type === 'external' && value.made !== null) schemas.push(...listSchemas(evaluator, value));
      if (value.type !== 'object') continue;
      schemas.push(value);
      for (const entry of value.entries) {
        if (entry.kind !== 'slot' || !/^(?:server|client|shared|schema|properties)$/.test(entry.name)) continue;
        const inner = evaluator.evaluateSlot(entry.slot, value);
        if (inner.type === 'object') schemas.push(...listTables(evaluator, inner));
        // `envSchema({ schema: Type.Object({ … }) })`
        if (inner.type === 'external' && inner.made !== null) schemas.push(...listSchemas(evaluator, inner));
      }
    }
  }
  return schemas;
}

/** What a function gives for a value. */
export type Run = (fn: FunctionValue, value: Value) => Value;

/** What a function of the schema makes of each value; a class or an object gives nothing. */
function transform(run: Run, made: Value | undefined, values: readonly Value[]): readonly Value[] {
  if (made?.type !== 'function') return values;
  return values.map((value) => run(made, value));
}

/** `url({ default: 'https://…' })`, `{ type: 'string', default: 'https://…' }` */
function listNamed(evaluator: Evaluator, options: ObjectValue): readonly Value[] {
  return options.entries.flatMap((entry) =>
    entry.kind === 'slot' && (entry.name === 'default' || entry.name === 'devDefault')
      ? keepTexts([evaluator.evaluateSlot(entry.slot, options)])
      : [],
  );
}

function keepTexts(values: readonly (Value | undefined)[]): readonly Value[] {
  return values.flatMap((value) => (value?.type === 'text' ? [value] : []));
}

type Made = NonNullable<ExternalValue['made']>;

/** What one call of a rule makes of the values that come to it. */
function applyStep(evaluator: Evaluator, run: Run, { by, args }: Made, values: readonly Value[]): readonly Value[] {
  const name = by.path.at(-1) ?? '';
  const [first, second] = [0, 1].map((index) => evaluator.getArgument(args, index));
  if (name === 'transform' || name === 'overwrite') return transform(run, first, values);
  if (name === 'preprocess') {
    const unset = keepTexts(transform(run, first, [UNDEFINED]));
    return readRule(evaluator, run, second, [...transform(run, first, values), ...unset]);
  }
  if (name === 'pipe')
    return args.reduce((all, arg) => readRule(evaluator, run, evaluator.evaluateArgument(arg), all), values);
  // `v.optional(v.string(), 'https://…')`: what stands in goes through the rule, unless that failed.
  if (PRESETS.test(name)) {
    const preset = keepTexts([second]);
    if (name === 'fallback') return [...readRule(evaluator, run, first, values), ...preset];
    return [
      ...readRule(evaluator, run, first, [...values, ...preset]),
      ...keepTexts(name === 'optional' ? [first] : []),
    ];
  }
  if (name === 'default' || name === 'catch' || name === 'prefault') return [...values, ...keepTexts([first])];
  return first?.type === 'object' ? [...values, ...listNamed(evaluator, first)] : values;
}

/** `z.string().url().default('https://…')`: what the variable is behind its rule, given what it was, and what else it can be. */
export function readRule(
  evaluator: Evaluator,
  run: Run,
  rule: Value | undefined,
  given: readonly Value[],
): readonly Value[] {
  if (rule?.type === 'object') return [...given, ...listNamed(evaluator, rule)];
  const steps: Made[] = [];
  for (let made = rule?.type === 'external' ? rule.made : null; made !== null; made = made.by.made) steps.unshift(made);
  return steps.reduce((values, step) => applyStep(evaluator, run, step, values), given);
}

/** The defaults of one variable. */
export function listDefaults(evaluator: Evaluator, run: Run, rule: Value): readonly Value[] {
  return readRule(evaluator, run, rule, []).filter((value) => value.type === 'text');
}

/** `plainToInstance(Env, process.env)`: the initialiser of the class that the variables are made into. */
export function readInitialiser(
  evaluator: Evaluator,
  { made }: ExternalValue,
  key: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): readonly Value[] {
  const of = made?.by.module === 'class-transformer' ? evaluator.getArgument(made.args, 0) : undefined;
  if (of?.type !== 'class') return [];
  const instance: Value = { type: 'instance', of, construction: null, any: false, ...NO_PROVENANCE };
  return keepTexts([evaluator.getProperty(instance, key, node, module)]);
}

const PARSING = /^(?:safeP|p)arse(?:Async)?$/;

/**
 * `z.object({ … }).transform((env) => ({ url: env.V })).parse(process.env)`: a member of what the function makes of the variables;
 * null where there is no such function.
 */
export function readTransformed(
  evaluator: Evaluator,
  run: Run,
  { made, ...external }: ExternalValue,
  name: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  if (made === null || !PARSING.test(made.by.path.at(-1) ?? '')) return null;
  for (let step = made.by.made; step !== null; step = step.by.made) {
    const fn = step.by.path.at(-1) === 'transform' ? evaluator.getArgument(step.args, 0) : undefined;
    if (fn?.type !== 'function') continue;
    const by = { ...step.by, path: [...step.by.path.slice(0, -1), 'parse'] };
    const before: Value = { ...external, made: { ...made, by } };
    return evaluator.getProperty(run(fn, before), name, node, module);
  }
  return null;
}
