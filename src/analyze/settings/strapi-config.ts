import { describeName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import {
  type ExternalValue,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectValue,
  type Value,
} from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';
import { uniteDefaults } from './noted-defaults.ts';

/** `strapi.config.get('voice.url')`: what `config/voice.js` exports, or gives back when it is handed the environment; `strapi.config.get('plugin.voice')` */

const PLUGIN = /(?:^|\.)strapi\.plugin$/;
const READING = /(?:^|\.)strapi\.config\.get$/;

/** `env` of `({ env }) => ({ url: env('VOICE_URL', 'https://…') })`. */
const ENVIRONMENT: ExternalValue = {
  type: 'external',
  module: '@strapi/strapi',
  path: ['env'],
  made: null,
  ...NO_PROVENANCE,
};

const HANDED: ObjectValue = {
  type: 'object',
  node: null,
  entries: [{ kind: 'slot', name: 'env', slot: { kind: 'value', value: ENVIRONMENT } }],
  ...NO_PROVENANCE,
};

/** How a file is loaded that a specifier leads to, and a function run with one argument. */
interface Tools {
  readonly load: (specifier: string) => Value;
  readonly run: (fn: FunctionValue, given: Value) => Value;
}

function readFile(name: string, { load, run }: Tools): Value | null {
  for (const folder of FOLDERS_ABOVE) {
    const found = load(`${folder}config/${name}`);
    if (found.type === 'external' || found.type === 'unknown') continue;
    if (found.type !== 'function') return found;
    return run(found, HANDED);
  }
  return null;
}

/** `strapi.plugin('voice').config('url')`: the plugin; null for every other call. */
function readPluginName(node: SyntaxNode, module: Module): string | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || nameMember(callee) !== 'config') return null;
  const made = unwrap(callee.object);
  if (made.type !== 'CallExpression' || !PLUGIN.test(describeName(unwrap(made.callee)))) return null;
  const [name] = made.arguments;
  return name === undefined ? null : readConstant(name, module);
}

/** The file, and the members in it, that a call reads: those of a plugin stand in `config/plugins`. */
function readNames(evaluator: Evaluator, { node, module, args }: BuiltinCall): readonly string[] | null {
  const isReading = node.type === 'CallExpression' && READING.test(describeName(unwrap(node.callee)));
  const plugin = isReading ? null : readPluginName(node, module);
  if (!isReading && plugin === null) return null;
  const names = (findKnownText(evaluator.getArgument(args, 0)) ?? '').replace(/^plugin::/, 'plugin.').split('.');
  if (plugin !== null) return ['plugins', plugin, 'config', ...names];
  const [first, name, ...path] = names;
  return first === 'plugin' && name !== undefined ? ['plugins', name, 'config', ...path] : names;
}

/** Null for every other call, and where there is no such file. */
export function callStrapiConfig(evaluator: Evaluator, call: BuiltinCall, tools: Tools): Value | null {
  const { node, module, args } = call;
  const names = readNames(evaluator, call);
  if (names === null) return null;
  const [name = '', ...path] = names;
  const file = /^[\w-]+$/.test(name) ? readFile(name, tools) : null;
  if (file === null) return null;
  const found = path.reduce((value, part) => evaluator.getProperty(value, part, node, module), file);
  const fallback = evaluator.getArgument(args, 1);
  return fallback?.type === 'text' ? uniteDefaults([found, fallback]) : found;
}
