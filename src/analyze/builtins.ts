import { getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateReturn } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { listMapped } from './map-entries.ts';
import type { Module } from './modules.ts';
import { isListComplete, listElements, listEntryPairs, listProperties, makeArray } from './objects.ts';
import { evaluateTag, joinRaw } from './template-tags.ts';
import { type BuiltinCall, readRegExp, textMethod } from './text-calls.ts';
import { convertToText } from './text-conversion.ts';
import { concatTexts, getKnownText, listTexts, makeText, makeUnknown } from './texts.ts';
import { listOptions, unite } from './unions.ts';
import { joinUrl, resolveUrl } from './urls.ts';
import { withProvenance } from './value-marks.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, type ObjectValue, type Value } from './values.ts';

/** Calls of the language and of well-known helpers whose result is known: strings, lists, objects, URLs. */

/** Longer lists are not put together piece by piece. */
const MAX_REDUCED = 32;

/** Joins its arguments with slashes: the function name by package. */
const JOINERS: Readonly<Record<string, readonly string[]>> = {
  'node:path': ['posix.join', 'join'],
  path: ['posix.join', 'join'],
  'node:path/posix': ['join'],
  'path/posix': ['join'],
  'url-join': ['', 'urlJoin'],
  urljoin: [''],
  'proper-url-join': [''],
  'url-joiner': [''],
  ufo: ['joinURL', 'withBase'],
  upath: ['join'],
};

const QUERY_BUILDERS: Readonly<Record<string, readonly string[]>> = {
  qs: ['stringify'],
  querystring: ['stringify'],
  'node:querystring': ['stringify'],
  'query-string': ['stringify'],
};

function makeQuery(node: SyntaxNode, module: Module): Value {
  return { ...makeUnknown(node, module, 'it is a query string'), query: true };
}

function joinList(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const elements = listJoined(evaluator, receiver, call);
  if (elements === null) return null;
  const separator = evaluator.getArgument(call.args, 0) ?? makeText(',');
  const known = separator.type === 'text' ? getKnownText(separator) : null;
  if (known === null) return null;
  const kept = elements.filter(
    (element) => !(element.type === 'primitive' && (element.value === undefined || element.value === null)),
  );
  const pieces = kept.flatMap((element, index) => {
    const texts = listTexts(element, call.node, call.module);
    return index === 0 || known === '' ? [texts] : [[makeText(known)], texts];
  });
  return concatTexts(pieces, call.node, call.module);
}

/** The elements to join; what stands for a number of elements that is not known is unknown itself. */
function listJoined(evaluator: Evaluator, receiver: Value, { node, module }: BuiltinCall): readonly Value[] | null {
  const elements = listElements(evaluator, receiver);
  if (elements === null || receiver.type !== 'array' || isListComplete(evaluator, receiver)) return elements;
  return [...elements, makeUnknown(node, module, 'its pieces are put together elsewhere')];
}

/** `list.reduce((text, part, index) => …, '')` */
function reduceList(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const elements = listElements(evaluator, receiver);
  const callback = evaluator.getArgument(call.args, 0);
  if (elements === null || elements.length > MAX_REDUCED || callback?.type !== 'function') return null;
  const initial = evaluator.getArgument(call.args, 1);
  const [first, ...others] = initial === undefined ? elements : [initial, ...elements];
  const shift = initial === undefined ? 1 : 0;
  return (
    others.reduce<Value | undefined>((result, element, index) => {
      if (result === undefined) return undefined;
      const position: Value = { type: 'primitive', value: index + shift, ...NO_PROVENANCE };
      const args = [result, element, position, receiver].map((value): Argument => ({ kind: 'value', value }));
      return evaluateReturn(evaluator, callback, { args, call: null, from: call.env }, call.env?.any === true);
    }, first) ?? null
  );
}

