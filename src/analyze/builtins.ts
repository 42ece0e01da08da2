import type * as t from '@babel/types';
import { type CallNode, getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateReturn } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import { isListComplete, listElements, listEntryPairs, listProperties, makeArray } from './objects.ts';
import { evaluateTag, joinRaw } from './template-tags.ts';
import { convertToText } from './text-conversion.ts';
import {
  concatTexts,
  getKnownText,
  getTextHead,
  listTexts,
  makeAtomsValue,
  makeText,
  makeUnknown,
  mapTexts,
  replaceText,
  sliceAtom,
  splitAtoms,
  trimEndSlashes,
  trimStartSlashes,
} from './texts.ts';
import { joinUrl, resolveUrl } from './urls.ts';
import {
  type Argument,
  type Atom,
  type Env,
  type ExternalValue,
  listOptions,
  NO_PROVENANCE,
  type ObjectValue,
  type TextValue,
  unite,
  type Value,
  withProvenance,
} from './values.ts';

/** Calls of the language and of well-known helpers whose result is known: strings, lists, objects, URLs. */

export interface BuiltinCall {
  readonly node: CallNode;
  readonly module: Module;
  readonly env: Env;
  readonly args: readonly Argument[];
}

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

function textMethod(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const { node, module, args } = call;
  switch (name) {
    case 'toString':
    case 'valueOf':
    case 'toJSON':
    case 'trim':
    case 'trimStart':
    case 'trimEnd':
    case 'normalize':
      return receiver.type === 'url' ? receiver.href : receiver;
    case 'concat': {
      const pieces = args.map((argument) => listTexts(evaluator.evaluateArgument(argument), node, module));
      return concatTexts([listTexts(receiver, node, module), ...pieces], node, module);
    }
    case 'replace':
    case 'replaceAll':
      return replaceIn(evaluator, receiver, name === 'replaceAll', call);
    case 'slice':
    case 'substring':
      return cutText(evaluator, receiver, call);
    default:
      return null;
  }
}

/** `path.slice(1)`, `base.slice(0, -1)`: characters cut off at one end, where they are literal. */
function cutText(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const [start = 0, end = 0, ...others] = call.args.map((argument) => {
    const value = evaluator.evaluateArgument(argument);
    return value.type === 'primitive' && typeof value.value === 'number' ? value.value : Number.NaN;
  });
  if (
    others.length > 0 ||
    !(start >= 0) ||
    !(end <= 0) ||
    !listOptions(receiver).every((option) => option.type === 'text')
  )
    return null;
  const cut = listTexts(receiver, call.node, call.module).map((text): TextValue | null => {
    const last = text.atoms.at(-1);
    if (getTextHead(text).length < start || (end < 0 && (last?.kind !== 'text' || last.text.length < -end)))
      return null;
    const kept =
      end < 0 && last?.kind === 'text'
        ? [...text.atoms.slice(0, -1), sliceAtom(last, 0, last.text.length + end)]
        : text.atoms;
    return makeAtomsValue(
      splitAtoms(kept, start)[1].filter((atom) => atom.kind !== 'text' || atom.text !== ''),
      text,
    );
  });
  const known = cut.filter((text) => text !== null);
  return known.length === cut.length ? unite(known) : null;
}

function readRegExp(args: readonly Argument[]): t.RegExpLiteral | null {
  const [first] = args;
  if (first?.kind !== 'expression') return null;
  const pattern = unwrap(first.node);
  return pattern.type === 'RegExpLiteral' ? pattern : null;
}

function replaceIn(evaluator: Evaluator, receiver: Value, all: boolean, call: BuiltinCall): Value {
  const { node, module, args } = call;
  const pattern = readRegExp(args);
  const replacement = evaluator.getArgument(args, 1);
  const replacements = replacement === undefined ? [] : listTexts(replacement, node, module);
  if (pattern !== null) return replacePattern(receiver, pattern, replacements, node, module);
  const search = evaluator.getArgument(args, 0);
  const known = search?.type === 'text' ? getKnownText(search) : null;
  if (known === null) return makeUnknown(node, module, 'a part of it is replaced');
  return mapTexts(receiver, (text) => unite(replacements.map((option) => replaceText(text, known, option.atoms, all))));
}

