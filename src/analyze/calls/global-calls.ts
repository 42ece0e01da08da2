import type { SyntaxNode } from '../../syntax/tree.ts';
import { listGivingCalls } from '../classes/made-classes.ts';
import { createFromGetters } from '../classes/prototype-members.ts';
import { callMacro } from '../components/component-setup.ts';
import type { Evaluator } from '../evaluator.ts';
import { identifyToken } from '../frameworks/injected-tokens.ts';
import { readMetadata } from '../frameworks/kept-metadata.ts';
import { evaluateApp } from '../frameworks/mini-program.ts';
import { listAllPairs } from '../members/added-names.ts';
import { copyEntries } from '../members/copiers.ts';
import { makeListFrom } from '../members/made-lists.ts';
import { groupElements, makeTable } from '../members/made-tables.ts';
import { listProperties, makeArray } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findRuntimeConfig } from '../settings/nuxt-runtime-config.ts';
import { markArguments } from '../texts/argument-seams.ts';
import { joinRaw } from '../texts/template-tags.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { convertToText } from '../texts/text-conversion.ts';
import { findKnownText, makeUnknown, ROW } from '../texts/texts.ts';
import { assignToUrl } from '../urls/url-changes.ts';
import { resolveUrl } from '../urls/urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import {
  type Argument,
  type ModuleValue,
  NO_PROVENANCE,
  type ObjectEntry,
  type ObjectValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { evaluatePromised } from './promised-values.ts';
import { callInject } from './vue-provide.ts';

/** Global functions of the language and of runtimes: `new URL(…)`, `Object.assign(…)`, `encodeURIComponent(…)`. */

/** A query string: whatever it is, it changes no path. */
export function makeQuery(node: SyntaxNode, module: Module): Value {
  return { ...makeUnknown(node, module, 'it is a query string'), query: true };
}

/** `{ get: … }`, without what is spread into it. */
function isPlainLiteral(argument: Argument | undefined): boolean {
  return (
    argument?.kind === 'expression' &&
    argument.node.type === 'ObjectExpression' &&
    argument.node.properties.every(({ type }) => type !== 'SpreadElement')
  );
}

function mergeObjects(evaluator: Evaluator, { args: given, node, module }: BuiltinCall): Value | null {
  // `Object.assign({}, ...parts)`
  const laid = evaluator.layOutArguments(given);
  const args = laid.includes(null) ? given : laid.filter((argument) => argument !== null);
  const values = args.map((argument) => evaluator.evaluateArgument(argument));
  const [target, ...sources] = values;
  if (target !== undefined && listOptions(target).some((option) => option.type === 'url'))
    return assignToUrl(evaluator, target, sources, node, module);
  if (!values.some((value) => value.type === 'object')) return null;
  // As expressions they are what a spread of them would be: who asks all callers has asked all of them.
  const entries = args.map((argument, index): ObjectEntry => {
    if (argument.kind === 'expression') return { kind: 'spread', slot: argument };
    return { kind: 'spread', slot: { kind: 'value', value: values[index] ?? UNDEFINED } };
  });
  // A function that is given members is still called. Of several that give them, one may replace what another gave.
  const [, only, ...others] = given;
  if (target?.type === 'function' && others.length === 0 && isPlainLiteral(only))
    return { ...target, members: { type: 'object', node: null, entries: entries.slice(1), ...NO_PROVENANCE } };
  // It is the target that comes back: what is assigned to it afterwards is assigned to this.
  const own: Pick<ObjectValue, 'node' | 'env'> =
    target?.type === 'object' ? { node: target.node, env: target.env ?? null } : { node: null };
  return { type: 'object', ...own, entries, ...NO_PROVENANCE };
}

/** `Object.create(api, { base: { value: OTHER } })`: what the object has not itself, it has of the other. */
function inherit(evaluator: Evaluator, { args, node, module }: BuiltinCall): Value | null {
  const [proto, described] = args.map((argument) => evaluator.evaluateArgument(argument));
  if (proto?.type !== 'object') return null;
  const own = described?.type === 'object' ? listProperties(evaluator, described) : [];
  const entries = own.map(([name, descriptor]): ObjectEntry => {
    const value = evaluator.getProperty(descriptor, 'value', node, module);
    return { kind: 'slot', name, slot: { kind: 'value', value } };
  });
  return {
    type: 'object',
    node,
    entries: [{ kind: 'spread', slot: { kind: 'value', value: proto } }, ...entries],
    ...NO_PROVENANCE,
  };
}

