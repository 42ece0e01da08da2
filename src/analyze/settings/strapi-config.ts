import { describeName, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import {
  type ExternalValue,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectValue,
  type Value,
} from '../values/values.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';

/** `strapi.config.get('voice.url')`: what `config/voice.js` exports, or gives back when it is handed the environment. */

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

/** Null for every other call, and where there is no such file. */
export function callStrapiConfig(evaluator: Evaluator, call: BuiltinCall, tools: Tools): Value | null {
  const { node, module, args } = call;
  if (node.type !== 'CallExpression' || !READING.test(describeName(unwrap(node.callee)))) return null;
  const [name = '', ...path] = (findKnownText(evaluator.getArgument(args, 0)) ?? '').split('.');
  const file = /^[\w-]+$/.test(name) ? readFile(name, tools) : null;
  if (file === null) return null;
  const found = path.reduce((value, part) => evaluator.getProperty(value, part, node, module), file);
  const fallback = evaluator.getArgument(args, 1);
  return fallback?.type === 'text' ? unite([found, fallback]) : found;
}
