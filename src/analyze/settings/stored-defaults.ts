import type { Evaluator } from '../evaluator.ts';
import { makeArray, makeObject } from '../members/objects.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { withReplacing } from './replaced-defaults.ts';

/**
 * What is kept on the machine of who runs the program, and is an address until somebody sets another one:
 * `useLocalStorage('base', 'https://…')`, `GM_getValue('base', 'https://…')`, `atomWithStorage('base', 'https://…')`.
 */

const STORING_HOOK = /^use(?:Local|Session)?Storage(?:State)?$/;
const ATOM = /^(?:jotai|jotai\/(?:vanilla|utils))$/;
const SVELTE_STORE = /^svelte(?:\/store|-(?:persisted|local-storage)-store)$/;

/** Of a stored path or word nothing follows: who set another one picked another page. */
export function isAddressByDefault(value: Value): boolean {
  const texts = listOptions(value).filter((option) => option.type === 'text');
  return texts.length > 0 && texts.every(isAbsoluteUrl);
}

/** `useLocalStorageState` of `use-local-storage-state`, which exports it by default. */
function nameFunction({ module, path }: ExternalValue): string {
  const name = path.at(-1) ?? 'default';
  if (name !== 'default') return name;
  const file = module.slice(module.lastIndexOf('/') + 1);
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `(key, 'https://…')`, `(key, { defaultValue: 'https://…' })`, `({ key, defaultValue: 'https://…' })` */
function findGivenDefault(evaluator: Evaluator, { args, node, module }: BuiltinCall): Value | null {
  for (const index of [1, 0]) {
    const given = evaluator.getArgument(args, index);
    const value = given?.type === 'object' ? evaluator.getProperty(given, 'defaultValue', node, module) : given;
    if (value === undefined || !isAddressByDefault(value)) continue;
    return withReplacing(evaluator, value, { call: node, module, key: findKnownText(evaluator.getArgument(args, 0)) });
  }
  return null;
}

/** What an atom or a store was made with. */
function readMade(evaluator: Evaluator, of: Value | undefined, modules: RegExp, call: BuiltinCall): Value | null {
  const made = of?.type === 'external' && of.path.length === 0 ? of.made : null;
  if (made === null || !modules.test(made.by.module)) return null;
  return findGivenDefault(evaluator, { ...call, node: made.call, module: made.module, args: made.args });
}

/** What is stored where the call reads it, as long as nobody has set another address; null for every other call. */
export function readStoredDefault(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const first = evaluator.getArgument(call.args, 0);
  const name = nameFunction(callee);
  if (callee.module === 'global') {
    const isStore = callee.made === null && /^GM(?:_|\.)getValue$/.test(callee.path.join('.'));
    return isStore ? findGivenDefault(evaluator, call) : null;
  }
  if (name === 'get') {
    const stored = readMade(evaluator, first, callee.module.startsWith('svelte') ? SVELTE_STORE : ATOM, call);
    return stored !== null && (ATOM.test(callee.module) || callee.module === 'svelte/store') ? stored : null;
  }
  if (ATOM.test(callee.module) && /^useAtom(?:Value)?$/.test(name)) {
    const stored = readMade(evaluator, first, ATOM, call);
    return stored !== null && name === 'useAtom' ? makeArray([stored]) : stored;
  }
  const stored = callee.made === null && STORING_HOOK.test(name) ? findGivenDefault(evaluator, call) : null;
  if (stored === null) return null;
  return callee.module.startsWith('@vueuse/') ? makeObject({ value: stored }) : makeArray([stored]);
}