/** The object, with what it lacks itself from its prototype. */
function putBehind(object: ObjectValue, proto: Value | undefined): Value {
  if (proto?.type !== 'object') return object;
  const entries = [proto, object].map((value): ObjectEntry => ({ kind: 'spread', slot: { kind: 'value', value } }));
  return { ...object, entries };
}

/** `import * as PATHS`: an object of what the module exports. */
function spreadExports(module: ModuleValue): ObjectValue {
  return {
    type: 'object',
    node: null,
    entries: [{ kind: 'spread', slot: { kind: 'value', value: module } }],
    ...NO_PROVENANCE,
  };
}

/** The list that `Object.values` and its like make of an object; that of a parameter is known to its callers. */
function layOut(object: Value | undefined, list: (object: ObjectValue) => Value): Value | null {
  if (object?.type === 'param') return { ...object, path: [...object.path, '[]'] };
  if (object?.type === 'object') return list(object);
  if (object?.type === 'module') return list(spreadExports(object));
  if (object?.type !== 'union') return null;
  // `Object.entries(methods)` of each group of a table: what belongs to a group stays with it.
  const lists = listOptions(object).map((option) => {
    const laid = layOut(option, list);
    return laid === null ? null : withChoices(laid, option.choices);
  });
  return lists.some((laid) => laid === null) ? null : unite(lists.filter((laid) => laid !== null));
}

/** A text of a table or of a branch: what else uses the same decision goes with it. */
function isChosen(option: Value): boolean {
  return option.type === 'text' && findKnownText(option) !== null && (option.choices ?? []).length > 0;
}

/** A segment that stays as it is; the callers may say which one it is. */
export function encodeSegment(value: Value | undefined, node: SyntaxNode, module: Module): Value {
  if (value?.type === 'param') return value;
  if (value?.type === 'union' && listOptions(value).every(isChosen))
    return unite(listOptions(value).map((option) => encodeSegment(option, node, module)));
  const known = findKnownText(value);
  if (value?.type !== 'text' || known === null || !/^[\w.~-]*$/.test(known))
    return makeUnknown(node, module, 'it is encoded when the code runs');
  // What was put at a seam inside would be encoded with it.
  const atoms = value.atoms.map(({ seams: _, ...atom }) =>
    atom.kind !== 'text' || atom.origin === null
      ? atom
      : { ...atom, origin: { ...atom.origin, isEncoded: true as const } },
  );
  return { ...value, atoms };
}

function toNumber(value: Value | undefined): Value | null {
  if (value?.type === 'primitive' && typeof value.value === 'number') return value;
  const known = findKnownText(value);
  return known === null || !/^\d+$/.test(known) ? null : { type: 'primitive', value: Number(known), ...NO_PROVENANCE };
}

function isDecimal(radix: Value | undefined): boolean {
  return radix === undefined || (radix.type === 'primitive' && radix.value === 10);
}

/** `JSON.parse(JSON.stringify(table))` */
function copyPlain(evaluator: Evaluator, { node, module, env }: BuiltinCall): Value | null {
  const [text, reviver] = 'arguments' in node ? node.arguments : [];
  if (text?.type !== 'CallExpression' || text.callee.type !== 'MemberExpression') return null;
  if (reviver !== undefined || text.arguments.length !== 1) return null; // a function may make something else of each value
  const callee = evaluator.evaluate(text.callee, module, env);
  const isWritten =
    callee.type === 'external' && callee.module === 'global' && callee.path.join('.') === 'JSON.stringify';
  const [given] = isWritten ? evaluator.index.listCallArguments(text, module, env) : [];
  const value = given === undefined ? null : evaluator.evaluateArgument(given);
  return value?.type === 'object' || value?.type === 'array' || value?.type === 'param' ? value : null;
}

