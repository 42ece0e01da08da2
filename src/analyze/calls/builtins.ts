import type { RegExpLiteral } from '@babel/types';
import { getKeyName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getOfExtended } from '../classes/extended-objects.ts';
import { callPrivate } from '../classes/private-members.ts';
import { callStore } from '../components/stores.ts';
import { callZustand } from '../components/zustand-stores.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { evaluateArguments } from '../expressions/names.ts';
import { callEffect } from '../frameworks/effect-services.ts';
import { callTaking } from '../frameworks/handed-down.ts';
import { callCarried } from '../frameworks/server-contexts.ts';
import { copyEntries } from '../members/copiers.ts';
import { findFillingStep } from '../members/filled-in-steps.ts';
import { callEach, listMethod, mapMixedList, mapOpenList } from '../members/list-calls.ts';
import { listEntries, listMapped, readOpenEntry } from '../members/map-entries.ts';
import { callMergeHelper, callMerger } from '../members/mergers.ts';
import { countElements, listElements, makeArray } from '../members/objects.ts';
import { findTakenEnd } from '../members/taken-ends.ts';
import { evaluateImport } from '../modules/exports.ts';
import { callDataRead } from '../settings/data-reads.ts';
import { callAdonisConfig, callFeathersSetting } from '../settings/framework-config.ts';
import { callCredentials } from '../settings/n8n-credentials.ts';
import { callNextConfig } from '../settings/next-config.ts';
import { reduceEnvironment } from '../settings/reduced-environments.ts';
import { callSettings, readConfigMember } from '../settings/settings-packages.ts';
import { callStrapiConfig } from '../settings/strapi-config.ts';
import { callCompiled, callFormatter } from '../texts/formatters.ts';
import { matchGroups } from '../texts/matched-groups.ts';
import { findRegExp } from '../texts/regexps.ts';
import { readRegExp } from '../texts/replacements.ts';
import { evaluateTag } from '../texts/template-tags.ts';
import { type BuiltinCall, textMethod, writeOut } from '../texts/text-calls.ts';
import { getTextHead } from '../texts/texts.ts';
import { chooseEach, dropNullish, listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import { type Env, type ExternalValue, type FunctionValue, UNDEFINED, type Value } from '../values/values.ts';
import { readStored } from './async-storage.ts';
import { readBorrowed } from './borrowed-methods.ts';
import { evaluateReturn } from './calls.ts';
import { callAsyncHelper, callGeneratorMark, isAwaiter } from './compiled-async.ts';
import { callDataFunction } from './data-functions.ts';
import { takeStep } from './generator-steps.ts';
import { globalCall, makeQuery } from './global-calls.ts';
import { callMatch } from './matched-patterns.ts';
import { packageCall, resolveProvider } from './package-calls.ts';
import { callSchema } from './schema-calls.ts';
import { readSignal } from './state-holders.ts';
import { callGlobalWrapper, callMadeWrapper } from './wrappers.ts';

/** Calls of the language and of well-known helpers whose result is known: strings, lists, objects, URLs. */

function bindFunction(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  if (receiver.type !== 'function' || name !== 'bind') return null;
  // What is bound already keeps its `this`.
  const self = receiver.isBound === true ? undefined : evaluator.getArgument(call.args, 0);
  return { ...receiver, self: self ?? receiver.self, isBound: true, bound: [...receiver.bound, ...call.args.slice(1)] };
}

/** What gives the text back, spelt otherwise or a part of it: done to what a caller may give, it is done to the default as well. */
const KEEPING =
  /^(?:concat|trim(?:Start|End)?|to(?:Locale)?(?:Lower|Upper)Case|toString|valueOf|normalize|replace(?:All)?|slice|substr(?:ing)?)$/;
const MAY_BE_TEXT: ReadonlySet<Value['type']> = new Set(['text', 'param', 'unknown', 'primitive']);

/** `(base || 'https://…').concat(path)` of a base that the callers know: a text, unless a list is added. */
function concatOpen(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const given = call.args.flatMap((argument) => listOptions(evaluator.evaluateArgument(argument)));
  const isText = given.every(({ type }) => type === 'text' || type === 'param' || type === 'unknown');
  return isText ? textMethod(evaluator, receiver, 'concat', call) : null;
}

/** `fetch.bind(globalThis)`, `axios.get.bind(axios, '/calls')`: the same function by another name, with what it is given at once. */
function bindSender(receiver: Value, name: string, { args }: BuiltinCall): Value | null {
  if (name !== 'bind' || (receiver.type !== 'client' && receiver.type !== 'external')) return null;
  if (receiver.path.length === 0 || (receiver.type === 'external' && receiver.made !== null)) return null;
  const given = args.slice(1);
  return given.length === 0 ? receiver : { ...receiver, bound: [...(receiver.bound ?? []), ...given] };
}

const SETTLING = /^(?:then|catch|finally)$/;

/** `promise.then(fn)`: what the function makes of what was promised. */
function settle(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  if (!SETTLING.test(name)) return null;
  // Something of the project that has such a method of its own is no promise.
  const isOwn = receiver.type === 'instance' || receiver.type === 'object';
  if (isOwn && evaluator.getProperty(receiver, name, call.node, call.module).type === 'function') return null;
  // `z.string().catch('https://…')` of a schema: what stands in for a value that is none.
  if (name === 'catch' && evaluator.getArgument(call.args, 0)?.type === 'text') return null;
  if (name !== 'then') return receiver;
  const callback = evaluator.getArgument(call.args, 0);
  if (callback?.type !== 'function') return null;
  const args = [{ kind: 'value' as const, value: receiver }];
  return evaluateReturn(evaluator, callback, { args, call: null, from: call.env }, call.env?.any === true);
}

/** `const path = args.shift()` of a list of the function's own. */
function takeEnd(evaluator: Evaluator, list: Value, name: string, call: BuiltinCall): Value | null {
  if (!/^(?:shift|pop)$/.test(name) || list.type !== 'array' || countElements(evaluator, list) === null) return null;
  const elements = listElements(evaluator, list, call.env) ?? [];
  const index = findTakenEnd(call, name, elements.length);
  return index === null ? null : (elements[index] ?? UNDEFINED);
}

/** The method of each list that the receiver can be. */
function mapLists(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const results = listOptions(receiver).map(
    (list) => takeEnd(evaluator, list, name, call) ?? listMethod(evaluator, list, name, call),
  );
  const known = results.filter((result) => result !== null);
  return known.length === results.length ? unite(known) : null;
}

/** `/^(\w+) (.+)$/.exec(route)`: what it finds in the text of a parameter, the callers say, as of `route.match(…)`. */
function execute(text: Value, pattern: RegExpLiteral, { node, module }: BuiltinCall): Value | null {
  if (text.type === 'param') return { ...text, node, module, path: [...text.path, 'match', '()'] };
  return matchGroups(text, pattern);
}

function methodCall(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type === 'NewExpression' || call.node.type === 'TaggedTemplateExpression') return null;
  const callee = unwrap(call.node.callee);
  if (!isMemberNode(callee)) return null;
  const name = nameMember(callee);
  if (name === null) return null;
  const copied = name === 'reduce' ? copyEntries(evaluator, call) : null;
  if (copied !== null) return copied;
  const borrowed = readBorrowed(evaluator, call);
  if (borrowed !== null && 'from' in borrowed) {
    const { list, from } = borrowed;
    // It is a rest parameter, as far as that is known without a caller.
    return evaluateArguments(evaluator, list.node, list.module, list.env, from);
  }
  if (borrowed !== null) {
    const { receiver, args } = borrowed;
    const isList = listOptions(receiver).every(({ type }) => type === 'array');
    return isList ? mapLists(evaluator, receiver, borrowed.name, { ...call, args }) : null;
  }
  const pattern = name === 'exec' ? findRegExp(callee.object, call.module) : null;
  const [asked] = call.args;
  if (pattern !== null && asked !== undefined) return execute(evaluator.evaluateArgument(asked), pattern, call);
  const receiver = dropNullish(evaluator.evaluate(callee.object, call.module, call.env));
  const settled = settle(evaluator, receiver, name, call);
  if (settled !== null) return settled;
  const bound = bindSender(receiver, name, call);
  if (bound !== null) return bound;
  const extended = getOfExtended(evaluator, receiver, name, call);
  if (extended !== null) return extended;
  const kinds = new Set(listOptions(receiver).map((option) => option.type));
  if ([...kinds].every((kind) => kind === 'text' || kind === 'url' || kind === 'primitive'))
    return textMethod(evaluator, receiver, name, call);
  if ([...kinds].every((kind) => MAY_BE_TEXT.has(kind))) {
    if (kinds.has('text') && KEEPING.test(name)) {
      const made = textMethod(evaluator, receiver, name, call);
      if (made !== null) return made;
    } else if (name === 'concat' && receiver.type === 'param') return concatOpen(evaluator, receiver, call);
  }
  if (receiver.type === 'unknown' && receiver.query && !/^get(?:All)?$/.test(name)) return receiver;
  if ([...kinds].every((kind) => kind === 'array')) return mapLists(evaluator, receiver, name, call);
  const mixed = kinds.has('array') ? mapMixedList(evaluator, receiver, name, call) : writeOut(receiver, name, call);
  if (mixed !== null) return mixed;
  if (receiver.type === 'function') return bindFunction(evaluator, receiver, name, call);
  const environment = name === 'reduce' ? reduceEnvironment(evaluator, receiver, call) : null;
  if (environment !== null) return environment;
  const filling = findFillingStep(evaluator, name, call);
  if (filling !== null) return callEach(evaluator, filling.run, filling.args, call);
  if (receiver.type === 'external' && receiver.made !== null)
    return collectionMethod(evaluator, receiver, name, call) ?? mapOpenList(evaluator, receiver, name, call);
  const mapped = mapOpenList(evaluator, receiver, name, call);
  if (mapped !== null) return mapped;
  // Text methods on something unknown keep it unknown but still the same URL: `config.url.replace(/\/$/, '')`.
  const replaced = name === 'replace' ? readRegExp(call.args) : null;
  const isNeutral = replaced !== null && /^\^?(?:\\\/|\/)[+*]?\$?$/.test(replaced.pattern);
  // An object or a class may have a method of its own by this name.
  const mayTrim = name === 'trim' && [...kinds].some((kind) => kind === 'url' || MAY_BE_TEXT.has(kind));
  if (isNeutral || mayTrim || (name === 'toString' && receiver.type === 'param')) return receiver;
  return null;
}

