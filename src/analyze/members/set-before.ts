import { findMethodAround } from '../../syntax/enclosing.ts';
import { contains, getEnd, getStart, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
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

interface Set {
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
  readonly isPlain: boolean;
}

const collected = new WeakMap<ScriptFacts, ReadonlyMap<string, readonly Set[]>>();

function collectSets({ memberAssignments }: ScriptFacts): ReadonlyMap<string, readonly Set[]> {
  const found = new Map<string, Set[]>();
  for (const { object, target, name, value, operator } of memberAssignments) {
    if (unwrap(object).type !== 'ThisExpression') continue;
    const parent = getParent(target);
    const isPlain =
      operator === '=' && isMemberNode(target) && parent?.type === 'AssignmentExpression' && parent.right === value;
    found.set(name, [...(found.get(name) ?? []), { target, value, isPlain }]);
  }
  return found;
}

function listSets(module: Module, node: SyntaxNode, name: string): readonly Set[] {
  const script = findScript(module, node);
  const known = collected.get(script) ?? collectSets(script);
  collected.set(script, known);
  return known.get(name) ?? [];
}

/** The statement that it is by itself. */
function findStatement({ target }: Set): SyntaxNode | null {
  const assignment = getParent(target);
  const statement = assignment === undefined ? undefined : getParent(assignment);
  return statement?.type === 'ExpressionStatement' ? statement : null;
}

/** Is the statement one of those that are always done before the node is reached? */
function comesBefore(statement: SyntaxNode, node: SyntaxNode): boolean {
  const block = getParent(statement);
  return block?.type === 'BlockStatement' && contains(block, node) && getEnd(statement) <= getStart(node);
}

/** Does a method run between the two that may set it anew? */
function isCalledBetween(module: Module, from: SyntaxNode, node: SyntaxNode): boolean {
  return findScript(module, node).calls.some((call) => {
    if (getStart(call) < getEnd(from) || getEnd(call) > getStart(node) || !('callee' in call)) return false;
    const callee = unwrap(call.callee);
    return isMemberNode(callee) && unwrap(callee.object).type === 'ThisExpression';
  });
}

/** What was set for sure when the node is reached, within the method around it; `none` where the method sets nothing. */
function findSetBefore(node: SyntaxNode, name: string, module: Module): Set | 'none' | 'open' {
  const method = findMethodAround(node);
  const all = listSets(module, node, name);
  if (method === null || all.length === 0) return method === null ? 'open' : 'none';
  const own = all.filter(({ target }) => findMethodAround(target) === method);
  if (own.length === 0) return 'none';
  const before = own.filter(({ target }) => getStart(target) < getStart(node));
  const last = before.at(-1);
  const statement = last?.isPlain === true ? findStatement(last) : null;
  if (last === undefined || statement === null || !comesBefore(statement, node)) return 'open';
  const isElsewhere = all.length > own.length && isCalledBetween(module, statement, node);
  return isElsewhere ? 'open' : last;
}

function findFrameOf(env: Env, method: SyntaxNode): Frame | null {
  for (let link = env; link !== null; link = link.parent) if (link.frame?.fn === method) return link.frame;
  return null;
}

/** `this.go()`, by which a method hands on what it has set. */
function isOwnCall(call: SyntaxNode): boolean {
  const callee = 'callee' in call ? unwrap(call.callee as SyntaxNode) : null;
  return callee !== null && isMemberNode(callee) && unwrap(callee.object).type === 'ThisExpression';
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
    if (frame?.call == null || caller === undefined || !isOwnCall(frame.call.node)) return null;
    at = { node: frame.call.node, module: frame.call.module, env: caller };
  }
  return null;
}