function replacePattern(
  receiver: Value,
  pattern: t.RegExpLiteral,
  replacements: readonly TextValue[],
  node: SyntaxNode,
  module: Module,
): Value {
  const isRemoval = replacements.length === 1 && replacements[0]?.atoms.length === 0;
  if (isRemoval && /^(?:\\\/|\/)[+*]?\$$/.test(pattern.pattern))
    return mapTexts(receiver, (text) => ({ ...text, atoms: trimEndSlashes(text.atoms) }));
  if (isRemoval && /^\^(?:\\\/|\/)[+*]?$/.test(pattern.pattern))
    return mapTexts(receiver, (text) => ({ ...text, atoms: trimStartSlashes(text.atoms) }));
  return mapTexts(receiver, (text) => {
    const known = getKnownText(text);
    const [option] = replacements;
    const by = option === undefined || replacements.length > 1 ? null : getKnownText(option);
    if (known === null)
      return text.atoms.some((atom) => atom.kind === 'text')
        ? makeUnknown(node, module, 'a part of it is replaced')
        : text;
    const changed = applyPattern(pattern, known, by);
    if (changed === known) return text;
    return changed === null ? blankMatches(pattern, text, node, module) : makeText(changed);
  });
}

/** `'/calls/:id'.replace(/:(\w+)/g, (_, name) => params[name])`: what is not matched stays as it is. */
function blankMatches(pattern: t.RegExpLiteral, text: TextValue, node: SyntaxNode, module: Module): Value {
  const blank = makeUnknown(node, module, 'a part of it is replaced');
  const known = getKnownText(text) ?? '';
  const expression = compilePattern(pattern, known, `${pattern.flags.replace(/[gy]/g, '')}g`);
  if (expression === null) return blank;
  const matches = [...known.matchAll(expression)].slice(0, pattern.flags.includes('g') ? undefined : 1);
  const pieces: TextValue[][] = [];
  let rest: readonly Atom[] = text.atoms;
  let from = 0;
  for (const match of matches) {
    const [before, behind] = splitAtoms(rest, match.index - from);
    pieces.push([{ ...text, atoms: before }], [...listTexts(blank, node, module)]);
    from = match.index + match[0].length;
    rest = splitAtoms(behind, match[0].length)[1];
  }
  return concatTexts([...pieces, [{ ...text, atoms: rest }]], node, module);
}

/** The user's own expression on a short literal; long inputs are left alone because an expression may never end. */
function compilePattern(pattern: t.RegExpLiteral, text: string, flags = pattern.flags): RegExp | null {
  if (text.length > 200 || /[+*}][^|]*\)[+*{]/.test(pattern.pattern)) return null;
  try {
    return new RegExp(pattern.pattern, flags);
  } catch {
    // An expression this engine does not know: the value is not known either.
    return null;
  }
}

/** The text after the replacement; null when it is not known. */
function applyPattern(pattern: t.RegExpLiteral, text: string, by: string | null): string | null {
  const expression = compilePattern(pattern, text);
  if (expression === null) return null;
  if (by !== null) return text.replace(expression, by);
  return expression.test(text) ? null : text;
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
  if (elements === null || callback?.type !== 'function') return null;
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
  const source = evaluator.getArgument(made.args, 0);
  if (kind === 'URLSearchParams') return makeQuery(call.node, call.module);
  if (kind !== 'Map' || source === undefined || name !== 'get') return null;
  const pairs = listElements(evaluator, source);
  if (pairs === null) return null;
  const key = evaluator.getArgument(call.args, 0);
  const wanted = key?.type === 'text' ? getKnownText(key) : null;
  const values = pairs.flatMap((pair): readonly Value[] => {
    const parts = listElements(evaluator, pair);
    const own = parts?.[0]?.type === 'text' ? getKnownText(parts[0]) : null;
    return parts?.[1] === undefined || (wanted !== null && own !== null && own !== wanted) ? [] : [parts[1]];
  });
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
