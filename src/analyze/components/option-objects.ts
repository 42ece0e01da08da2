import type * as t from '@babel/types';
import { findLiteralAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isFunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { Env, ObjectEntry, Slot, Value } from '../values/values.ts';

/** Objects of options of which a framework makes another `this`: Vue's components, Pinia's stores, Moleculer's services. */

export interface OptionObject {
  readonly options: t.ObjectExpression;
  readonly kind: Kind;
  /** The member of the options that the function stands in, or that it is. */
  readonly section: string;
}

type Kind = 'vue' | 'pinia' | 'moleculer';
type Member = t.ObjectExpression['properties'][number];

interface Sections {
  /** In their functions `this` is made of the options. */
  readonly holders: RegExp;
  /** Of these every member is one of `this`, ... */
  readonly state: RegExp;
  readonly methods: RegExp;
  /** ... of these it is what the function gives, ... */
  readonly getters: RegExp;
  /** ... and these are members themselves. */
  readonly own: RegExp;
}

const NEVER = /^$/;

const SECTIONS: Readonly<Record<Kind, Sections>> = {
  vue: {
    holders: /./,
    state: /^(?:data|setup)$/,
    methods: /^methods$/,
    getters: /^computed$/,
    own: NEVER,
  },
  pinia: {
    holders: /^(?:getters|actions)$/,
    state: /^state$/,
    methods: /^actions$/,
    getters: /^getters$/,
    own: NEVER,
  },
  moleculer: {
    holders: /./,
    state: NEVER,
    methods: /^methods$/,
    getters: NEVER,
    own: /^(?:settings|metadata|name|version)$/,
  },
};

const HOOK =
  /^(?:(?:before)?(?:Create|Mount|Update|Destroy|Unmount)|created|mounted|updated|destroyed|unmounted|asyncData|watch|template|onLoad|onShow)$/;

/** Of workflow platforms: `this` has their methods, and more (`workflow-components.ts`). */
const OF_WORKFLOWS = /^(?:run|propDefinitions)$/;
const WORKFLOW_HOOK = /^(?:deploy|activate|deactivate)$/;

function listMembers(options: t.ObjectExpression, name: string): readonly Member[] {
  const member = options.properties.find((entry) => nameKey(entry) === name);
  const table = member === undefined ? null : readOption(member);
  return table?.type === 'ObjectExpression' ? table.properties : [];
}

/** `{ ...common, key: 'new-contact', methods: { … } }`: the platform lists it by its key. */
function isListed(options: t.ObjectExpression): boolean {
  const spreads = options.properties.some(({ type }) => type === 'SpreadElement');
  return (
    spreads &&
    options.properties.some((member) => nameKey(member) === 'key' && readOption(member)?.type === 'StringLiteral')
  );
}

/** `props: { db: '$.service.db' }`, `hooks: { deploy() {} }`: of a component without a `run` of its own, as others spread it. */
function isOfWorkflows(options: t.ObjectExpression): boolean {
  if (isListed(options)) return true;
  const isService = (member: Member): boolean => {
    const value = readOption(member);
    return value?.type === 'StringLiteral' && value.value.startsWith('$.');
  };
  const hooks = listMembers(options, 'hooks').map((member) => nameKey(member) ?? '');
  return hooks.some((name) => WORKFLOW_HOOK.test(name)) || listMembers(options, 'props').some(isService);
}

/** Who has an object in an object in the options is somebody else. */
const MAX_LEVELS = 3;

export function readOption(member: Member): SyntaxNode | null {
  return member.type === 'ObjectProperty' ? unwrap(member.value) : null;
}

function findFunction(member: Member): FunctionNode | null {
  if (member.type === 'ObjectMethod') return member;
  const value = readOption(member);
  return value !== null && isFunctionNode(value) ? value : null;
}

function findKind(options: t.ObjectExpression): Kind | null {
  const around = getParent(options);
  if (around?.type === 'CallExpression' && nameCallee(around.callee) === 'defineStore') return 'pinia';
  if (around?.type === 'NewExpression' && nameCallee(around.callee) === 'Vue') return 'vue';
  const names = new Set(options.properties.map((member) => nameKey(member) ?? ''));
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name));
  const hasTable = (pattern: RegExp) =>
    options.properties.some(
      (member) => pattern.test(nameKey(member) ?? '') && readOption(member)?.type === 'ObjectExpression',
    );
  if (has(OF_WORKFLOWS) || isOfWorkflows(options)) return null;
  if (hasTable(/^(?:actions|events)$/) && (hasTable(/^(?:methods|settings)$/) || names.has('name'))) return 'moleculer';
  if (hasTable(/^(?:methods|computed)$/)) return 'vue';
  const gives = options.properties.some((member) => nameKey(member) === 'data' && findFunction(member) !== null);
  return (gives || names.has('mixins')) && has(HOOK) ? 'vue' : null;
}

/** Does a framework make a `this` of the object? */
export function isOptionObject(node: SyntaxNode): boolean {
  return node.type === 'ObjectExpression' && findKind(node) !== null;
}