/** `map.values()`, `map.keys()`, `map.entries()` */
function listOfMap(evaluator: Evaluator, map: ExternalValue, name: string, env: Env): readonly Value[] | null {
  switch (name) {
    case 'values':
      return listEntries(evaluator, map, env)?.map(({ value }) => value) ?? null;
    case 'keys':
      return listEntries(evaluator, map, env)?.map(({ key }) => key ?? UNDEFINED) ?? null;
    case 'entries':
      return listElements(evaluator, map, env);
    default:
      return null;
  }
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
  const listed = kind === 'Map' ? listOfMap(evaluator, receiver, name, call.env) : null;
  if (listed !== null) return makeArray(listed);
  const open = kind === 'Map' && name === 'get' ? readOpenEntry(evaluator, made, call) : null;
  if (open !== null) return withProvenance(open, receiver.refs, receiver.trail);
  const values = kind === 'Map' && name === 'get' ? (listMapped(evaluator, made, call) ?? []) : [];
  if (values.length === 0) return null;
  // Of which entry a member is read, the others are as well.
  return withProvenance(chooseEach(nameDecision(call.node, call.module), values), receiver.refs, receiver.trail);
}

/** `strapi.config.get('voice.url', 'https://…')`: a setting of which only the default is known, and that is an address. */
function readWithDefault(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type !== 'CallExpression' || call.args.length !== 2 || !isMemberNode(call.node.callee)) return null;
  const { object, property, computed } = call.node.callee;
  const holder = unwrap(object);
  const owner = isMemberNode(holder) ? nameMember(holder) : 'name' in holder && holder.name;
  if (getKeyName(property, computed) !== 'get' || !/config|settings|env/i.test(`${owner}`)) return null;
  const fallback = evaluator.getArgument(call.args, 1);
  const isAddress = fallback?.type === 'text' && /^https?:\/\/[^/]/.test(getTextHead(fallback));
  return isAddress ? fallback : null;
}

