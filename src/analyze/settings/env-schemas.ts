import type { Evaluator } from '../evaluator.ts';
import type { ExternalValue, ObjectValue, Value } from '../values/values.ts';

/** What schemas of an environment say: which variables there are, and which text one has that is not set. */

/** Of valibot. */
const PRESETS = /^(?:optional|exactOptional|nullish|nullable|fallback)$/;

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
        if (entry.kind !== 'slot' || !/^(?:server|client|shared)$/.test(entry.name)) continue;
        const inner = evaluator.evaluateSlot(entry.slot, value);
        if (inner.type === 'object') schemas.push(inner);
      }
    }
  }
  return schemas;
}

/** `z.string().url().default('https://…')`, `url({ default: 'https://…' })`: the default of one variable. */
export function listDefaults(evaluator: Evaluator, rule: Value): readonly Value[] {
  const defaults: Value[] = [];
  for (let at: ExternalValue | null = rule.type === 'external' ? rule : null; at?.made; at = at.made.by) {
    const [first] = at.made.args;
    if (first === undefined) continue;
    const value = evaluator.evaluateArgument(first);
    const name = at.made.by.path.at(-1);
    // `v.optional(v.string(), 'https://…')`
    const second = PRESETS.test(name ?? '') ? evaluator.getArgument(at.made.args, 1) : undefined;
    if (second !== undefined) defaults.push(second);
    if (name === 'default' || name === 'catch' || name === 'prefault' || name === 'optional') defaults.push(value);
    else if (value.type === 'object') {
      const named = value.entries.find(
        (entry) => entry.kind === 'slot' && (entry.name === 'default' || entry.name === 'devDefault'),
      );
      if (named?.kind === 'slot') defaults.push(evaluator.evaluateSlot(named.slot, value));
    }
  }
  return defaults.filter((value) => value.type === 'text');
}
