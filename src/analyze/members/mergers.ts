import { nameHelper } from '../../syntax/nodes.ts';
import { globalCall } from '../calls/global-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** Functions of packages that do what `Object.assign` does: by package, what they are called. */

const MEMBERS = /^(?:assign|assignIn|extend|merge|defaults|defaultsDeep)$/;
const ITSELF = /^$/;

const MERGERS: Readonly<Record<string, RegExp>> = {
  lodash: MEMBERS,
  'lodash-es': MEMBERS,
  underscore: MEMBERS,
  jquery: /^extend$/,
  ramda: /^(?:merge|mergeRight|mergeDeepRight)$/,
  util: /^_extend$/,
  'node:util': /^_extend$/,
  'object-assign': ITSELF,
  extend: ITSELF,
  xtend: ITSELF,
  'deep-extend': ITSELF,
  deepmerge: ITSELF,
  defu: /^(?:defu)?$/,
  'lodash.assign': ITSELF,
  'lodash.merge': ITSELF,
  'lodash.defaults': ITSELF,
  'lodash/assign': ITSELF,
  'lodash/extend': ITSELF,
  'lodash/merge': ITSELF,
  'lodash/defaults': ITSELF,
};

/** Those that only add what is missing: what they are given first wins. */
const FIRST_WINS = /(?:^|[./ ])(?:defaults|defaultsDeep|defu)$/;

/** What compilers make of `{ ...options, method }`: each file has its own, and its code says less than its name. */
const HELPER = /^(?:__assign|__spread(?:Values|Props)|_extends\d*|_objectSpread\d*|_object_spread(?:_props)?)$/;

export function callMergeHelper(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type !== 'CallExpression' || !HELPER.test(nameHelper(call.node.callee) ?? '')) return null;
  return globalCall(evaluator, 'Object.assign', call);
}

export function callMerger(evaluator: Evaluator, { module, path }: ExternalValue, call: BuiltinCall): Value | null {
  const name = path.join('.');
  if (MERGERS[module]?.test(name) !== true) return null;
  const args = FIRST_WINS.test(`${module} ${name}`.trim()) ? [...call.args].reverse() : call.args;
  return globalCall(evaluator, 'Object.assign', { ...call, args });
}