function mapList(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const elements = listElements(evaluator, receiver, call.env);
  const callback = evaluator.getArgument(call.args, 0);
  if (elements === null) return null;
  if (callback?.type === 'external' && callback.module === 'global' && callback.made === null) {
    const name = callback.path.join('.');
    const mapped = elements.map((value) => globalCall(evaluator, name, { ...call, args: [{ kind: 'value', value }] }));
    return mapped.every((value) => value !== null) ? makeArray(mapped) : null;
  }
  if (callback?.type !== 'function') return null;
  return makeArray(
    elements.map((value) =>
      evaluateReturn(
        evaluator,
        callback,
        { args: [{ kind: 'value', value }], call: null, from: call.env },
        call.env?.any === true,
      ),
    ),
  );
}

function listMethod(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  switch (name) {
    case 'join':
      return joinList(evaluator, receiver, call);
    case 'map':
      return mapList(evaluator, receiver, call);
    case 'reduce':
      return reduceList(evaluator, receiver, call);
    case 'entries': {
      const elements = listElements(evaluator, receiver, call.env);
      return elements === null
        ? null
        : makeArray(elements.map((element, index) => makeArray([makeText(String(index)), element])));
    }
    case 'filter':
    case 'slice':
    case 'sort':
    case 'reverse':
    case 'toSorted':
    case 'values':
    case 'flat':
      return receiver;
    case 'concat': {
      const others = call.args.map((argument) => evaluator.evaluateArgument(argument));
      return makeArray([receiver, ...others].flatMap((value) => listElements(evaluator, value) ?? [value]));
    }
    case 'find':
    case 'at':
    case 'pop':
    case 'shift': {
      const elements = listElements(evaluator, receiver, call.env);
      return elements === null || elements.length === 0 ? null : unite(elements);
    }
    default:
      return null;
  }
}

function bindFunction(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  if (receiver.type !== 'function' || name !== 'bind') return null;
  const self = evaluator.getArgument(call.args, 0);
  return { ...receiver, self: self ?? receiver.self, bound: [...receiver.bound, ...call.args.slice(1)] };
}

/** `base.concat(path)` of a base that the callers know: a text, unless a list is added. */
function concatOpen(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const given = call.args.flatMap((argument) => listOptions(evaluator.evaluateArgument(argument)));
  const isText = given.every(({ type }) => type === 'text' || type === 'param' || type === 'unknown');
  return isText ? textMethod(evaluator, receiver, 'concat', call) : null;
}

function methodCall(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type === 'NewExpression' || call.node.type === 'TaggedTemplateExpression') return null;
  const callee = unwrap(call.node.callee);
  if (!isMemberNode(callee)) return null;
  const name = getKeyName(callee.property, callee.computed);
  if (name === null) return null;
  const receiver = evaluator.evaluate(callee.object, call.module, call.env);
  const kinds = new Set(listOptions(receiver).map((option) => option.type));
  if ([...kinds].every((kind) => kind === 'text' || kind === 'url' || kind === 'primitive'))
    return textMethod(evaluator, receiver, name, call);
  if (receiver.type === 'param' && name === 'concat') return concatOpen(evaluator, receiver, call);
  if (receiver.type === 'unknown' && receiver.query) return receiver;
  if (receiver.type === 'array') return listMethod(evaluator, receiver, name, call);
  if (receiver.type === 'function') return bindFunction(evaluator, receiver, name, call);
  if (receiver.type === 'external' && receiver.made !== null) return collectionMethod(evaluator, receiver, name, call);
  // Text methods on something unknown keep it unknown but still the same URL: `config.url.replace(/\/$/, '')`.
  const isNeutral =
    name === 'replace' &&
    readRegExp(call.args) !== null &&
    /^\^?(?:\\\/|\/)[+*]?\$?$/.test(readRegExp(call.args)?.pattern ?? '');
  if (isNeutral || name === 'trim' || (name === 'toString' && receiver.type === 'param')) return receiver;
  return null;
}

