import { append } from '../../model/append.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  contains,
  getEnd,
  getStart,
  isFunctionNode,
  isLoop,
  isMemberNode,
  isNamedMember,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { MemberAssignment, ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { findScript, type Module } from '../modules/module.ts';
import { findFrame } from '../values/frames.ts';
import type { Env, Value } from '../values/values.ts';

/**
 * `this.url = this.base + path; return fetch(this.url);`: what a method has set just before is what it reads, and what the
 * methods read that it calls from then on, whatever else is set elsewhere.
 */

/** Methods that call each other are looked back through this often. */
const MAX_CALLS = 4;

interface Setting {
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
  readonly isPlain: boolean;
}

/** By method and name, what is set of `this`: a bundle has thousands of methods, and each read asks for what its own one sets. */
type SettingsOfMethods = ReadonlyMap<SyntaxNode | null, ReadonlyMap<string, readonly Setting[]>>;

const collected = new WeakMap<ScriptFacts, SettingsOfMethods>();

function isOnThis({ object }: MemberAssignment): boolean {
  return unwrap(object).type === 'ThisExpression';
}

function collectSets({ memberAssignments }: ScriptFacts): SettingsOfMethods {
  const found = new Map<SyntaxNode | null, Map<string, Setting[]>>();
  for (const assignment of memberAssignments) {
    if (!isOnThis(assignment)) continue;
    const { target, name, value, operator } = assignment;
    const parent = getParent(target);
    const isPlain =
      operator === '=' && isMemberNode(target) && parent?.type === 'AssignmentExpression' && parent.right === value;
    const method = findMethodAround(target);
    const ofMethod = found.get(method) ?? new Map<string, Setting[]>();
    found.set(method, ofMethod);
    append(ofMethod, name, { target, value, isPlain });
  }
  return found;
}

function listSets(module: Module, node: SyntaxNode, method: SyntaxNode, name: string): readonly Setting[] {
  const script = findScript(module, node);
  const known = collected.get(script) ?? collectSets(script);
  collected.set(script, known);
  return known.get(method)?.get(name) ?? [];
}

/** The statement that it is by itself. */
function findStatement({ target }: Setting): SyntaxNode | null {
  const assignment = getParent(target);
  const statement = assignment === undefined ? undefined : getParent(assignment);
  return statement?.type === 'ExpressionStatement' ? statement : null;
}

/** Is the statement one of those that are always done before the node is reached? */
function comesBefore(statement: SyntaxNode, node: SyntaxNode): boolean {
  const block = getParent(statement);
  return block?.type === 'BlockStatement' && contains(block, node) && getEnd(statement) <= getStart(node);
}

/** `go` of `this.go()`; null for other calls. */
function nameOwnCall(call: SyntaxNode): string | null {
  const callee = 'callee' in call ? unwrap(call.callee as SyntaxNode) : null;
  return callee !== null && isMemberNode(callee) && unwrap(callee.object).type === 'ThisExpression'
    ? nameMember(callee)
    : null;
}

function nameMethod(method: SyntaxNode | null): string {
  return method === null || !isNamedMember(method) ? '' : (nameKey(method) ?? '');
}

/** Which fields are set by methods of which names, and which methods call which on `this`, in all files that are loaded. */
interface Methods {
  readonly setting: Map<string, Set<string>>;
  /** `set url(value) { … }`: who reads the member gets what the class makes of it. */
  readonly setters: Set<string>;
  readonly calling: Map<string, Set<string>>;
}

function addTo(map: Map<string, Set<string>>, key: string, name: string): void {
  const known = map.get(key) ?? new Set<string>();
  map.set(key, known.add(name));
}

/** By their names: a class above or below, in another file, may have the method that is called. */
const listMethods = gather(
  ({ graph }: Evaluator) => graph.loaded,
  (): Methods => ({ setting: new Map(), setters: new Set(), calling: new Map() }),
  (found, module) => {
    for (const { calls, classes, memberAssignments } of module.scripts) {
      for (const member of classes.flatMap(({ body }) => body.body))
        if (member.type === 'ClassMethod' && member.kind === 'set') found.setters.add(nameMethod(member));
      for (const { target, name } of memberAssignments)
        addTo(found.setting, name, nameMethod(findMethodAround(target)));
      for (const call of calls) {
        const name = nameOwnCall(call);
        if (name !== null) addTo(found.calling, nameMethod(findMethodAround(call)), name);
      }
    }
  },
);

/** `configure(this)`, `configure.call(this)`: whoever is given the object may set it. */
function handsOver(call: CallNode): boolean {
  return 'arguments' in call && call.arguments.some((argument) => unwrap(argument).type === 'ThisExpression');
}

/** What of a script may set a member of `this` without saying so in the method that reads it, in order. */
interface Risks {
  /** By the name of the member: it is set on something else, which may be another name of `this`. */
  readonly elsewhere: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Calls of own methods by their names, and calls that hand `this` over: null. */
  readonly calls: readonly { readonly node: SyntaxNode; readonly own: string | null }[];
}

const risks = new WeakMap<ScriptFacts, Risks>();

function findRisks(script: ScriptFacts): Risks {
  const known = risks.get(script);
  if (known !== undefined) return known;
  const elsewhere = new Map<string, SyntaxNode[]>();
  for (const set of script.memberAssignments) if (!isOnThis(set)) append(elsewhere, set.name, set.target);
  const calls = script.calls.flatMap((node) => {
    const own = nameOwnCall(node);
    return own !== null || handsOver(node) ? [{ node, own }] : [];
  });
  const found = { elsewhere, calls: calls.sort((a, b) => getStart(a.node) - getStart(b.node)) };
  risks.set(script, found);
  return found;
}

/** The first of the calls that begins at `from` or behind it. */
function findFirst(calls: Risks['calls'], from: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const call = calls[middle];
    if (call !== undefined && getStart(call.node) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does something that runs between the two set it anew: a method, one that this one calls, or by another name of `this`? */
function isSetBetween(evaluator: Evaluator, module: Module, from: number, node: SyntaxNode, name: string): boolean {
  const { elsewhere, calls } = findRisks(findScript(module, node));
  const to = getStart(node);
  const isBetween = (at: SyntaxNode): boolean => getStart(at) >= from && getEnd(at) <= to;
  if (elsewhere.get(name)?.some(isBetween) === true) return true;
  const called = new Set<string>();
  for (let index = findFirst(calls, from); index < calls.length; index += 1) {
    const call = calls[index];
    if (call === undefined || getStart(call.node) >= to) break;
    if (getEnd(call.node) > to) continue;
    if (call.own === null) return true;
    called.add(call.own);
  }
  if (called.size === 0) return false;
  const { setting, calling } = listMethods(evaluator);
  // Files that are loaded later may have such a method.
  evaluator.noteQuestionOfAnyCaller();
  for (const method of called) for (const next of calling.get(method) ?? []) called.add(next);
  return [...(setting.get(name) ?? [])].some((method) => called.has(method));
}

/** Is the member read later, or once more, when what follows has been done? */
function isReadLater(node: SyntaxNode, method: SyntaxNode, after: readonly Setting[]): boolean {
  if (after.length === 0) return false;
  for (let at = getParent(node); at !== undefined && at !== method; at = getParent(at)) {
    const around = at;
    if (isFunctionNode(around)) return true;
    if (isLoop(around) && after.some(({ target }) => contains(around, target))) return true;
  }
  return false;
}

/** What was set for sure when the node is reached, within the method around it; `none` where the method sets nothing. */
function findSetBefore(
  evaluator: Evaluator,
  node: SyntaxNode,
  name: string,
  module: Module,
): Setting | 'none' | 'open' {
  const method = findMethodAround(node);
  if (method === null) return 'open';
  const own = listSets(module, node, method, name);
  if (own.length === 0) return isSetBetween(evaluator, module, getStart(method), node, name) ? 'open' : 'none';
  const last = own.filter(({ target }) => getStart(target) < getStart(node)).at(-1);
  const after = own.filter(({ target }) => getStart(target) > getStart(node));
  const statement = last?.isPlain === true ? findStatement(last) : null;
  if (last === undefined || statement === null || !comesBefore(statement, node)) return 'open';
  if (listMethods(evaluator).setters.has(name)) return 'open';
  const isOpen = isReadLater(node, method, after) || isSetBetween(evaluator, module, getEnd(statement), node, name);
  return isOpen ? 'open' : last;
}

/** The value of `this.name` where it was set on the way; null where that is not certain. */
export function evaluateSetBefore(evaluator: Evaluator, read: SyntaxNode, module: Module, env: Env): Value | null {
  const name = nameMember(read);
  if (name === null) return null;
  let at = { node: read, module, env };
  for (let step = 0; step < MAX_CALLS; step += 1) {
    const found = findSetBefore(evaluator, at.node, name, at.module);
    if (found === 'open') return null;
    if (found !== 'none') return evaluator.evaluate(found.value, at.module, at.env);
    const method = findMethodAround(at.node);
    const frame = method === null || !isFunctionNode(method) ? null : findFrame(at.env, method);
    const caller = frame?.from ?? frame?.calledIn;
    if (frame?.call == null || caller === undefined || nameOwnCall(frame.call.node) === null) return null;
    at = { node: frame.call.node, module: frame.call.module, env: caller };
  }
  return null;
}