/** To read a file of settings, which may be a function. */
function listTools(evaluator: Evaluator, { node, module }: BuiltinCall) {
  return {
    readSetting: (owner: ExternalValue, name: readonly string[]) =>
      readConfigMember(evaluator, owner, name, { node, module }),
    load: (specifier: string) => evaluateImport(evaluator, module, specifier, 'default'),
    run: (fn: FunctionValue, value: Value) =>
      evaluateReturn(evaluator, fn, { args: [{ kind: 'value', value }], call: null, from: null }, false),
  };
}

/** What comes of `__awaiter(this, void 0, void 0, function* () { … })`; null for other calls. */
function callAwaiter(evaluator: Evaluator, { node, args, env }: BuiltinCall): Value | null {
  if (node.type !== 'CallExpression' || !isAwaiter(node)) return null;
  const given = evaluator.getArgument(args, args.length - 1);
  if (given?.type !== 'function' || given.fn.generator !== true) return null;
  return evaluateReturn(evaluator, given, { args: [], call: null, from: env }, env?.any === true);
}

/** The result of a call that the language or a well-known helper defines; null for every other call. */
export function evaluateBuiltin(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type === 'TaggedTemplateExpression') return evaluateTag(evaluator, call.node, call.module, call.env);
  if (call.node.callee.type === 'Super' || call.node.callee.type === 'Import') return null;
  const compiled =
    callGeneratorMark(evaluator, call) ??
    callAsyncHelper(evaluator, call) ??
    callAwaiter(evaluator, call) ??
    takeStep(evaluator, call);
  const method = compiled ?? methodCall(evaluator, call);
  if (method !== null) return method;
  const carried =
    callCarried(evaluator, call.node, call.module) ??
    callCredentials(evaluator, call) ??
    callMergeHelper(evaluator, call) ??
    callPrivate(evaluator, call);
  if (carried !== null) return carried;
  const callee = evaluator.evaluate(call.node.callee, call.module, call.env);
  if (callee.type === 'param' || callee.type === 'unknown')
    return (
      callTaking(evaluator, callee, call) ??
      callStrapiConfig(evaluator, call, listTools(evaluator, call)) ??
      callFeathersSetting(evaluator, call, listTools(evaluator, call)) ??
      readWithDefault(evaluator, call)
    );
  if (callee.type !== 'external') return null;
  const data =
    callDataFunction(evaluator, callee, call) ??
    callSettings(evaluator, callee, call) ??
    callAdonisConfig(evaluator, callee, call, listTools(evaluator, call)) ??
    callNextConfig(evaluator, callee, call, listTools(evaluator, call)) ??
    callSchema(evaluator, callee, call) ??
    callDataRead(evaluator, callee, call) ??
    callEffect(evaluator, callee, call.args);
  if (data !== null) return data;
  if (callee.made !== null)
    return (
      callStrapiConfig(evaluator, call, listTools(evaluator, call)) ??
      callFeathersSetting(evaluator, call, listTools(evaluator, call)) ??
      resolveProvider(evaluator, callee, call) ??
      callCompiled(evaluator, callee, call) ??
      callMatch(evaluator, callee, call) ??
      callStore(evaluator, callee, call) ??
      callZustand(evaluator, callee, call) ??
      readStored(evaluator, callee) ??
      readSignal(evaluator, callee, call) ??
      callMadeWrapper(evaluator, callee, call)
    );
  return callee.module === 'global'
    ? (globalCall(evaluator, callee.path.join('.'), call) ??
        callMerger(evaluator, callee, call) ??
        callFormatter(evaluator, callee, call) ??
        callGlobalWrapper(evaluator, callee, call))
    : (packageCall(evaluator, callee, call) ?? callTaking(evaluator, callee, call));
}
