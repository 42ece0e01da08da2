import { findMethodAround } from '../../syntax/enclosing.ts';
import {
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
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/modules.ts';
import type { Env, Frame, Value } from '../values/values.ts';

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

const collected = new WeakMap<ScriptFacts, ReadonlyMap<string, readonly Setting[]>>();

function collectSets({ memberAssignments }: ScriptFacts): ReadonlyMap<string, readonly Setting[]> {
  const found = new Map<string, Setting[]>();
  for (const { object, target, name, value, operator } of memberAssignments) {
    if (unwrap(object).type !== 'ThisExpression') continue;
    const parent = getParent(target);
    const isPlain =
      operator === '=' && isMemberNode(target) && parent?.type === 'AssignmentExpression' && parent.right === value;
    found.set(name, [...(found.get(name) ?? []), { target, value, isPlain }]);
  }
  return found;
}

function listSets(module: Module, node: SyntaxNode, name: string): readonly Setting[] {
  const script = findScript(module, node);
  const known = collected.get(script) ?? collectSets(script);
  collected.set(script, known);
  return known.get(name) ?? [];
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

type Calls = ReadonlyMap<string, ReadonlySet<string>>;

const calling = new WeakMap<ScriptFacts, Calls>();

/** Which methods call which on `this`, by their names. */
function listOwnCalls(script: ScriptFacts): Calls {
  const known = calling.get(script);
  if (known !== undefined) return known;
  const found = new Map<string, Set<string>>();
  for (const call of script.calls) {
    const name = nameOwnCall(call);
    if (name === null) continue;
    const from = nameMethod(findMethodAround(call));
    found.set(from, (found.get(from) ?? new Set()).add(name));
  }
  calling.set(script, found);
  return found;
}

/** Does a method that runs between the two set it anew, or one that this one calls? */
function isSetBetween(module: Module, from: number, node: SyntaxNode, sets: readonly Setting[]): boolean {
  const script = findScript(module, node);
  const called = new Set<string>();
  for (const call of script.calls) {
    const name = getStart(call) >= from && getEnd(call) <= getStart(node) ? nameOwnCall(call) : null;
    if (name !== null) called.add(name);
  }
  if (called.size === 0) return false;
  const calls = listOwnCalls(script);
  for (const name of called) for (const next of calls.get(name) ?? []) called.add(next);
  return sets.some(({ target }) => called.has(nameMethod(findMethodAround(target))));
}

/** Is it read later, or once more, when what follows has been done? */
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
function findSetBefore(node: SyntaxNode, name: string, module: Module): Setting | 'none' | 'open' {
  const method = findMethodAround(node);
  const all = listSets(module, node, name);
  if (method === null) return 'open';
  const own = all.filter(({ target }) => findMethodAround(target) === method);
  if (own.length === 0) return isSetBetween(module, getStart(method), node, all) ? 'open' : 'none';
  const last = own.filter(({ target }) => getStart(target) < getStart(node)).at(-1);
  const after = own.filter(({ target }) => getStart(target) > getStart(node));
  const statement = last?.isPlain === true ? findStatement(last) : null;
  if (last === undefined || statement === null || !comesBefore(statement, node)) return 'open';
  const isOpen = isReadLater(node, method, after) || isSetBetween(module, getEnd(statement), node, all);
  return isOpen ? 'open' : last;
}

function findFrameOf(env: Env, method: SyntaxNode): Frame | null {
  for (let link = env; link !== null; link = link.parent) if (link.frame?.fn === method) return link.frame;
  return null;
}

/** The value of `this.name` where it was set on the way; null where that is not certain. */
export function evaluateSetBefore(evaluator: Evaluator, read: SyntaxNode, module: Module, env: Env): Value | null {
  const name = nameMember(read);
  if (name === null) return null;
  let at = { node: read, module, env };
  for (let step = 0; step < MAX_CALLS; step += 1) {
    const found = findSetBefore(at.node, name, at.module);
    if (found === 'open') return null;
    if (found !== 'none') return evaluator.evaluate(found.value, at.module, at.env);
    const method = findMethodAround(at.node);
    const frame = method === null || !isFunctionNode(method) ? null : findFrameOf(at.env, method);
    const caller = frame?.from ?? frame?.calledIn;
    if (frame?.call == null || caller === undefined || nameOwnCall(frame.call.node) === null) return null;
    at = { node: frame.call.node, module: frame.call.module, env: caller };
  }
  return null;
}
