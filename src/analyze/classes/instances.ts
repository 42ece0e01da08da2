import type * as t from '@babel/types';
import { isBoundMethod } from '../../syntax/fields-as-methods.ts';
import { isGivenWithClass } from '../../syntax/given-statics.ts';
import { COMPUTED, MERGED } from '../../syntax/merged-members.ts';
import { type ClassNode, contains, unwrap } from '../../syntax/nodes.ts';
import { givesBack } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { findOtherGiver } from '../components/angular-templates.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { markMemberDefault } from '../expressions/fallback-values.ts';
import { isStepOfMember } from '../expressions/growing-members.ts';
import { growMember } from '../expressions/grown-texts.ts';
import { evaluateDecorated } from '../frameworks/injected-tokens.ts';
import { readComputed, readMerged } from '../members/given-members.ts';
import { listMergedMembers } from '../members/merged-fields.ts';
import { type Assigned, findOwnerNode } from '../members/owned-assignments.ts';
import { findBindingOf } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ClassValue, InstanceValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { evaluateAppended, evaluatePushed } from './appended-fields.ts';
import { evaluateSuperclass, findConstructor, type Level, MAX_ANCESTORS } from './levels.ts';
import { hasName } from './member-names.ts';
import { keepsOwn, listOwnAssignments } from './own-assignments.ts';
import { listOfPrototype } from './prototype-members.ts';
import { readOwner } from './prototype-owners.ts';
import { evaluateGivenToPrototype } from './prototypes-of-classes.ts';
import { evaluateSet, isSetOn } from './setters.ts';
import { leavesUnset } from './starting-methods.ts';
import { evaluateDeclaredType } from './types.ts';
import { dropUnset } from './unset-fields.ts';

/** Members of class instances: fields, constructor assignments, parameter properties, accessors, methods, inheritance. */

type ClassMember = t.ClassBody['body'][number];

export function isStatic(member: ClassMember): boolean {
  return 'static' in member && member.static === true;
}

/** `super(base); this.url += '/calls'`: behind what the constructor set before, or that of the class above. */
function appendInConstructor(
  evaluator: Evaluator,
  level: Level,
  instance: InstanceValue,
  name: string,
  values: readonly SyntaxNode[],
): Value | null {
  const { of, env } = level;
  const starts = listOwnAssignments(level.of, name).filter((entry) => entry.inConstructor && !entry.isAppended);
  const fields = of.node.body.body.filter((member) => !isStatic(member) && hasName(evaluator, of, member, name));
  const initial = fields.flatMap((member) => ('value' in member && member.value ? [member.value] : []));
  const set = [...(starts.length > 0 ? starts.map(({ value }) => value) : initial)].map((value) =>
    evaluator.evaluate(value, of.module, env),
  );
  const start = set.length > 0 ? unite(set) : findSuperMember(evaluator, instance, of.node, name);
  if (start === null) return null;
  return values.reduce((before: Value, value) => {
    const pieces = [before, evaluator.evaluate(value, of.module, env)].map((piece) =>
      listTexts(piece, value, of.module),
    );
    return concatTexts(pieces, value, of.module);
  }, start);
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
    ...(isBoundMethod(member) ? { isBound: true } : {}),
    ...NO_PROVENANCE,
  };
  // `get path() { throw … }` leaves it to the classes below.
  if (member.kind === 'get' && !givesBack(member)) return null;
  if (member.kind === 'get') return evaluateReturn(evaluator, method, { args: [], call: null, from: null }, any);
  return member.kind === 'method' ? method : null;
}

