import { append } from '../../model/append.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import { getEnd, isCallNode, isLoop, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import type { EnvLink, InstanceValue } from '../values/values.ts';
import type { Level } from './levels.ts';
import { isCalledOn } from './setters.ts';

/** `voice().to('calls').to(id).send()`: the calls of methods on one instance, each of which leaves something in it. */

/** Of an instance on which more calls are made, nobody knows what is in it. */
const MAX_STEPS = 12;
/** And so it is with places that make more instances than this. */
const MAX_CALLS = 400;

interface Step<T> {
  readonly site: CallSite;
  /** What the call leaves. */
  readonly given: T;
  /** Is the call made whenever those around it are? */
  readonly isCertain: boolean;
}

/** Is the call made once, whenever the function around it runs? One of `if (page) request.add(page)` may be left out. */
function isOnce({ node }: CallSite): boolean | null {
  const scope = findMethodAround(node);
  let isCertain = true;
  for (let at = getParent(node); at !== undefined && at !== scope; at = getParent(at)) {
    if (isLoop(at)) return null;
    if (/^(?:IfStatement|ConditionalExpression|LogicalExpression|SwitchCase|CatchClause)$/.test(at.type))
      isCertain = false;
  }
  return isCertain;
}

/** `kit.voice()` of `import * as kit from './kit'` */
function isOfModule(node: SyntaxNode, module: Module): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const source = callee !== null && isMemberNode(callee) ? findBindingOf(module, unwrap(callee.object))?.source : null;
  return source?.kind === 'import' && source.imported === '*';
}

/** What stands first in a chain of calls: the call that gives the instance; null for what a function is handed. */
function findRoot({ node, module }: CallSite): SyntaxNode | null {
  let at: SyntaxNode = node;
  for (;;) {
    const inner = unwrap(at);
    if (inner.type === 'NewExpression' || isOfModule(inner, module)) return inner;
    if (isCallNode(inner) && 'callee' in inner && isMemberNode(unwrap(inner.callee))) at = inner.callee;
    else if (isMemberNode(inner)) at = inner.object;
    else {
      const source = findBindingOf(module, inner)?.source;
      if (source === undefined) return inner;
      if (source.kind !== 'value' || source.node === null || source.steps.length > 0) return null;
      at = source.node;
    }
  }
}

/** The steps of one instance in their order: those within a chain end before it does. */
function sortSteps<T>(steps: readonly Step<T>[]): readonly Step<T>[] | null {
  const scopes = new Set(steps.map(({ site }) => findMethodAround(site.node)));
  if (scopes.size > 1 || steps.length > MAX_STEPS) return null;
  return steps.toSorted((one, other) => getEnd(one.site.node) - getEnd(other.site.node));
}

/**
 * The steps on each of the instances that one place makes; null where they are not known. `places` stand in the methods that are
 * called; `read` says what one leaves in a call, and null where that is nothing.
 */
export function listSteps<P extends SyntaxNode, T>(
  evaluator: Evaluator,
  { env }: Level,
  instance: InstanceValue,
  places: readonly P[],
  read: (place: P, env: EnvLink) => T | null,
): readonly (readonly Step<T>[])[] | null {
  if (instance.construction === null) return null;
  evaluator.noteQuestionOfAnyCaller();
  const byRoot = new Map<SyntaxNode, Step<T>[]>();
  let count = 0;
  for (const place of places) {
    const fn = findMethodAround(place);
    if (fn === null) return null;
    for (const site of evaluator.index.listCallers(fn)) {
      if (!isCalledOn(evaluator, site, instance)) continue;
      count += 1;
      if (count > MAX_CALLS) return null;
      const args = evaluator.index.listCallArguments(site.node, site.module, null);
      const call = { node: site.node, module: site.module };
      const given = read(place, extendEnv(env, { fn, args, self: instance, call }, instance.any));
      if (given === null) continue;
      const [root, isCertain] = [findRoot(site), isOnce(site)];
      if (root === null || isCertain === null || site.outer.length > 0) return null;
      append(byRoot, root, { site, given, isCertain });
    }
  }
  const all = [...byRoot.values()].map(sortSteps);
  return all.every((steps) => steps !== null) ? all : null;
}

/** What is there after the steps; of a step that may be left out, with it and without it. */
export function runSteps<T, State>(
  steps: readonly Step<T>[],
  start: readonly State[],
  add: (states: readonly State[], given: T) => readonly State[],
): readonly State[] {
  let states = start;
  for (const { given, isCertain } of steps) {
    const longer = add(states, given);
    states = isCertain ? longer : [...states, ...longer];
  }
  return states;
}
