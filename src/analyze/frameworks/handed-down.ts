import type { ObjectExpression } from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import { isFunctionNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import type { Module } from '../modules/modules.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { getKnownText } from '../texts/texts.ts';
import { dropNullish, listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/**
 * What a program gives a package under a name, and functions that only the package calls find there again:
 * `createRouter({ context: { voice } })` and `({ context }) => context.voice.get(…)`, `server.app.voice = client`,
 * `container.register('voice', …)` and `resolve('voice')`. The frameworks that have files of their own here are asked first.
 * Whoever asks is nothing that is known, so the name decides: it must stand for clients and nothing else in the whole program.
 */

/** Objects and functions in what a package is given are looked into this deep. */
const MAX_DEPTH = 4;

const REGISTERING =
  /^(?:set|put|bind|register|provide|decorate|decorateRequest|decorateReply|singleton|instance|value|constant|service)$/;
/** `singleton('voice', () => makeClient())` */
const MAKING = /^(?:register|singleton|service|bind|provide)$/;
const TAKING = /^(?:get|resolve|make|inject|use|useApi|getContext)$/;
/** `useRouteContext().voice`, `getEnv(self).voice` */
const GIVING = /^(?:use|get)(?:[A-Z]\w*)?$/;
/** What containers are told to give: `asValue(client)`. */
/** Types of what frameworks hand to the functions that they run: `LoaderArgs`, `HookContext`. */
const HANDED_TYPE =
  /(?:Args|Context|Ctx|Request|Event|Interaction|Message|Application|Server|Container|Meta|Params|Props|Payload|Job|Toolkit)$/;
/** Parts of a package's own class on which things are kept. */
const SHELF = /^(?:container|context|ctx|app|locals|server|state|scope|cradle|diScope|diContainer)$/;
const WRAPPING = /^as(?:Value|Function|Class)$/;

interface Given {
  /** What it is put under, where that is no text: `context.set(voiceContext, client)`. */
  readonly key?: SyntaxNode;
  readonly value: SyntaxNode;
  readonly module: Module;
  /** Is it what the function gives back? */
  readonly isMade: boolean;
}

interface Found {
  upTo: number;
  readonly byName: Map<string, Given[]>;
  readonly keyed: Given[];
  readonly answers: Map<string, { readonly size: number; readonly given: readonly Given[] }>;
}

const known = new WeakMap<Evaluator, Found>();

/** What a function gives back where it is written as one object. */
function findReturned(node: SyntaxNode): SyntaxNode {
  const inner = unwrap(node);
  if (!isFunctionNode(inner)) return inner;
  if (inner.body.type !== 'BlockStatement') return unwrap(inner.body);
  const last = inner.body.body.at(-1);
  return last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : inner;
}

/** A value with a name or a making of its own: a text or a list is no client. */
function mayBeClient(node: SyntaxNode): boolean {
  const { type } = unwrap(node);
  return /^(?:Identifier|(?:Optional)?(?:Member|Call)Expression|(?:New|Await|Conditional|Logical)Expression)$/.test(
    type,
  );
}

function findMember(object: ObjectExpression, name: string): SyntaxNode | undefined {
  const member = object.properties.find((property) => nameKey(property) === name);
  return member?.type === 'ObjectProperty' ? unwrap(member.value) : member;
}

function collectMembers(found: Found, node: SyntaxNode, module: Module, depth: number): void {
  const object = findReturned(node);
  if (object.type !== 'ObjectExpression' || depth > MAX_DEPTH) return;
  const [key, factory] = ['api', 'factory'].map((name) => findMember(object, name));
  // `createApiFactory({ api: voiceApiRef, factory: () => new Voice() })` of Backstage
  if (key?.type === 'Identifier' && factory !== undefined && isFunctionNode(factory))
    found.keyed.push({ key, value: factory, module, isMade: true });
  for (const member of object.properties) {
    const name = nameKey(member);
    if (name === null) continue;
    if (member.type === 'ObjectMethod') collectMembers(found, member, module, depth + 1);
    if (member.type !== 'ObjectProperty') continue;
    if (mayBeClient(member.value)) add(found, name, { value: member.value, module, isMade: false });
    else collectMembers(found, member.value, module, depth + 1);
  }
}

function add(found: Found, name: string, given: Given): void {
  const list = found.byName.get(name) ?? [];
  list.push(given);
  found.byName.set(name, list);
}

function collectCall(found: Found, { node, module }: CallSite): void {
  if (!('arguments' in node)) return;
  const args = node.arguments;
  const name = nameCallee(node.callee) ?? '';
  for (const [at, argument] of args.entries()) {
    collectMembers(found, argument, module, 0);
    const next = args[at + 1];
    if (next === undefined || !REGISTERING.test(name)) continue;
    if (argument.type === 'Identifier' && args.length === 2 && mayBeClient(next))
      found.keyed.push({ key: argument, value: next, module, isMade: false });
    if (argument.type !== 'StringLiteral') continue;
    const isMade = MAKING.test(name) && isFunctionNode(unwrap(next));
    if (isMade || mayBeClient(next) || next.type === 'ObjectExpression')
      add(found, argument.value, { value: next, module, isMade });
  }
}

/** A function of the project says itself what it does with what it is given. */
function isOfProject(evaluator: Evaluator, { node }: CallSite): boolean {
  const callee = evaluator.index.getCallee(node);
  return callee !== undefined && listOptions(callee).some(({ type }) => type === 'function' || type === 'class');
}

function find(evaluator: Evaluator): Found {
  const found = known.get(evaluator) ?? { upTo: 0, byName: new Map(), keyed: [], answers: new Map() };
  known.set(evaluator, found);
  const { calls } = evaluator.index;
  for (; found.upTo < calls.length; found.upTo += 1) {
    const site = calls[found.upTo];
    if (site !== undefined && !evaluator.index.builtins.has(site) && !isOfProject(evaluator, site))
      collectCall(found, site);
  }
  return found;
}

const OPEN: ReadonlySet<Value['type']> = new Set(['external', 'param', 'unknown']);

/** `server.app.voice = client`: what is set on something that the project did not make. */
function listSet(evaluator: Evaluator, name: string): readonly Given[] {
  return evaluator.index.listMemberAssignments(name).flatMap(({ object, value, module, operator }) => {
    if (operator !== '=' || unwrap(object).type === 'ThisExpression' || !mayBeClient(value)) return [];
    const owner = evaluator.evaluate(object, module, evaluator.anyCaller);
    return listOptions(owner).every(({ type }) => OPEN.has(type)) ? [{ value, module, isMade: false }] : [];
  });
}

function listGiven(evaluator: Evaluator, name: string): readonly Given[] {
  const { byName, answers } = find(evaluator);
  const inCalls = byName.get(name) ?? [];
  const assigned = evaluator.index.listMemberAssignments(name);
  const size = inCalls.length + assigned.length;
  if (size === 0) return [];
  const answer = answers.get(name);
  if (answer?.size === size) return answer.given;
  // Who asks on the way is part of the question.
  answers.set(name, { size, given: [] });
  const given = [...inCalls, ...listSet(evaluator, name)];
  answers.set(name, { size, given });
  return given;
}

/** `asValue(client)` */
function unwrapGiven(node: SyntaxNode): { readonly value: SyntaxNode; readonly isMade: boolean } {
  let inner = unwrap(node);
  // `asFunction(makeVoice).singleton()`
  if (
    inner.type === 'CallExpression' &&
    isMemberNode(inner.callee) &&
    unwrap(inner.callee.object).type === 'CallExpression'
  )
    inner = unwrap(inner.callee.object);
  const name = inner.type === 'CallExpression' ? nameCallee(inner.callee) : null;
  const [first] = inner.type === 'CallExpression' ? inner.arguments : [];
  if (first === undefined || name === null || !WRAPPING.test(name)) return { value: node, isMade: false };
  return { value: first, isMade: name === 'asFunction' };
}

function evaluateGiven(evaluator: Evaluator, given: Given): Value {
  const { value, isMade } = unwrapGiven(given.value);
  const own = dropNullish(evaluateAssigned(evaluator, value, given.module, evaluator.anyCaller));
  if (own.type === 'class') return instantiate(own) ?? own;
  if (!(given.isMade || isMade) || own.type !== 'function') return own;
  return evaluateReturn(evaluator, own, { args: [], call: null, from: evaluator.anyCaller }, true);
}

function isClientLike(value: Value): boolean {
  return listOptions(value).every(({ type }) => /^(?:client|instance|function|object)$/.test(type));
}

/** What is handed on under the name it came by, `{ voice: context.voice }`, and texts of that name say nothing. */
function saysNothing(value: Value): boolean {
  return listOptions(value).every(({ type }) => /^(?:param|text|primitive|array)$/.test(type));
}

/** What stands there wherever a package hands it down. */
function listPlaced(evaluator: Evaluator, given: readonly Given[], asking: Module): readonly Value[] {
  return keepMeeting(evaluator, given, asking)
    .filter(({ module }) => isTestFile(asking.path) || !isTestFile(module.path))
    .map((place) => evaluateGiven(evaluator, place))
    .filter((value) => !saysNothing(value));
}

/** Null where nothing stands there, or things that are no clients do. */
function uniteClients(values: readonly Value[]): Value | null {
  return values.length > 0 && values.every(isClientLike) ? unite(values) : null;
}

/** `createContext()` of react-router: the same key where the same call made it. */
function listKeyed(evaluator: Evaluator, key: Value): readonly Given[] {
  const made = key.type === 'external' && key.path.length === 0 ? key.made : null;
  if (made === null) return [];
  return find(evaluator).keyed.filter((given) => {
    const other = given.key === undefined ? null : evaluator.evaluate(given.key, given.module, null);
    return other?.type === 'external' && other.made?.call === made.call;
  });
}

/** A member of what a package hands to a function that the project does not call; `path`: the way to it from there. */
export function getHandedDown(
  evaluator: Evaluator,
  path: readonly string[],
  name: string,
  asking: Module,
): Value | null {
  const list = (asked: string) => listPlaced(evaluator, listGiven(evaluator, asked), asking);
  const client = /^[\w$]+$/.test(name) ? uniteClients(list(name)) : null;
  // `kit.sdk.voice`, where `sdk` is something of a package: what that calls `voice` is its own.
  return client !== null && path.every((step) => list(step).every(isClientLike)) ? client : null;
}

/** Globals that a framework makes, and on which plugins keep things. */
const OWN_GLOBALS: ReadonlySet<string> = new Set(['strapi', 'sails']);

/** `useRouteContext()`, `{ context }: LoaderArgs`, `this.container` of what extends a class of a package. */
function isHandedOver({ module, made, path }: ExternalValue): boolean {
  if (made !== null)
    return (
      path.length === 0 &&
      made.by.module !== 'global' &&
      made.call.type === 'CallExpression' &&
      GIVING.test(made.by.path.at(-1) ?? '')
    );
  if (module === 'global' && path.length === 1) return OWN_GLOBALS.has(path[0] ?? '');
  const at = path.indexOf('instance()');
  if (module === 'global' || at < 0) return false;
  return HANDED_TYPE.test(path[at - 1] ?? '') || path.slice(at + 1).some((name) => SHELF.test(name));
}

/** The same of what comes from a package. */
export function getHandedBy(evaluator: Evaluator, external: ExternalValue, name: string, asking: Module): Value | null {
  return isHandedOver(external) ? getHandedDown(evaluator, external.path, name, asking) : null;
}

/** `context.app.get('voice')`, `container.resolve('voice')` of a container that a package hands over, or has. */
export function callTaking(evaluator: Evaluator, callee: Value, call: BuiltinCall): Value | null {
  const isOpen = callee.type === 'external' ? callee.module !== 'global' : callee.type === 'param' && callee.isUncalled;
  if (isOpen !== true || !('path' in callee) || call.node.type !== 'CallExpression' || call.args.length !== 1)
    return null;
  if (!TAKING.test(callee.path.at(-1) ?? '')) return null;
  const key = evaluator.getArgument(call.args, 0);
  if (key === undefined) return null;
  const name = getKnownText(key);
  const given = name === null ? listKeyed(evaluator, key) : listGiven(evaluator, name);
  return uniteClients(listPlaced(evaluator, given, call.module));
}

/** `yield getContext('voice')` of redux-saga gives what it asks for. */
export function isAskingContext(node: SyntaxNode | null | undefined): boolean {
  return node?.type === 'CallExpression' && nameCallee(node.callee) === 'getContext';
}