function evaluateAtLevel(evaluator: Evaluator, level: Level, name: string, instance: InstanceValue): Value | null {
  const { of, env } = level;
  const members = of.node.body.body.filter((member) => !isStatic(member) && hasName(evaluator, of, member, name));
  const shared = listOfPrototype(evaluator, of, name, instance);
  for (const member of members) {
    const method = evaluateMethod(evaluator, level, member, instance, instance.any);
    // What stands in its place from some time on, where that is known.
    if (method !== null)
      return unite([method, ...shared.filter(({ type }) => type !== 'unknown' && type !== 'external')]);
  }
  if (shared.length > 0 && members.length === 0) return unite(shared);
  const all = listOwnAssignments(level.of, name);
  const grown = all.filter(({ isAppended, inConstructor }) => isAppended && inConstructor).map(({ value }) => value);
  const whole = grown.length === 0 ? null : appendInConstructor(evaluator, level, instance, name, grown);
  if (whole !== null) return whole;
  const replacing = all.filter(({ isAppended }) => !isAppended);
  // `get(path) { this.path = path; return this; }` beside `post(path)`: what is called on this instance sets it, and not the others.
  const setOn = replacing.filter(({ value, inConstructor }) => !inConstructor && isSetOn(evaluator, value, instance));
  const reaching = setOn.length === 0 ? replacing : replacing.filter((one) => one.inConstructor || setOn.includes(one));
  const steps = reaching.filter(({ value, inConstructor }) => !inConstructor && isStepOfMember(value, of.module));
  const assigned = steps.length === 0 ? reaching : reaching.filter((one) => !steps.includes(one));
  const appended = all.filter(({ isAppended }) => isAppended).map(({ value }) => value);
  const values = assigned.map(({ value, inConstructor }) =>
    inConstructor
      ? markMemberDefault(evaluator.evaluate(value, of.module, env), value, of.module)
      : evaluateSet(evaluator, value, of.module, env, instance),
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
  const isReplaced = assigned.some(({ isSetAtStart, value }) => isSetAtStart && !keepsOwn(value, name));
  if (field !== undefined && 'value' in field && field.value && !isReplaced) {
    const written = evaluator.evaluate(field.value, of.module, env);
    const pushed = written.type === 'array' ? evaluatePushed(evaluator, level, instance, name, written) : null;
    const initial = pushed ?? written;
    // `base = ''` of an instance on which somebody sets it is no base of its own.
    const isEmpty = initial.type === 'text' && initial.atoms.length === 0;
    const isLeft = leavesUnset(findConstructor(of.node)) && isPlaceholder(initial, values);
    const isUnset = isLeft || (isEmpty && instance.construction !== null);
    if (values.length === 0 || !isUnset) values.unshift(dropUnset(evaluator, initial, values, instance, field));
    const giver = findOtherGiver(evaluator, field, of.node, of.module);
    if (giver !== null) values.push(makeUnknown(field, of.module, giver));
  }
  if (appended.length > 0) {
    const start = values.length > 0 ? unite(values) : null;
    return evaluateAppended(evaluator, level, instance, start, appended);
  }
  if (values.length > 0)
    return steps.reduce((before, { value }) => growMember(before, value, of.module), unite(values));
  if (field === undefined) return evaluateGivenToPrototype(evaluator, of, name, instance);
  return evaluateDecorated(evaluator, field, of.module) ?? evaluateDeclaredType(evaluator, field, of.module, env);
}

/** Does code outside the class set a member of this instance, or of any where instances are not told apart? */
function isOf(evaluator: Evaluator, { object, module }: Assigned, instance: InstanceValue): boolean {
  if (readOwner(object) !== null) return false;
  // `this.options.base = …` in a constructor: the options are those of its callers.
  return listOptions(evaluateAssigned(evaluator, findOwnerNode(object, module), module)).some(
    (option) =>
      option.type === 'instance' &&
      option.of.node === instance.of.node &&
      (instance.construction === null ||
        option.construction?.call === instance.construction.call ||
        // `configure.call(this)`, `plugin.install(this)` in a method: of any instance.
        option.construction === null),
  );
}

/** `client.name = value`, `Object.assign(client, options)`, `client[key] = value` from outside the class. */
function listOutsideAssignments(evaluator: Evaluator, instance: InstanceValue, name: string): readonly Value[] {
  const list = (key: string) =>
    evaluator.index
      .listAssignmentsTo(evaluator, instance.of.node, key, 'instance')
      .filter((assigned) => isOf(evaluator, assigned, instance));
  const evaluate =
    ({ module }: Assigned) =>
    (node: SyntaxNode) =>
      evaluateAssigned(evaluator, node, module);
  return [
    ...list(name).map(({ value, module }) => evaluateAssigned(evaluator, value, module)),
    ...list(MERGED).flatMap((assigned) => readMerged(evaluator, assigned, assigned.module, name, evaluate(assigned))),
    // A function that is handed the object is handed the key and the value with it, and others at another time.
    ...list(COMPUTED)
      .filter(({ object, module }) => findBindingOf(module, unwrap(object))?.source.kind !== 'param')
      .flatMap((assigned) => readComputed(evaluator, assigned, assigned.module, name, evaluate(assigned))),
  ];
}

/** The member as the class of the instance has it, or one above that; null where none has it. */
export function findInheritedMember(evaluator: Evaluator, instance: InstanceValue, name: string): Value | null {
  const outside = listOutsideAssignments(evaluator, instance, name);
  for (const level of evaluator.levels.list(evaluator, instance)) {
    const value = evaluateAtLevel(evaluator, level, name, instance);
    if (value !== null) return outside.length === 0 ? value : unite([value, ...outside]);
  }
  return outside.length > 0 ? unite(outside) : null;
}

function isOfClass(evaluator: Evaluator, { object: owned, target, module }: Assigned, of: ClassValue): boolean {
  const object = unwrap(owned);
  const isOwnThis = object.type === 'ThisExpression' && module === of.module && contains(of.node, target);
  const isOther = object.type === 'ThisExpression' && !isOwnThis;
  const owner = isOther ? null : evaluator.evaluate(findOwnerNode(object, module), module, null);
  return owner?.type === 'class' && owner.node === of.node;
}

/** `Api.instance = …`, `this.instance ??= …` in a static method. */
function listStaticAssignments(evaluator: Evaluator, start: ClassValue, name: string): readonly Assigned[] {
  const assigned = evaluator.index.listAssignmentsTo(evaluator, start.node, name, 'callable');
  return assigned.filter((one) => isOfClass(evaluator, one, start));
}

/** `Object.assign(Api, options)` */
function listStaticMerges(evaluator: Evaluator, start: ClassValue, name: string): readonly Value[] {
  return evaluator.index.listAssignmentsTo(evaluator, start.node, MERGED, 'callable').flatMap((assigned) => {
    const { object, module } = assigned;
    const owner = evaluator.evaluate(findOwnerNode(object, module), module, null);
    if (owner.type !== 'class' || owner.node !== start.node) return [];
    return readMerged(evaluator, assigned, module, name, (node) => evaluateAssigned(evaluator, node, module));
  });
}

export function getStaticMember(
  evaluator: Evaluator,
  start: ClassValue,
  name: string,
  from: Value | null = start,
): Value | null {
  const values: Value[] = [];
  let of = from?.type === 'class' ? from : null;
  let isDeclared = false; // what a class declares hides what those above it do
  for (let depth = 0; of !== null && !isDeclared && depth < MAX_ANCESTORS; depth += 1) {
    const env = extendEnv(of.env, { fn: of.node, args: [], self: start, call: null }, false);
    const assigned = listStaticAssignments(evaluator, of, name);
    values.push(...assigned.map(({ value, module }) => evaluateAssigned(evaluator, value, module)));
    values.push(...listStaticMerges(evaluator, of, name));
    const { node } = of;
    isDeclared = assigned.some(({ target }) => isGivenWithClass(node, target));
    for (const member of of.node.body.body) {
      if (!isStatic(member) || !hasName(evaluator, of, member, name)) continue;
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
export function findSuperMember(evaluator: Evaluator, self: Value, classNode: ClassNode, name: string): Value | null {
  if (self.type === 'class') {
    let own: Value | null = self;
    for (let depth = 0; own?.type === 'class' && own.node !== classNode && depth < MAX_ANCESTORS; depth += 1)
      own = evaluateSuperclass(evaluator, own);
    return own?.type === 'class' ? getStaticMember(evaluator, self, name, evaluateSuperclass(evaluator, own)) : null;
  }
  if (self.type !== 'instance') return null;
  const levels = evaluator.levels.list(evaluator, self);
  const own = levels.findIndex((level) => level.of.node === classNode);
  for (const level of levels.slice(own + 1)) {
    const value = evaluateAtLevel(evaluator, level, name, self);
    if (value !== null) return value;
  }
  return null;
}
