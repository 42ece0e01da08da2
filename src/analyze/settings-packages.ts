import type { Evaluator } from './evaluator.ts';
import { makeObject } from './objects.ts';
import { findSettingCalls } from './setting-calls.ts';
import type { BuiltinCall } from './text-calls.ts';
import { getKnownText } from './texts.ts';
import { unite } from './unions.ts';
import type { ExternalValue, Value } from './values.ts';

/** What settings packages read by a name: `convict(schema).get('voice.baseUrl')`, `nconf.get('voice:url')`. */

/** The member that a name with separators leads to; null where there is none. */
function readNamed(evaluator: Evaluator, from: Value, name: readonly string[], { node, module }: BuiltinCall) {
  const found = name.reduce<Value>((at, part) => evaluator.getProperty(at, part, node, module), from);
  return found.type === 'text' || found.type === 'object' || found.type === 'union' ? found : null;
}

/** The settings behind a schema of convict: each `{ doc, default }` is its default. */
function readSchema(evaluator: Evaluator, schema: Value, call: BuiltinCall): Value {
  if (schema.type !== 'object') return schema;
  const names = schema.entries.flatMap((entry) => (entry.kind === 'slot' ? [entry.name] : []));
  const read = (name: string) => evaluator.getProperty(schema, name, call.node, call.module);
  if (names.includes('default')) return read('default');
  return makeObject(Object.fromEntries(names.map((name) => [name, readSchema(evaluator, read(name), call)])));
}

function readConvict(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const method = callee.path.join('.');
  const schema = callee.made === null ? undefined : evaluator.getArgument(callee.made.args, 0);
  if (schema?.type !== 'object' || !/^(?:get|getProperties)$/.test(method)) return null;
  const settings = readSchema(evaluator, schema, call);
  const key = evaluator.getArgument(call.args, 0);
  if (key === undefined) return settings;
  const known = key.type === 'text' ? getKnownText(key) : null;
  return known === null ? null : readNamed(evaluator, settings, known.split('.'), call);
}

function readNconf(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const key = evaluator.getArgument(call.args, 0);
  const known = key?.type === 'text' ? getKnownText(key) : null;
  if (known === null) return null;
  const found = findSettingCalls(evaluator)
    .defaults.map((defaults) => readNamed(evaluator, defaults, known.split(':'), call))
    .filter((value) => value !== null);
  return found.length === 0 ? null : unite(found);
}

/** What a settings package gives by default; null for every other call. */
export function callSettings(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const isConvict = callee.made?.by.module === 'convict' && callee.made.by.path.length === 0;
  if (isConvict) return readConvict(evaluator, callee, call);
  const isNconf = callee.module === 'nconf' && callee.path.at(-1) === 'get';
  return isNconf ? readNconf(evaluator, call) : null;
}
