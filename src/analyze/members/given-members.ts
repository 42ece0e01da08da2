import { findMethodAround } from '../../syntax/enclosing.ts';
import { COMPUTED, MERGED } from '../../syntax/merged-members.ts';
import { contains, findMemberRoot, getEnd, getStart, isCallNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { mayBeSame } from '../classes/made-apart.ts';
import { findPrototypeName } from '../classes/prototype-owners.ts';
import { evaluateSet, isSetOn } from '../classes/setters.ts';
import { findLiteralOfThis } from '../classes/this-value.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv, evaluateAssigned } from '../expressions/assignments.ts';
import { findEnclosingFunction } from '../expressions/reaching-assignments.ts';
import { nameSymbol } from '../frameworks/injected-tokens.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, InstanceValue, ObjectValue, Value } from '../values/values.ts';
import { appendMember } from './appended-members.ts';
import { findMembersSource } from './copied-members.ts';
import { listGrown } from './grown-in-steps.ts';
import { findGuard, type Guard, isKept, supposeMember } from './guarded-assignments.ts';
import { listUnder } from './keyed-values.ts';
import { isLeftAsItWas } from './mergers.ts';
import { findCopied } from './own-mergers.ts';
import { type Assigned, findLiteral, findOwnerNode } from './owned-assignments.ts';

/**
 * What an object is given after it was made, wherever that is: `config.base = …`, `Object.assign(config, options)`,
 * `config[key] = …`, also by a function that is handed the object.
 */

function isKnown(value: Value): boolean {
  return value.type !== 'param' && value.type !== 'unknown' && value.type !== 'primitive';
}

/** On the right side, and where it is asked whether to assign it, the member is still what it was before. */
function isBefore(assigned: Assigned, node: SyntaxNode, literal: SyntaxNode): boolean {
  if (contains(assigned.value, node) || isEarlier(assigned, node, literal)) return true;
  const guard = findGuard(assigned, assigned.module);
  return guard?.conditions.some(({ test }) => contains(test, node)) ?? false;
}

const LOOP = /^(?:For|While|DoWhile)/;

/** `const { url } = config; config.url = join(url);` of an object that is made anew for each call. */
function isEarlier({ target }: Assigned, node: SyntaxNode, literal: SyntaxNode): boolean {
  const around = findEnclosingFunction(target);
  if (around === null || getEnd(node) > getStart(target) || findEnclosingFunction(node) !== around) return false;
  if (findEnclosingFunction(literal) === null || contains(around, literal)) return false;
  for (let at = getParent(target); at !== undefined && at !== around; at = getParent(at))
    if (LOOP.test(at.type)) return false;
  return true;
}

type Evaluate = (node: SyntaxNode) => Value;

/** What of a name that is known is as good as what is written under it. */
const HELD = /^(?:function|class|instance|client)$/;

/** What one source of a merge has under the name; as for a spread, one that is not known is taken not to have it. */
export function readMerged(
  evaluator: Evaluator,
  { value }: MemberAssignment,
  module: Module,
  name: string,
  evaluate: Evaluate,
): readonly Value[] {
  const sources = listOptions(evaluate(value)).filter(({ type }) => type === 'object' || type === 'function');
  return sources.flatMap((source) => listOptions(evaluator.getProperty(source, name, value, module)).filter(isKnown));
}

/** `for (const key in TABLE) this[key] = …` of a table that is written out, and has no such member. */
function isKeyOfOthers(
  evaluator: Evaluator,
  key: SyntaxNode,
  name: string,
  module: Module,
  evaluate: Evaluate,
): boolean {
  const source = findBindingOf(module, key)?.source;
  if (source?.kind !== 'key') return false;
  return listOptions(evaluate(source.of)).every(
    (table) =>
      table.type === 'object' &&
      table.node !== null &&
      table.entries.every((entry) => entry.kind === 'slot' && entry.name !== name) &&
      evaluator.index.listAssignmentsTo(evaluator, table.node, name, 'object').length === 0,
  );
}

/** What is assigned to a member whose name is computed, where it can be the name. */
export function readComputed(
  evaluator: Evaluator,
  { target, value }: MemberAssignment,
  module: Module,
  name: string,
  evaluate: Evaluate,
): readonly Value[] {
  if (!isMemberNode(target) || isKeyOfOthers(evaluator, target.property, name, module, evaluate)) return [];
  const source = findMembersSource(target, value, module);
  if (source !== null)
    return listOptions(evaluate(source))
      .filter(({ type }) => type === 'object')
      .flatMap((given) => listOptions(evaluator.getProperty(given, name, value, module)).filter(isKnown));
  const key = evaluate(target.property);
  const symbol = nameSymbol(evaluator, key);
  if (symbol !== null) return symbol === name ? listOptions(evaluate(value)) : [];
  const keys = listTexts(key, target.property, module);
  // What is kept by a name that is computed, like a client in a pool, is what that name asks for.
  const given = listUnder(evaluator, keys, name, () => evaluate(value)) ?? [];
  // Under a name that nobody knows a function may be that of any other.
  const isKnownName = keys.every((key) => findKnownText(key) !== null);
  return given.filter(({ type }) => /^(?:text|url|object)$/.test(type) || (isKnownName && HELD.test(type)));
}

/** What a function of the project copies into an object: the call that the literal is written in gives the result itself. */
function readCopied(
  evaluator: Evaluator,
  { fn, source }: NonNullable<ReturnType<typeof findCopied>>,
  literal: SyntaxNode,
  name: string,
  module: Module,
  env: Env | undefined,
): readonly Value[] {
  const call = getParent(literal);
  const isOwn =
    call !== undefined &&
    isCallNode(call) &&
    evaluator.index.listCallees(call).some((callee) => callee.type === 'function' && callee.fn === fn);
  // So does what the function begins with.
  if (isOwn || contains(fn, literal)) return [];
  const sources = listOptions(evaluateAssigned(evaluator, source, module, env)).filter(({ type }) => type === 'object');
  return sources.flatMap((given) => listOptions(evaluator.getProperty(given, name, source, module)).filter(isKnown));
}

function evaluateGiven(
  ...[evaluator, assigned, env, declared, literal]: [Evaluator, Assigned, Env, Value, SyntaxNode]
): Value {
  const given = evaluateAssigned(evaluator, assigned.value, assigned.module, env);
  return appendMember(assigned, declared, given, literal);
}

/** What an assignment makes of the values that the member had before: of those with which its conditions let it happen. */
function listGuarded(
  evaluator: Evaluator,
  assigned: Assigned,
  guard: Guard,
  object: ObjectValue,
  before: Value,
): readonly Value[] {
  const literal = object.node ?? assigned.target;
  const { value, name, module } = assigned;
  const env = chooseAssignedEnv(evaluator, value, object.env ?? null);
  if (env === null || env.frame === null)
    return isKept(evaluator, guard, module, env, null)
      ? []
      : [evaluateGiven(evaluator, assigned, env, before, literal)];
  return listOptions(before).flatMap((option) => {
    const supposed = supposeMember(env, guard, object, name, option);
    const isLeft = isKept(evaluator, guard, module, supposed, option);
    return isLeft ? [] : [evaluateGiven(evaluator, assigned, supposed, option, literal)];
  });
}

/** The assignments under questions to the member, where all stand in one function: which of several functions runs last nobody knows. */
function listInOrder(all: readonly Assigned[]): readonly { readonly assigned: Assigned; readonly guard: Guard }[] {
  const guarded = all.flatMap((assigned) => {
    const guard = findGuard(assigned, assigned.module);
    return guard === null ? [] : [{ assigned, guard }];
  });
  const functions = new Set(guarded.map(({ assigned }) => findEnclosingFunction(assigned.target)));
  return functions.size > 1 ? [] : guarded;
}

/**
 * `get(path) { this.options.path = path; return this; }` of an object that each instance makes for itself: the instance on which
 * the method is called; null for every other assignment.
 */
function findHolding({ object: target, operator }: Assigned, { env }: ObjectValue): InstanceValue | null {
  if (operator !== '=' || !isMemberNode(unwrap(target))) return null;
  const root = findMemberRoot(target);
  const method = root.type === 'ThisExpression' ? findMethodAround(root) : null;
  if (method?.type !== 'ClassMethod' || method.kind !== 'method') return null;
  for (let link = env ?? null; link !== null; link = link.parent) {
    const self = link.frame?.self;
    if (self?.type === 'instance' && (self.construction !== null || !self.any) && contains(self.of.node, target))
      return self;
  }
  return null;
}

/** What its methods set in the object, each by those who call it on the instance. */
function listSetOnHeld(evaluator: Evaluator, all: readonly Assigned[], object: ObjectValue): readonly Value[] {
  const held = all.flatMap(({ value, module, ...rest }) => {
    const instance = findHolding({ value, module, ...rest }, object);
    return instance === null ? [] : [{ value, module, instance }];
  });
  const own = held.filter(({ value, instance }) => isSetOn(evaluator, value, instance));
  return (own.length === 0 ? held : own).map(({ value, module, instance }) =>
    evaluateSet(evaluator, value, module, object.env ?? null, instance),
  );
}

/** `declared`: what the object is made with; `at`: where the member is read. */
export function listGivenMembers(
  evaluator: Evaluator,
  object: ObjectValue,
  name: string,
  declared: Value,
  at: { readonly node: SyntaxNode; readonly module: Module },
): readonly Value[] {
  const literal = object.node;
  if (literal === null) return listGivenToMade(evaluator, object, name);
  const list = (key: string) =>
    evaluator.index
      .listAssignmentsTo(evaluator, literal, key, 'object')
      // `r.url = '/v1' + r.url`
      .filter((assigned) => !(assigned.module === at.module && isBefore(assigned, at.node, literal)))
      .filter((assigned) => isGivenTo(evaluator, assigned, object));
  const own = list(name);
  const merged = list(MERGED);
  const computed = list(COMPUTED);
  if (own.length + merged.length + computed.length === 0) return [];
  const isHeld = own.some((assigned) => findHolding(assigned, object) !== null);
  const grown = isHeld
    ? null
    : listGrown(own, literal, at.node, declared, ({ module }, node) =>
        evaluateAssigned(evaluator, node, module, object.env),
      );
  const guarded = grown === null ? listInOrder(own) : [];
  const free = grown !== null ? [] : own.filter((entry) => !guarded.some(({ assigned }) => assigned === entry));
  const given = [
    ...(grown ?? []),
    ...listSetOnHeld(evaluator, free, object),
    ...free.flatMap((assigned) => {
      const { object: target, value, module } = assigned;
      if (findHolding(assigned, object) !== null) return [];
      return target.type === 'ThisExpression'
        ? listSetByMethod(evaluator, object, target, value, module)
        : [evaluateGiven(evaluator, assigned, object.env ?? null, declared, literal)];
    }),
    ...merged.flatMap((assigned) => {
      const { module } = assigned;
      return readMerged(evaluator, assigned, module, name, (node) =>
        evaluateAssigned(evaluator, node, module, object.env),
      );
    }),
    ...computed.flatMap((assigned) => {
      const { module } = assigned;
      const copied = findCopied(assigned.target, module);
      if (copied !== null) return readCopied(evaluator, copied, literal, name, module, object.env);
      return readComputed(evaluator, assigned, module, name, (node) =>
        evaluateAssigned(evaluator, node, module, object.env),
      );
    }),
  ];
  for (const { assigned, guard } of guarded)
    given.push(...listGuarded(evaluator, assigned, guard, object, unite([declared, ...given])));
  return given;
}

/** `client.name = value` of what a constructor function made: of any of it, where nothing tells which. */
function listGivenToMade(evaluator: Evaluator, object: ObjectValue, name: string): readonly Value[] {
  const { madeBy } = object;
  if (madeBy === undefined) return [];
  return evaluator.index.listAssignmentsTo(evaluator, madeBy.fn, name, 'object').flatMap((assigned) => {
    const { object: target, value, module } = assigned;
    // Who is above in the chain of prototypes has them already.
    if (target.type === 'ThisExpression' || findPrototypeName(target, module) !== null) return [];
    const isOf = listOptions(evaluateAssigned(evaluator, target, module)).some(
      (option) => option.type === 'object' && option.madeBy?.fn === madeBy.fn && mayBeSame(option.madeBy, madeBy),
    );
    return isOf ? [evaluateAssigned(evaluator, value, module)] : [];
  });
}

/** Does the assignment, or removal, belong to this object? */
export function isGivenTo(evaluator: Evaluator, assigned: Assigned, object: ObjectValue): boolean {
  const { object: target, module } = assigned;
  if (isLeftAsItWas(evaluator, assigned.target, module)) return false;
  if (target.type === 'ThisExpression') return findLiteralOfThis(target) === object.node;
  const node = findOwnerNode(target, module);
  const owner = evaluator.evaluate(node, module, chooseAssignedEnv(evaluator, node, null));
  return listOptions(owner).some((option) => option.type === 'object' && findLiteral(option) === object.node);
}

/** `{ mode: 'live', useTest() { this.mode = 'test'; } }`: what the object's own methods set, where it is known. */
function listSetByMethod(
  evaluator: Evaluator,
  object: ObjectValue,
  self: SyntaxNode,
  value: SyntaxNode,
  module: Module,
): readonly Value[] {
  if (findLiteralOfThis(self) !== object.node) return [];
  const set = evaluateAssigned(evaluator, value, module);
  return listOptions(set).filter((option) => option.type !== 'param' && option.type !== 'unknown');
}
