import { isJsonObject } from '../../model/json-object.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeObject } from '../members/objects.ts';
import { evaluateData } from '../modules/data-files.ts';
import { evaluateImport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import { readEditorSetting } from './editor-settings.ts';
import { makeEnvironmentText } from './environment.ts';
import { readExtensionStore } from './extension-storage.ts';
import { FOLDERS_ABOVE } from './folders-above.ts';
import { uniteDefaults } from './noted-defaults.ts';
import { findSettingCalls } from './setting-calls.ts';
import { isAddressByDefault, readStoredDefault } from './stored-defaults.ts';

/** What settings packages read by a name: `convict(schema).get('voice.baseUrl')`, `nconf.get('voice:url')`. */

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The member that a name with separators leads to; null where there is none. */
function readNamed(evaluator: Evaluator, from: Value, name: readonly string[], { node, module }: At) {
  const found = name.reduce<Value>((at, part) => evaluator.getProperty(at, part, node, module), from);
  return found.type === 'text' || found.type === 'object' || found.type === 'union' ? found : null;
}

/** Behind chained calls, `convict(schema).validate()`, what the first of them made. */
function findFirstMade(external: ExternalValue): ExternalValue {
  let at = external;
  while (at.made !== null && at.made.by.made !== null) at = at.made.by;
  return at;
}

/** The settings behind a schema of convict: each `{ doc, default, env }` is its default, or the variable. */
function readSchema(evaluator: Evaluator, schema: Value, call: BuiltinCall): Value {
  if (schema.type !== 'object') return schema;
  const names = schema.entries.flatMap((entry) => (entry.kind === 'slot' ? [entry.name] : []));
  const read = (name: string) => evaluator.getProperty(schema, name, call.node, call.module);
  if (names.includes('default')) {
    const variable = names.includes('env') ? read('env') : UNDEFINED;
    const name = findKnownText(variable);
    const value = read('default');
    if (name === null) return value;
    const isText = value.type === 'text' && value.atoms.length > 0;
    return uniteDefaults([makeEnvironmentText(evaluator, name, call.module), ...(isText ? [value] : [])]);
  }
  return makeObject(Object.fromEntries(names.map((name) => [name, readSchema(evaluator, read(name), call)])));
}

function readConvict(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const method = callee.path.join('.');
  const made = findFirstMade(callee).made;
  const schema = made === null ? undefined : evaluator.getArgument(made.args, 0);
  if (schema?.type !== 'object' || !/^(?:get|getProperties)$/.test(method)) return null;
  const settings = readSchema(evaluator, schema, call);
  const key = evaluator.getArgument(call.args, 0);
  if (key === undefined) return settings;
  const known = findKnownText(key);
  return known === null ? null : readNamed(evaluator, settings, known.split('.'), call);
}

function readNconf(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const key = evaluator.getArgument(call.args, 0);
  const known = findKnownText(key);
  if (known === null) return null;
  const found = findSettingCalls(evaluator)
    .defaults.map((defaults) => readNamed(evaluator, defaults, known.split(':'), call))
    .filter((value) => value !== null);
  return found.length === 0 ? null : unite(found);
}

const STORES = /^(?:conf|electron-store|configstore)$/;

/**
 * `new Conf({ defaults: { voiceUrl: '…' } }).get('voiceUrl')`, `store.get('voiceUrl', 'https://…')`: a store of settings on the machine
 * of who runs it.
 */
function readStore(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const { made } = callee;
  if (made === null || callee.path.join('.') !== 'get') return null;
  const [key, fallback] = [evaluator.getArgument(call.args, 0), evaluator.getArgument(call.args, 1)];
  const known = findKnownText(key);
  if (known === null) return null;
  if (fallback !== undefined && isAddressByDefault(fallback)) return fallback;
  const isNamed = made.by.module === 'configstore';
  const given = evaluator.getArgument(made.args, isNamed ? 1 : 0);
  if (given?.type !== 'object') return null;
  const read = (name: string) => evaluator.getProperty(given, name, call.node, call.module);
  const name = known.split('.');
  const found = readNamed(evaluator, isNamed ? given : read('defaults'), name, call);
  return found ?? readNamed(evaluator, read('schema'), [...name.join('.properties.').split('.'), 'default'], call);
}

const YAML_ENDINGS = ['.yml', '.yaml'];

/**
 * What the package `config` reads when it is loaded, from the folder that the program is started in: `config/default.*`, and
 * `config/custom-environment-variables.*` with the variables that go before it.
 */
function readConfigFolder(evaluator: Evaluator, module: Module): Value | null {
  for (const folder of FOLDERS_ABOVE) {
    const found = evaluateImport(evaluator, module, `${folder}config/default`, 'default');
    if (found.type !== 'external') return found;
    for (const ending of YAML_ENDINGS) {
      const data = evaluateData(evaluator, module.path, `${folder}config/default${ending}`, '*');
      if (data !== null) return data;
    }
  }
  return null;
}

/** What names the variables that go before the settings; undefined where no file does. */
function readVariables(evaluator: Evaluator, { path }: Module): unknown {
  for (const folder of FOLDERS_ABOVE) {
    for (const ending of ['', ...YAML_ENDINGS]) {
      const data = evaluator.graph.project.readData(`${folder}config/custom-environment-variables${ending}`, path);
      if (data !== undefined) return data;
    }
  }
  return undefined;
}

/** A setting, and the variable that goes before it, `"VOICE_URL"` or `{ "__name": "VOICE_URL" }`; of a table all of them. */
function putBefore(evaluator: Evaluator, found: Value | null, variables: unknown, at: At): Value | null {
  const name = isJsonObject(variables) ? variables.__name : variables;
  if (typeof name === 'string') {
    const isEmpty = findKnownText(found ?? undefined) === '';
    return uniteDefaults([
      makeEnvironmentText(evaluator, name, at.module),
      ...(found === null || isEmpty ? [] : [found]),
    ]);
  }
  if (!isJsonObject(variables)) return found;
  const members = Object.entries(variables).flatMap(([key, inner]): readonly (readonly [string, Value])[] => {
    const own = found === null ? null : readNamed(evaluator, found, [key], at);
    const member = putBefore(evaluator, own, inner, at);
    return member === null ? [] : [[key, member]];
  });
  const given = makeObject(Object.fromEntries(members));
  if (found?.type !== 'object') return given;
  return { ...found, node: null, entries: [...found.entries, ...given.entries] };
}

/** `config.get('voice.baseUrl')`, `config.voice.baseUrl` */
export function readConfigMember(
  evaluator: Evaluator,
  external: ExternalValue,
  name: readonly string[],
  at: At,
): Value | null {
  if (external.module !== 'config' || external.made !== null) return null;
  const settings = readConfigFolder(evaluator, at.module);
  const found = settings === null ? null : readNamed(evaluator, settings, name, at);
  const variables = name.reduce<unknown>(
    (data, part) => (isJsonObject(data) ? data[part] : undefined),
    readVariables(evaluator, at.module),
  );
  return putBefore(evaluator, found, variables, at);
}

/** Is it the store that was read: of one package, and made by the same call? */
function isSameStore(owner: ExternalValue, { module, made }: ExternalValue): boolean {
  const [mine, other] = [findMaker(owner), findMaker({ ...owner, module, made })];
  return mine.module === other.module && mine.call === other.call;
}

/** The call that made a store; chained calls (`config.load(…).validate()`) give the store itself. */
function findMaker(external: ExternalValue): { readonly module: string; readonly call: SyntaxNode | null } {
  const at = findFirstMade(external);
  if (at.made === null) return { module: at.module, call: null };
  const { by, call } = at.made;
  return { module: by.module, call: by.path.length === 0 ? call : null };
}

/** What the program itself sets, beside what a setting is by default. */
function withSet(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall, value: Value): Value {
  const key = evaluator.getArgument(call.args, 0);
  const known = findKnownText(key);
  if (known === null) return value;
  const name = known.split(/[.:]/);
  const { loaded, set } = findSettingCalls(evaluator);
  const given = [
    ...set
      .filter(({ owner, key: own }) => own === known && isSameStore(owner, callee))
      .flatMap((source) => source.read() ?? []),
    ...loaded
      .filter(({ owner }) => isSameStore(owner, callee))
      .flatMap((source) => listOptions(source.read() ?? UNDEFINED).filter(({ type }) => type === 'object'))
      .flatMap((source) => readNamed(evaluator, source, name, call) ?? []),
  ];
  return given.length === 0 ? value : unite([value, ...given]);
}

/** What a settings package gives, by default or as the program sets it; null for every other call. */
export function callSettings(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const value = readDefault(evaluator, callee, call);
  return value === null ? null : withSet(evaluator, callee, call, value);
}

function readDefault(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const stored = readExtensionStore(evaluator, callee, call) ?? readStoredDefault(evaluator, callee, call);
  if (stored !== null) return stored;
  const first = findFirstMade(callee).made?.by;
  if (first?.module === 'convict' && first.path.length === 0) return readConvict(evaluator, callee, call);
  if (callee.made?.by.module === 'vscode') return readEditorSetting(evaluator, callee, call);
  if (STORES.test(callee.made?.by.module ?? '')) return readStore(evaluator, callee, call);
  if (callee.module === 'config' && callee.path.join('.') === 'get') {
    const key = evaluator.getArgument(call.args, 0);
    const known = findKnownText(key);
    return known === null ? null : readConfigMember(evaluator, callee, known.split('.'), call);
  }
  const isNconf = callee.module === 'nconf' && callee.path.at(-1) === 'get';
  return isNconf ? readNconf(evaluator, call) : null;
}