/** What the global function of that name gives back; null for every other. */
export function globalCall(evaluator: Evaluator, name: string, call: BuiltinCall): Value | null {
  const { node, module, args } = call;
  const first = evaluator.getArgument(args, 0);
  switch (name) {
    case 'URL':
    case 'URL.parse': {
      if (first === undefined) return null;
      const base = evaluator.getArgument(args, 1) ?? null;
      const relative = base === null ? first : markArguments(evaluator, args.slice(0, 1), first);
      const href = resolveUrl(relative, base, node, module);
      return { type: 'url', href, ...NO_PROVENANCE };
    }
    case 'URLSearchParams':
      return makeQuery(node, module);
    case 'JSON.parse':
      return copyPlain(evaluator, call);
    case 'Number':
      return toNumber(first);
    case 'parseInt':
      return isDecimal(evaluator.getArgument(args, 1)) ? toNumber(first) : null;
    case 'String':
      return first === undefined ? null : convertToText(evaluator, first, call.env);
    case 'String.raw':
      return node.type === 'CallExpression' ? joinRaw(evaluator, args, node, module) : null;
    case 'Promise':
      return first === undefined ? null : evaluatePromised(evaluator, first, call);
    case 'encodeURI':
    case 'Promise.resolve':
    case 'Promise.all':
    case 'structuredClone':
    case 'Object.freeze':
    case 'Object.seal':
    case 'Object.preventExtensions':
    case 'Object.defineProperty':
    case 'Object.defineProperties':
      return first ?? null;
    case 'Set':
      // What is added to it later is pushed into a list.
      return first ?? { type: 'array', node, elements: [], ...NO_PROVENANCE };
    case 'Array.from':
      return makeListFrom(evaluator, call);
    case 'decodeURI':
    case 'decodeURIComponent':
      // Where a path begins it stands plain.
      return first?.type === 'text' || first?.type === 'param' || first?.type === 'union' ? first : null;
    case 'encodeURIComponent':
      return encodeSegment(first, node, module);
    case 'getApp':
      return evaluateApp(evaluator, call.module);
    case 'useRuntimeConfig':
      return findRuntimeConfig(evaluator, call);
    case 'Object.assign':
      return mergeObjects(evaluator, call);
    case 'Object.create': {
      const second = evaluator.getArgument(args, 1);
      const isBare = first?.type === 'primitive' && first.value === null;
      if (!isBare) return inherit(evaluator, call);
      return second === undefined ? null : createFromGetters(evaluator, second, node, module, call.env);
    }
    case 'Object.setPrototypeOf':
      return first?.type === 'object' ? putBehind(first, evaluator.getArgument(args, 1)) : null;
    case 'Reflect.get': {
      const key = evaluator.getArgument(args, 1);
      // Which member it is, the callers say.
      if (key?.type === 'param') return { ...key, node, path: [...key.path, ROW] };
      const name = findKnownText(key);
      return first === undefined || name === null ? null : evaluator.getProperty(first, name, node, module);
    }
    case 'Reflect.getMetadata':
    case 'Reflect.getOwnMetadata':
      return readMetadata(evaluator, call, identifyToken, listGivingCalls);
    case 'Object.entries':
      return layOut(first, (object) => makeArray(listAllPairs(evaluator, object, node, call.env).map(makeArray)));
    case 'Object.values':
      return layOut(first, (object) =>
        makeArray(listAllPairs(evaluator, object, node, call.env).map(([, value]) => value)),
      );
    case 'Object.keys':
      return layOut(first, (object) => makeArray(listAllPairs(evaluator, object, node, call.env).map(([key]) => key)));
    case 'Object.fromEntries': {
      const copied = copyEntries(evaluator, call);
      if (copied !== null) return copied;
      return first === undefined ? null : makeTable(evaluator, first);
    }
    case 'Object.groupBy':
      return first === undefined ? null : groupElements(evaluator, first, evaluator.getArgument(args, 1), call);
    case 'inject':
      return callInject(
        evaluator,
        { type: 'external', module: 'vue', path: ['inject'], made: null, ...NO_PROVENANCE },
        call,
      );
    default:
      return callMacro(evaluator, name, call);
  }
}
