import type * as t from '@babel/types';
import { type CallNode, type ClassNode, contains } from '../../syntax/nodes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import {
  type Argument,
  type ClassValue,
  type EnvLink,
  type ExternalValue,
  type InstanceValue,
  NO_PROVENANCE,
  type Value,
} from '../values/values.ts';

/** The classes that an instance is made of, each with the calls in force where its fields get their values. */

/** Classes deeper than this are not followed. */
export const MAX_ANCESTORS = 20;

export function findConstructor(node: ClassNode): t.ClassMethod | undefined {
  return node.body.body.find(
    (member): member is t.ClassMethod => member.type === 'ClassMethod' && member.kind === 'constructor',
  );
}

/** One class of an instance's chain with the context in which its fields were initialised. */
export interface Level {
  readonly of: ClassValue;
  readonly env: EnvLink;
}

const superCalls = new WeakMap<ScriptFacts, readonly t.CallExpression[]>();

function listSuperCalls(script: ScriptFacts): readonly t.CallExpression[] {
  const known =
    superCalls.get(script) ??
    script.calls.filter(
      (call): call is t.CallExpression => call.type === 'CallExpression' && call.callee.type === 'Super',
    );
  superCalls.set(script, known);
  return known;
}

function superCall(node: ClassNode, module: Module): t.CallExpression | undefined {
  const init = findConstructor(node);
  if (init === undefined) return undefined;
  return listSuperCalls(findScript(module, node)).find((call) => contains(init, call));
}

export function evaluateSuperclass(evaluator: Evaluator, of: ClassValue): Value | null {
  return of.node.superClass ? evaluator.evaluate(of.node.superClass, of.module, of.env) : null;
}

/** The class chain of an instance, own class first, each with its constructor's calling context. */
function makeLevels(evaluator: Evaluator, instance: InstanceValue): readonly Level[] {
  const levels: Level[] = [];
  const { any, construction } = instance;
  let of: ClassValue | null = instance.of;
  let args = construction?.args ?? null;
  const call = construction === null ? null : { node: construction.call, module: construction.module };
  while (of !== null && levels.length < MAX_ANCESTORS) {
    let env = extendEnv(of.env, { fn: of.node, args: [], self: instance, call: null }, any);
    const init = findConstructor(of.node);
    if (init !== undefined && args !== null) env = extendEnv(env, { fn: init, args, self: instance, call }, any);
    levels.push({ of, env });
    const chained = superCall(of.node, of.module);
    if (chained !== undefined) args = evaluator.index.listCallArguments(chained, of.module, env);
    else if (init !== undefined) args = args === null ? null : [];
    const parent = evaluateSuperclass(evaluator, of);
    of = parent?.type === 'class' ? parent : null;
  }
  return levels;
}

interface OuterMaking {
  /** A class that the project does not define. */
  readonly above: ExternalValue;
  readonly args: readonly Argument[];
  /** The call that hands them over: of `super`, or of the class where it has no constructor. */
  readonly call: { readonly node: CallNode; readonly module: Module };
}

/** `super(url, init)` of the class that stands below one which the project does not define: what that is made with. */
export function findOuterMaking(evaluator: Evaluator, instance: InstanceValue): OuterMaking | null {
  const levels = evaluator.levels.list(evaluator, instance);
  const last = levels.at(-1);
  const above = last === undefined ? null : evaluateSuperclass(evaluator, last.of);
  if (last === undefined || above?.type !== 'external') return null;
  const chained = superCall(last.of.node, last.of.module);
  if (chained !== undefined) {
    const { module } = last.of;
    const args = evaluator.index.listCallArguments(chained, module, last.env);
    return { above, args, call: { node: chained, module } };
  }
  if (levels.length > 1 || instance.construction === null) return null;
  const { args, call, module } = instance.construction;
  return { above, args, call: { node: call, module } };
}

/**
 * What was found out about the making of an instance is asked again with each of its members, and on each way through
 * the program that leads to one: the same instance has the same contexts, and they remember.
 */
export class InstanceLevels {
  #known = new WeakMap<object, Map<ClassNode, (readonly Level[])[]>>();

  list(evaluator: Evaluator, { of, construction, any }: InstanceValue): readonly Level[] {
    const maker = construction ?? of.env ?? this;
    const made = this.#known.get(maker) ?? new Map<ClassNode, (readonly Level[])[]>();
    this.#known.set(maker, made);
    const ofClass = made.get(of.node) ?? [];
    made.set(of.node, ofClass);
    const known = ofClass.find(([own]) => own?.of.env === of.env && own.env.any === any);
    if (known !== undefined) return known;
    // Without the marks of one of its readers, which would be those of all others too.
    const levels = makeLevels(evaluator, { type: 'instance', of, construction, any, ...NO_PROVENANCE });
    ofClass.push(levels);
    return levels;
  }

  /** Lets go of what was found while not all callers were known. */
  forget(): void {
    this.#known = new WeakMap();
  }
}
