import type { CallExpression } from '@babel/types';
import { COPYING_HELPER } from '../../syntax/copying-helpers.ts';
import { nameHelper } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { globalCall } from '../calls/global-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { mergeMembers } from './merged-objects.ts';

/** Functions of packages that do what `Object.assign` does: by package, what they are called. */

/** What they are called as members of most packages. */
export const MERGING = /^(?:assign|assignIn|extend|merge|defaults|defaultsDeep)$/;
const ITSELF = /^$/;

const MERGERS: Readonly<Record<string, RegExp>> = {
  lodash: MERGING,
  'lodash-es': MERGING,
  underscore: MERGING,
  'es-toolkit': /^(?:merge|toMerged)$/,
  'es-toolkit/object': /^(?:merge|toMerged)$/,
  'es-toolkit/compat': MERGING,
  jquery: /^extend$/,
  ramda: /^merge(?:Deep)?(?:Right|Left)?$/,
  util: /^_extend$/,
  'node:util': /^_extend$/,
  'object-assign': ITSELF,
  extend: ITSELF,
  xtend: ITSELF,
  'deep-extend': ITSELF,
  deepmerge: ITSELF,
  'deepmerge-ts': /^deepmerge$/,
  'ts-deepmerge': /^merge$/,
  'merge-options': ITSELF,
  'merge-deep': ITSELF,
  'merge-anything': /^merge$/,
  defaults: ITSELF,
  defu: /^(?:defu)?$/,
  'lodash.assign': ITSELF,
  'lodash.merge': ITSELF,
  'lodash.defaults': ITSELF,
  'lodash.defaultsdeep': ITSELF,
  'lodash/assign': ITSELF,
  'lodash/extend': ITSELF,
  'lodash/merge': ITSELF,
  'lodash/defaults': ITSELF,
  'lodash/defaultsDeep': ITSELF,
};

/** Of other packages the name says as much: `object-merge`, `just-extend`, `import { mergeOptions } from 'toolbox'`. */
const NAMED_MERGER =
  /^(?:(?:deep|object|just|safe|fast|simple|smart|set)[-_.]?)*(?:merge|extend|assign|defaults)(?:[-_.]?(?:deep|objects?|options|config|data|props|with|all|right|recursive(?:ly)?))*$/i;

/** `got.extend(…)`, `request.defaults(…)` make clients. */
const OF_CLIENTS = /^(?:extend|assign|defaults)$/;

function isNamedMerger(module: string, name: string): boolean {
  if (/^(?:\.|node:|global$)/.test(module)) return false;
  const isWhole = name === '' || name === 'default';
  if (!isWhole && OF_CLIENTS.test(name)) return false;
  return NAMED_MERGER.test(isWhole ? (module.split('/').at(-1) ?? '') : name);
}

/** Those that only add what is missing: what they are given first wins. */
const FIRST_WINS = /(?:^|[./ -])(?:defaults|defaults[Dd]eep|defu|merge(?:Deep)?Left)$/;

/** Those that merge what both have of a member. */
const DEEP =
  /(?:^|[./ ])(?:merge|toMerged|mergeDeep(?:Right|Left)|defaults[Dd]eep|defu)$|deep-?(?:merge|extend)|merge-(?:options|deep|anything)/;
const PLAIN_MERGE = /^(?:ramda|underscore) merge$/;

/** What compilers make of `{ ...options, method }`: each file has its own, and its code says less than its name. */
export function callMergeHelper(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type !== 'CallExpression' || !COPYING_HELPER.test(nameHelper(call.node.callee) ?? '')) return null;
  return globalCall(evaluator, 'Object.assign', call);
}

/** `extend(true, {}, …)` is asked to. */
function isDeep(evaluator: Evaluator, called: string, { args }: BuiltinCall): boolean {
  if (!/(?:^| )extend$/.test(called)) return DEEP.test(called) && !PLAIN_MERGE.test(called);
  const first = evaluator.getArgument(args, 0);
  return first?.type === 'primitive' && first.value === true;
}

/** `$.extend` of a page that loads jQuery by a script of its own is the package's. */
function findNamed({ module, path }: ExternalValue): { readonly module: string; readonly name: string } {
  const name = path.join('.');
  return module === 'global' && /^(?:\$|jQuery)\.extend$/.test(name)
    ? { module: 'jquery', name: 'extend' }
    : { module, name };
}

/** Does a function put together what it is given? */
export function isMerger(callee: ExternalValue): boolean {
  const { module, name } = findNamed(callee);
  return Object.hasOwn(MERGERS, module) ? MERGERS[module]?.test(name) === true : isNamedMerger(module, name);
}

/** These give back a new object and leave what they are given as it was. */
const COPYING =
  /^(?:ramda|xtend|deepmerge|deepmerge-ts|ts-deepmerge|@fastify\/deepmerge|merge-options|merge-anything|defu|object-merge|lodash\/fp)$/;

/** `merge(base, { path })`: `base` has no path from it. */
export function givesCopy(evaluator: Evaluator, call: CallExpression, module: Module): boolean {
  const callee = evaluator.evaluate(call.callee, module, null);
  return callee.type === 'external' && COPYING.test(callee.module) && isMerger(callee);
}

/** `target`: where a call gives its first argument a member, as a member of a literal or as a whole. */
export function isLeftAsItWas(evaluator: Evaluator, target: SyntaxNode, module: Module): boolean {
  const literal = target.type === 'CallExpression' ? null : getParent(target);
  const call = literal?.type === 'ObjectExpression' ? getParent(literal) : target;
  if (call?.type !== 'CallExpression' || (literal !== null && !call.arguments.some((given) => given === literal)))
    return false;
  return givesCopy(evaluator, call, module);
}

export function callMerger(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const { module, name } = findNamed(callee);
  if (!isMerger(callee)) return null;
  const called = `${module} ${name}`.trim();
  const args = FIRST_WINS.test(called) ? [...call.args].reverse() : call.args;
  const merged = globalCall(evaluator, 'Object.assign', { ...call, args });
  if (merged?.type !== 'object' || !isDeep(evaluator, called, call)) return merged;
  const sources = evaluator.layOutArguments(args).flatMap((argument) => argument ?? []);
  const values = sources.map((argument) => evaluator.evaluateArgument(argument));
  return { ...merged, entries: [...merged.entries, ...mergeMembers(evaluator, values)] };
}
