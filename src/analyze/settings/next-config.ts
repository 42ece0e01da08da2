import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { listOptions, unite } from '../values/unions.ts';
import {
  type ExternalValue,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectEntry,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';

/** `getConfig()` of `next/config`: what `next.config.*` of the application says is for the server, and what is for all. */

const NAMES = ['publicRuntimeConfig', 'serverRuntimeConfig'] as const;
const FILES = ['next.config', 'next.config.mjs'] as const;
/** Plugins around plugins deeper than this are not looked through. */
const MAX_PLUGINS = 10;

interface Tools {
  readonly load: (specifier: string) => Value;
  readonly run: (fn: FunctionValue, value: Value) => Value;
}

/** `{ … }`, `(phase) => ({ … })`, `withBundles({ … })`, `withPlugins([…], { … })`: the settings themselves. */
function listSettings(evaluator: Evaluator, config: Value, tools: Tools, depth = 0): readonly Value[] {
  if (depth > MAX_PLUGINS) return [];
  return listOptions(config).flatMap((option): readonly Value[] => {
    if (option.type === 'object') return [option];
    if (option.type === 'function') return listSettings(evaluator, tools.run(option, UNDEFINED), tools, depth + 1);
    // What a plugin of a package is handed it hands on, with its own in it.
    const given = option.type === 'external' ? (option.made?.args ?? []) : [];
    return given.flatMap((argument) => listSettings(evaluator, evaluator.evaluateArgument(argument), tools, depth + 1));
  });
}

/** An object with the members that the settings have. */
export function callNextConfig(
  evaluator: Evaluator,
  callee: ExternalValue,
  { node, module, args }: BuiltinCall,
  tools: Tools,
): Value | null {
  const isAsked = callee.module === 'next/config' && callee.made === null && args.length === 0;
  if (!isAsked || !/^(?:default)?$/.test(callee.path.join('.'))) return null;
  for (const folder of FOLDERS_ABOVE) {
    const settings = FILES.flatMap((file) => listSettings(evaluator, tools.load(`${folder}${file}`), tools));
    const entries = NAMES.flatMap((name): readonly ObjectEntry[] => {
      const values = settings
        .map((option) => evaluator.getProperty(option, name, node, module))
        .filter(({ type }) => type === 'object');
      return values.length === 0 ? [] : [{ kind: 'slot', name, slot: { kind: 'value', value: unite(values) } }];
    });
    if (entries.length > 0) return { type: 'object', node: null, entries, ...NO_PROVENANCE };
  }
  return null;
}