/** The options that a function belongs to: it is one of them, or stands in a table that is one of them. */
export function findOptionObject(fn: FunctionNode): OptionObject | null {
  let member: SyntaxNode | undefined = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  let literal = findLiteralAround(fn);
  for (let level = 0; literal !== null && level < MAX_LEVELS; level += 1) {
    const section = literal.properties.find((entry) => entry === member);
    const name = section === undefined ? null : nameKey(section);
    const kind = name === null ? null : findKind(literal);
    if (kind !== null && name !== null)
      return SECTIONS[kind].holders.test(name) ? { options: literal, kind, section: name } : null;
    member = getParent(literal);
    const outer: SyntaxNode | undefined = member?.type === 'ObjectProperty' ? getParent(member) : undefined;
    literal = outer?.type === 'ObjectExpression' ? outer : null;
  }
  return null;
}

interface OptionReading {
  /** In the functions of these the name is a member of `this`. */
  readonly options: t.ObjectExpression;
  readonly path: readonly string[];
}

const CALL = '()';

/** How `this` has what stands below a table that is one of the options: `methods`, `computed`; null for any other object. */
export function readAsOption(table: SyntaxNode, path: readonly string[]): OptionReading | null {
  const property = getParent(table);
  const options = property?.type === 'ObjectProperty' ? getParent(property) : undefined;
  if (property?.type !== 'ObjectProperty' || options?.type !== 'ObjectExpression') return null;
  const kind = findKind(options);
  const name = kind === null ? null : nameKey(property);
  if (kind === null || name === null) return null;
  const { state, methods, getters } = SECTIONS[kind];
  if (state.test(name) || methods.test(name)) return { options, path };
  if (!getters.test(name)) return null;
  const rest = path[0] === 'get' ? path.slice(1) : path;
  return { options, path: rest[0] === CALL ? rest.slice(1) : rest };
}

/** The options of which a function gives the state: `data() { return { … } }`. */
export function findOptionsOfState(fn: FunctionNode): t.ObjectExpression | null {
  const found = findOptionObject(fn);
  if (found === null || !SECTIONS[found.kind].state.test(found.section)) return null;
  return findLiteralAround(fn) === found.options ? found.options : null;
}

/** What stands below the options of a store is a member of what its function gives. */
export function readOfStore(path: readonly string[]): readonly string[] | null {
  const [section = '', ...rest] = path;
  const { state, methods, getters } = SECTIONS.pinia;
  // `() => { const last = ref(''); return { last }; }`: the store has what the box holds.
  if (section === CALL) return [CALL, ...rest.filter((name, index) => index !== 1 || name !== 'value')];
  if (state.test(section)) return rest[0] === CALL ? rest : null;
  if (methods.test(section)) return [CALL, ...rest];
  return getters.test(section) ? [CALL, ...rest.filter((name, index) => index !== 1 || name !== CALL)] : null;
}

/** Is it given `this` as its first parameter, as `(state) => state.base` of a store is? */
export function isGetter(fn: FunctionNode): boolean {
  const found = findOptionObject(fn);
  return found !== null && SECTIONS[found.kind].getters.test(found.section);
}

/** `x() { … }`, `x: { get() { … } }` */
function findGetter(member: Member): FunctionNode | null {
  const own = findFunction(member);
  const table = own === null ? readOption(member) : null;
  const get = table?.type === 'ObjectExpression' ? table.properties.find((entry) => nameKey(entry) === 'get') : null;
  return own ?? (get == null ? null : findFunction(get));
}

/** The members that one option brings. */
export function listOptionEntries(kind: Kind, member: Member, module: Module, env: Env): readonly ObjectEntry[] {
  const { state, methods, getters, own } = SECTIONS[kind];
  const name = nameKey(member) ?? '';
  const toMethod = (fn: FunctionNode, role: 'method' | 'get'): Slot => ({ kind: 'method', fn, module, env, role });
  const value = readOption(member);
  const fn = findFunction(member);
  if (own.test(name) && value !== null)
    return [{ kind: 'slot', name, slot: { kind: 'expression', node: value, module, env } }];
  if (state.test(name) && fn !== null) return [{ kind: 'spread', slot: toMethod(fn, 'get') }];
  const isTable = methods.test(name) || getters.test(name);
  if ((!isTable && !state.test(name)) || value === null) return [];
  if (value.type !== 'ObjectExpression')
    return [{ kind: 'spread', slot: { kind: 'expression', node: value, module, env } }];
  return value.properties.flatMap((entry): readonly ObjectEntry[] => {
    const key = nameKey(entry);
    if (entry.type === 'SpreadElement')
      return [{ kind: 'spread', slot: { kind: 'expression', node: entry.argument, module, env } }];
    if (key === null) return [];
    const getter = getters.test(name) ? findGetter(entry) : null;
    const method = findFunction(entry);
    if (getter !== null) return [{ kind: 'slot', name: key, slot: toMethod(getter, 'get') }];
    if (method !== null) return [{ kind: 'slot', name: key, slot: toMethod(method, 'method') }];
    if (entry.type !== 'ObjectProperty' || getters.test(name)) return [];
    return [{ kind: 'slot', name: key, slot: { kind: 'expression', node: entry.value, module, env } }];
  });
}

/** The file that an object was written in, as its entries tell. */
export function findModuleOf(value: Value): Module | null {
  if (value.type !== 'object') return null;
  for (const { slot } of value.entries) if (slot.kind !== 'value') return slot.module;
  return null;
}
