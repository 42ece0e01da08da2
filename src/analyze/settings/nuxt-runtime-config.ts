import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { isNullish } from '../values/missing.ts';
import type { ObjectEntry, ObjectValue, Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';

/** Nuxt's `useRuntimeConfig()`: what `defineNuxtConfig({ runtimeConfig })` of the project says. */

/** `voiceUrl` below `public` → `NUXT_PUBLIC_VOICE_URL` */
function nameVariable(path: readonly string[]): string {
  return ['nuxt', ...path].map((name) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()).join('_');
}

function isLeftOpen(value: Value): boolean {
  return isNullish(value) || (value.type === 'text' && value.atoms.length === 0);
}

/** What is left empty there is set by a variable of its name when the server starts. */
function fill(evaluator: Evaluator, config: ObjectValue, path: readonly string[], call: BuiltinCall): ObjectValue {
  const filled = listProperties(evaluator, config).flatMap(([name, value]): readonly ObjectEntry[] => {
    const own = [...path, name];
    const set = isLeftOpen(value)
      ? makeEnvironmentText(evaluator, nameVariable(own), call.module)
      : value.type === 'object'
        ? fill(evaluator, value, own, call)
        : null;
    return set === null ? [] : [{ kind: 'slot', name, slot: { kind: 'value', value: set } }];
  });
  return filled.length === 0 ? config : { ...config, entries: [...config.entries, ...filled] };
}

export function findRuntimeConfig(evaluator: Evaluator, call: BuiltinCall): Value | null {
  for (const { node, module } of evaluator.index.calls) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'defineNuxtConfig')
      continue;
    if (!evaluator.graph.programs.canMeet(module.path, call.module.path)) continue;
    const given = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    if (given === undefined) continue;
    const config = evaluator.getProperty(given, 'runtimeConfig', call.node, call.module);
    return config.type === 'object' ? fill(evaluator, config, [], call) : config;
  }
  return null;
}
