import type { Evaluator } from '../evaluator.ts';
import { evaluateImport } from '../modules/exports.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** `vscode.workspace.getConfiguration('voice').get('baseUrl', 'https://…')`: what is given, and what `package.json` contributes. */

/** How far below the manifest a file may stand. */
const MAX_LEVELS = 8;

function readFirst(evaluator: Evaluator, args: BuiltinCall['args']): string | null {
  return findKnownText(evaluator.getArgument(args, 0));
}

/** Of the nearest `package.json` that contributes the setting. */
function readContributed(evaluator: Evaluator, name: string, { node, module }: BuiltinCall): Value | null {
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const manifest = evaluateImport(evaluator, module, `${'../'.repeat(level) || './'}package.json`, 'default');
    if (manifest.type !== 'object') continue;
    const path = ['contributes', 'configuration', 'properties', name, 'default'];
    const found = path.reduce<Value>((at, part) => evaluator.getProperty(at, part, node, module), manifest);
    if (found.type === 'text') return found;
  }
  return null;
}

export function readEditorSetting(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const { made } = callee;
  if (made?.by.module !== 'vscode' || callee.path.join('.') !== 'get') return null;
  if (made.by.path.join('.') !== 'workspace.getConfiguration') return null;
  const key = readFirst(evaluator, call.args);
  if (key === null) return null;
  const section = readFirst(evaluator, made.args);
  const fallback = evaluator.getArgument(call.args, 1);
  const given = fallback === undefined ? [] : listOptions(fallback).filter(({ type }) => type === 'text');
  const contributed = readContributed(evaluator, section === null ? key : `${section}.${key}`, call);
  const all = [...given, ...(contributed === null ? [] : [contributed])];
  return all.length === 0 ? null : unite(all);
}
