import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateImport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';

/** `Constants.expoConfig.extra`: what `app.json` and `app.config.*` of an Expo app hand to it. */

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** Also in older versions of Expo. */
const CONFIG = /^(?:expoConfig|manifest|manifest2\.extra\.expoClient)$/;

/** `{ expo: { extra } }`, `{ extra }`, `({ config }) => ({ ...config, extra })` */
function readExtra(evaluator: Evaluator, config: Value, { node, module }: At): readonly Value[] {
  const made =
    config.type === 'function'
      ? evaluateReturn(evaluator, config, { args: [], call: null, from: null }, false)
      : config;
  if (made.type !== 'object') return [];
  const inner = evaluator.getProperty(made, 'expo', node, module);
  const extra = evaluator.getProperty(inner.type === 'object' ? inner : made, 'extra', node, module);
  return extra.type === 'object' ? [extra] : [];
}

/** The value of `extra` where it is read of the config of an Expo app; null for all else. */
export function readExpoExtra(
  evaluator: Evaluator,
  { module: name, path, made }: ExternalValue,
  member: string,
  at: At,
): Value | null {
  if (name !== 'expo-constants' || made !== null || member !== 'extra' || !CONFIG.test(path.join('.'))) return null;
  for (const folder of FOLDERS_ABOVE) {
    const found = ['app.config', 'app.json'].flatMap((file) =>
      readExtra(evaluator, evaluateImport(evaluator, at.module, `${folder}${file}`, 'default'), at),
    );
    // What a function leaves out, `app.json` may say.
    if (found.length > 0) return unite(found);
  }
  return null;
}
