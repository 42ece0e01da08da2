import type * as t from '@babel/types';
import { MERGED } from '../syntax/merged-members.ts';
import { type ClassNode, contains, getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { ScriptFacts } from '../syntax/script-facts.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { evaluateAssigned } from './assignments.ts';
import { evaluateReturn, givesBack } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { extendEnv } from './frames.ts';
import { readMerged } from './given-members.ts';
import { listMergedMembers } from './merged-fields.ts';
import { findScript, type Module } from './modules.ts';
import { evaluateSet } from './setters.ts';
import { evaluateFieldType } from './types.ts';
import { listOptions, unite } from './unions.ts';
import { withChoices } from './value-marks.ts';
import { type Choice, type ClassValue, type Env, type InstanceValue, NO_PROVENANCE, type Value } from './values.ts';

/** Members of class instances: fields, constructor assignments, parameter properties, accessors, methods, inheritance. */

/** Classes deeper than this are not followed. */
const MAX_ANCESTORS = 20;

type ClassMember = t.ClassBody['body'][number];

function getMemberName(member: ClassMember): string | null {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature') return null;
  if (member.type === 'ClassPrivateProperty' || member.type === 'ClassPrivateMethod')
    return getKeyName(member.key, false);
  return getKeyName(member.key, member.computed ?? false);
}

function isStatic(member: ClassMember): boolean {
  return 'static' in member && member.static === true;
}

export function findConstructor(node: ClassNode): t.ClassMethod | undefined {
  return node.body.body.find(
    (member): member is t.ClassMethod => member.type === 'ClassMethod' && member.kind === 'constructor',
  );
}

/** One class of an instance's chain with the context in which its fields were initialised. */
interface Level {
  readonly of: ClassValue;
  readonly env: Env;
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
function listLevels(evaluator: Evaluator, instance: InstanceValue): readonly Level[] {
  const levels: Level[] = [];
  const { any } = instance;
  let of: ClassValue | null = instance.of;
  let args = instance.construction?.args ?? null;
  const call =
    instance.construction === null ? null : { node: instance.construction.call, module: instance.construction.module };
  while (of !== null && levels.length < MAX_ANCESTORS) {
    let env: Env = extendEnv(of.env, { fn: of.node, args: [], self: instance, call: null }, any);
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

interface OwnAssignment {
  readonly value: SyntaxNode;
  readonly inConstructor: boolean;
}

const ownAssignments = new WeakMap<ClassNode, ReadonlyMap<string, readonly OwnAssignment[]>>();

function collectOwnAssignments({ node, module }: ClassValue): ReadonlyMap<string, readonly OwnAssignment[]> {
  const init = findConstructor(node);
  const found = new Map<string, OwnAssignment[]>();
  for (const { name, object, target, value } of findScript(module, node).memberAssignments) {
    if (!contains(node, target) || unwrap(object).type !== 'ThisExpression') continue;
    const inConstructor = init !== undefined && contains(init, target);
    // What the constructor merges in goes by the order of what it merges.
    if (inConstructor && !isMemberNode(target)) continue;
    const entry = { value, inConstructor };
    const known = found.get(name);
    if (known === undefined) found.set(name, [entry]);
    else known.push(entry);
  }
  return found;
}

/** `this.name = value` inside the class; the constructor's own assignment replaces an initialiser. */
function listAssignments({ of }: Level, name: string): readonly OwnAssignment[] {
  const known = ownAssignments.get(of.node) ?? collectOwnAssignments(of);
  ownAssignments.set(of.node, known);
  return known.get(name) ?? [];
}

function findParameterProperty(level: Level, name: string): SyntaxNode | null {
  for (const param of findConstructor(level.of.node)?.params ?? []) {
    if (param.type !== 'TSParameterProperty') continue;
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
    if (target.type === 'Identifier' && target.name === name) return target;
  }
  return null;
}

function evaluateMethod(
  evaluator: Evaluator,
  level: Level,
  member: ClassMember,
  self: Value,
  any: boolean,
): Value | null {
  if (member.type !== 'ClassMethod' && member.type !== 'ClassPrivateMethod') return null;
  const method: Value = {
    type: 'function',
    fn: member,
    module: level.of.module,
    env: level.of.env,
    self,
    bound: [],
    ...NO_PROVENANCE,
  };
  // `get path() { throw … }` leaves it to the classes below.
  if (member.kind === 'get' && !givesBack(member)) return null;
  if (member.kind === 'get') return evaluateReturn(evaluator, method, { args: [], call: null, from: null }, any);
  return member.kind === 'method' ? method : null;
}

function evaluateAtLevel(evaluator: Evaluator, level: Level, name: string, instance: InstanceValue): Value | null {
  const { of, env } = level;
  const members = of.node.body.body.filter((member) => getMemberName(member) === name && !isStatic(member));
  for (const member of members) {
    const method = evaluateMethod(evaluator, level, member, instance, instance.any);
    if (method !== null) return method;
  }
  const assigned = listAssignments(level, name);
  const values = assigned.map(({ value, inConstructor }) =>
    inConstructor ? evaluator.evaluate(value, of.module, env) : evaluateSet(evaluator, value, of.module, env, instance),
  );
  values.push(...listMergedMembers(evaluator, of, env, name, instance));
  const param = findParameterProperty(level, name);
  if (param !== null) values.push(evaluator.evaluate(param, of.module, env));
  const field = members.find(
    (member) =>
      member.type === 'ClassProperty' ||
      member.type === 'ClassPrivateProperty' ||
      member.type === 'ClassAccessorProperty',
  );
  if (field !== undefined && 'value' in field && field.value && !assigned.some((entry) => entry.inConstructor)) {
    const initial = evaluator.evaluate(field.value, of.module, env);
    // `base = ''` of an instance on which somebody sets it is no base of its own.
    const isUnset = initial.type === 'text' && initial.atoms.length === 0 && instance.construction !== null;
    if (values.length === 0 || !isUnset) values.unshift(initial);
  }
  if (values.length > 0) return unite(values);
  return field === undefined ? null : evaluateFieldType(evaluator, field, of.module, env);
}

/** `client.name = value` from outside the class; where no instance is told from others, that of any of them. */
function listOutsideAssignments(evaluator: Evaluator, instance: InstanceValue, name: string): readonly Value[] {
  const assigned = evaluator.index.listAssignmentsTo(evaluator, instance.of.node, name, 'instance');
  return assigned.flatMap(({ object, value, module }) => {
    // `this.options.base = …` in a constructor: the options are those of its callers.
    const owner = evaluateAssigned(evaluator, object, module);
    const same = listOptions(owner).some(
      (option) =>
        option.type === 'instance' &&
        option.of.node === instance.of.node &&
        (instance.construction === null || option.construction?.call === instance.construction.call),
    );
    return same ? [evaluateAssigned(evaluator, value, module)] : [];
  });
}

/** A member of an instance; null when neither its classes nor, for an abstract one, the classes below have it. */
export function getInstanceMember(evaluator: Evaluator, instance: InstanceValue, name: string): Value | null {
  const outside = listOutsideAssignments(evaluator, instance, name);
  for (const level of listLevels(evaluator, instance)) {
    const value = evaluateAtLevel(evaluator, level, name, instance);
    if (value !== null) return outside.length === 0 ? value : unite([value, ...outside]);
  }
  if (outside.length > 0) return unite(outside);
  if (instance.construction !== null) return null;
  const below = evaluator.index.listSubclasses(evaluator, instance.of.node).flatMap((of) => {
    const level: Level = {
      of,
      env: extendEnv(of.env, { fn: of.node, args: [], self: { ...instance, of }, call: null }, instance.any),
    };
    const value = evaluateAtLevel(evaluator, level, name, { ...instance, of });
    return value === null ? [] : [chooseClass(evaluator, instance, of, value)];
  });
  return below.length === 0 ? null : unite(below);
}

/** An instance of the declared class, or of one below it, is one of that class. */
export function nameClassChoice(evaluator: Evaluator, declared: ClassNode, of: ClassNode): Choice {
  return { source: `the class of ${evaluator.identify(declared)}`, option: evaluator.identify(of) };
}

/** Two members of one instance come from the same class. */
function chooseClass(evaluator: Evaluator, { of: declared }: InstanceValue, of: ClassValue, value: Value): Value {
  return withChoices(value, [nameClassChoice(evaluator, declared.node, of.node)]);
}

/** `this.constructor`: the class of an instance, or one of those below it where nobody says how it was made. */
export function listPossibleClasses(evaluator: Evaluator, instance: InstanceValue): readonly Value[] {
  const { of, construction } = instance;
  if (construction !== null) return [of];
  return [of, ...evaluator.index.listSubclasses(evaluator, of.node)].map((own) =>
    chooseClass(evaluator, instance, own, own),
  );
}

/** `Api.instance = …`, `this.instance ??= …` in a static method. */
function listStaticAssignments(evaluator: Evaluator, start: ClassValue, name: string): readonly Value[] {
  const assigned = evaluator.index.listAssignmentsTo(evaluator, start.node, name, 'callable');
  return assigned.flatMap(({ object: owned, target, value, module }) => {
    const object = unwrap(owned);
    const isOwnThis = object.type === 'ThisExpression' && module === start.module && contains(start.node, target);
    const owner = object.type === 'ThisExpression' && !isOwnThis ? null : evaluator.evaluate(object, module, null);
    return owner?.type === 'class' && owner.node === start.node ? [evaluateAssigned(evaluator, value, module)] : [];
  });
}

/** `Object.assign(Api, options)` */
function listStaticMerges(evaluator: Evaluator, start: ClassValue, name: string): readonly Value[] {
  return evaluator.index.listAssignmentsTo(evaluator, start.node, MERGED, 'callable').flatMap((assigned) => {
    const { object, module } = assigned;
    const owner = evaluator.evaluate(object, module, null);
    if (owner.type !== 'class' || owner.node !== start.node) return [];
    return readMerged(evaluator, assigned, module, name, (node) => evaluateAssigned(evaluator, node, module));
  });
}

export function getStaticMember(evaluator: Evaluator, start: ClassValue, name: string): Value | null {
  const values = [...listStaticAssignments(evaluator, start, name), ...listStaticMerges(evaluator, start, name)];
  let of: ClassValue | null = start;
  let isDeclared = false; // what a class declares hides what those above it do
  for (let depth = 0; of !== null && !isDeclared && depth < MAX_ANCESTORS; depth += 1) {
    const env = extendEnv(of.env, { fn: of.node, args: [], self: start, call: null }, false);
    for (const member of of.node.body.body) {
      if (getMemberName(member) !== name || !isStatic(member)) continue;
      const method = evaluateMethod(evaluator, { of, env }, member, start, false);
      if (method !== null) return method;
      if (!('value' in member) || !member.value) continue;
      values.unshift(evaluator.evaluate(member.value, of.module, env));
      isDeclared = true;
    }
    const parent = evaluateSuperclass(evaluator, of);
    of = parent?.type === 'class' ? parent : null;
  }
  const given = values.filter((value) => value.type !== 'primitive');
  if (given.length > 0) return unite(given);
  return values[0] ?? null;
}

/** `super.name` inside a method of `classNode`: looked up from the class above, with the same `this`. */
export function getSuperMember(evaluator: Evaluator, self: Value, classNode: ClassNode, name: string): Value | null {
  if (self.type !== 'instance') return null;
  const levels = listLevels(evaluator, self);
  const own = levels.findIndex((level) => level.of.node === classNode);
  for (const level of levels.slice(own + 1)) {
    const value = evaluateAtLevel(evaluator, level, name, self);
    if (value !== null) return value;
  }
  return null;
}