/** `new Map([['a', …]]).get(key)` and the like. */
function collectionMethod(
  evaluator: Evaluator,
  receiver: ExternalValue,
  name: string,
  call: BuiltinCall,
): Value | null {
  const made = receiver.made;
  if (made === null || receiver.path.length > 0 || made.by.module !== 'global') return null;
  const kind = made.by.path.join('.');
  if (kind === 'URLSearchParams') return makeQuery(call.node, call.module);
  const values =
    kind === 'Map' && name === 'get'
      ? (listMapped(evaluator, made, evaluator.getArgument(call.args, 0), call.env) ?? [])
      : [];
  return values.length === 0 ? null : withProvenance(unite(values), receiver.refs, receiver.trail);
}

function mergeObjects(evaluator: Evaluator, args: readonly Argument[]): Value | null {
  const values = args.map((argument) => evaluator.evaluateArgument(argument));
  if (!values.some((value) => value.type === 'object')) return null;
  const entries = values.map((value) => ({ kind: 'spread' as const, slot: { kind: 'value' as const, value } }));
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

function fromEntries(evaluator: Evaluator, value: Value): Value | null {
  const pairs = listElements(evaluator, value);
  if (pairs === null) return null;
  const entries: ObjectValue['entries'] = pairs.flatMap((pair) => {
    const [key, member] = listElements(evaluator, pair) ?? [];
    const name = key?.type === 'text' ? getKnownText(key) : null;
    return name === null || member === undefined
      ? []
      : [{ kind: 'slot' as const, name, slot: { kind: 'value' as const, value: member } }];
  });
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** A segment that stays as it is; the callers may say which one it is. */
function encodeSegment(value: Value | undefined, node: SyntaxNode, module: Module): Value {
  if (value?.type === 'param') return value;
  const known = value?.type === 'text' ? getKnownText(value) : null;
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

function globalCall(evaluator: Evaluator, name: string, call: BuiltinCall): Value | null {
  const { node, module, args } = call;
  const first = evaluator.getArgument(args, 0);
  switch (name) {
    case 'URL':
    case 'URL.parse': {
      if (first === undefined) return null;
      const href = resolveUrl(first, evaluator.getArgument(args, 1) ?? null, node, module);
      return { type: 'url', href, ...NO_PROVENANCE };
    }
    case 'URLSearchParams':
      return makeQuery(node, module);
    case 'String':
      return first === undefined ? null : convertToText(evaluator, first, call.env);
    case 'String.raw':
      return node.type === 'CallExpression' ? joinRaw(evaluator, args, node, module) : null;
    case 'encodeURI':
    case 'Promise.resolve':
    case 'structuredClone':
    case 'Object.freeze':
    case 'Object.seal':
    case 'Object.preventExtensions':
    case 'Array.from':
    case 'Set':
      return first ?? null;
    case 'encodeURIComponent':
      return encodeSegment(first, node, module);
    case 'useRuntimeConfig':
      return findRuntimeConfig(evaluator, call);
    case 'Object.assign':
      return mergeObjects(evaluator, args);
    case 'Object.entries':
      return first?.type === 'object' ? listEntryPairs(evaluator, first) : null;
    case 'Object.values':
      return first?.type === 'object' ? makeArray(listProperties(evaluator, first).map(([, value]) => value)) : null;
    case 'Object.keys':
      return first?.type === 'object'
        ? makeArray(listProperties(evaluator, first).map(([key]) => makeText(key)))
        : null;
    case 'Object.fromEntries':
      return first === undefined ? null : fromEntries(evaluator, first);
    default:
      return null;
  }
}

/** Nuxt's `useRuntimeConfig()`: what `defineNuxtConfig({ runtimeConfig })` of the project says. */
function findRuntimeConfig(evaluator: Evaluator, call: BuiltinCall): Value | null {
  for (const { node, module } of evaluator.index.calls) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'defineNuxtConfig')
      continue;
    const config = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    if (config !== undefined) return evaluator.getProperty(config, 'runtimeConfig', call.node, call.module);
  }
  return null;
}

function joinArguments(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const values = call.args.flatMap((argument) => {
    const value = evaluator.evaluateArgument(argument);
    return value.type === 'array' ? (listElements(evaluator, value) ?? [value]) : [value];
  });
  const [first, ...rest] = values;
  if (first === undefined) return null;
  return rest.reduce((base, part) => joinUrl(base, part, 'slash', call.node, call.module), first);
}

/** An instance of the token, as in Angular's `inject(HttpClient)` and `inject(VoiceApi)`. */
function injectToken(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const token = evaluator.getArgument(call.args, 0);
  if (token?.type === 'class')
    return { type: 'instance', of: token, construction: null, any: call.env?.any === true, ...NO_PROVENANCE };
  return token?.type === 'external' ? { ...token, path: [...token.path, 'instance()'] } : null;
}

/** Calls that give back the function that they are given, or one that does the same. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  react: /^(?:default\.)?(?:memo|forwardRef|useCallback|cache|useEffectEvent)$/,
  'mobx-react': /^observer$/,
  'mobx-react-lite': /^observer$/,
};
const MEMO = /^(?:default\.)?useMemo$/;

function findWrapped(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const given = evaluator.getArgument(call.args, 0);
  return given?.type === 'function' ? given : null;
}

/** `useMemo(() => value, [])` */
function remember(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const made = findWrapped(evaluator, call);
  if (made?.type !== 'function') return null;
  return evaluateReturn(evaluator, made, { args: [], call: null, from: call.env }, false);
}

/** NestJS containers: `module.get(VoiceApi)`, also what `await createTestingModule(…).compile()` gives. */
function resolveProvider(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  if (!callee.module.startsWith('@nestjs/') || !/^(?:get|resolve)$/.test(callee.path.at(-1) ?? '')) return null;
  const provider = injectToken(evaluator, call);
  return provider?.type === 'instance' ? provider : null;
}

function packageCall(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const path = callee.path.join('.');
  if (JOINERS[callee.module]?.includes(path)) return joinArguments(evaluator, call);
  if (QUERY_BUILDERS[callee.module]?.includes(path)) return makeQuery(call.node, call.module);
  if (callee.module === '#imports' || callee.module === 'nuxt/app' || callee.module === '#app')
    return globalCall(evaluator, path, call);
  if (callee.module === '@angular/core' && path === 'inject') return injectToken(evaluator, call);
  if (WRAPPERS[callee.module]?.test(path) === true) return findWrapped(evaluator, call);
  if (callee.module === 'react' && MEMO.test(path)) return remember(evaluator, call);
  const provider = resolveProvider(evaluator, callee, call);
  if (provider !== null) return provider;
  if (/^(?:node:)?url$/.test(callee.module)) {
    if (path === 'URL') return globalCall(evaluator, 'URL', call);
    const [base, relative] = [evaluator.getArgument(call.args, 0), evaluator.getArgument(call.args, 1)];
    if (path === 'resolve' && base !== undefined && relative !== undefined)
      return resolveUrl(relative, base, call.node, call.module);
  }
  return null;
}

/** The result of a call that the language or a well-known helper defines; null for every other call. */
export function evaluateBuiltin(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type === 'TaggedTemplateExpression') return evaluateTag(evaluator, call.node, call.module, call.env);
  if (call.node.callee.type === 'Super' || call.node.callee.type === 'Import') return null;
  const method = methodCall(evaluator, call);
  if (method !== null) return method;
  const callee = evaluator.evaluate(call.node.callee, call.module, call.env);
  if (callee.type !== 'external') return null;
  if (callee.made !== null) return resolveProvider(evaluator, callee, call);
  return callee.module === 'global'
    ? globalCall(evaluator, callee.path.join('.'), call)
    : packageCall(evaluator, callee, call);
}
