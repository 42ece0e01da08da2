import type * as t from '@babel/types';
import { findLiteralAround, listGivenThis, sharesThis } from '../../syntax/enclosing.ts';
import { type FunctionNode, isClassNode, isFunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { resolveApplication } from '../calls/application.ts';
import { evaluateOptionsThis } from '../components/component-options.ts';
import { findOptionObject } from '../components/option-objects.ts';
import { isOfWorkflow, listComponentEntries } from '../components/workflow-components.ts';
import type { Evaluator } from '../evaluator.ts';
import { findServerThis } from '../frameworks/server-contexts.ts';
import { evaluateTestThis } from '../frameworks/test-contexts.ts';
import type { Module } from '../modules/module.ts';
import { makeUnknown } from '../texts/texts.ts';
import { findFrame } from '../values/frames.ts';
import { chooseEach, listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import { type Env, type FunctionValue, type InstanceValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { listAttached } from './attached-functions.ts';
import { constructObject, isConstructorFunction, isSelf } from './constructor-functions.ts';
import { listExtendedEntries } from './extended-objects.ts';
import { findSuperMember } from './instances.ts';
import { evaluateSuperclass } from './levels.ts';
import { isMadeByKnownCall, listMadeOwners } from './made-methods.ts';
import { listMergedElsewhere } from './merged-elsewhere.ts';
import { findMergedObject, listMergedByName } from './merged-literals.ts';
import { listMixedInto } from './mixing-classes.ts';
import { listMixers } from './old-inheritance.ts';
import { listStaticOwners } from './overridden-members.ts';
import { findConstructorOf, findMakerOf } from './prototype-owners.ts';
import { listTakings } from './taken-functions.ts';

/** What `this` and `super` stand for. */

function findThisOwner(node: SyntaxNode): { readonly owner: SyntaxNode; readonly member: SyntaxNode } | null {
  for (let at: SyntaxNode = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isFunctionNode(at) && !sharesThis(at)) return { owner: at, member: at };
    if (parent.type === 'ClassBody') {
      const owner = getParent(parent);
      return owner === undefined ? null : { owner, member: at };
    }
  }
  return null;
}

/** Also of `list = function () { … }` and `list = flow(function* () { … })` in its body. */
function findClassOf(fn: FunctionNode): SyntaxNode | undefined {
  const around = getParent(fn);
  const isGiven = around?.type === 'CallExpression' && around.arguments[0] === fn && fn.type === 'FunctionExpression';
  const parent = isGiven ? getParent(around) : around;
  const isField = parent?.type === 'ClassProperty' || parent?.type === 'ClassPrivateProperty';
  const body = isField ? getParent(parent) : around;
  return body?.type === 'ClassBody' ? getParent(body) : undefined;
}

/** What a constructor function makes of `this`, whoever calls it. */
function constructAny(evaluator: Evaluator, maker: FunctionValue, env: Env): Value {
  const any = env?.any === true;
  const made = constructObject(evaluator, { ...maker, env: any ? evaluator.anyCaller : null }, null, any);
  return { ...made, maker };
}

/** The object literal of whose methods one holds this `this`, or whose options it is made of; null elsewhere. */
export function findLiteralOfThis(node: SyntaxNode): t.ObjectExpression | null {
  const owner = findThisOwner(node)?.owner;
  if (owner === undefined || !isFunctionNode(owner)) return null;
  return findOptionObject(owner)?.options ?? findLiteralAround(owner);
}

/** `this` in a function of an object literal: the object, and what the component that it is part of adds. */
function completeLiteral(
  evaluator: Evaluator,
  own: Value,
  literal: t.ObjectExpression,
  module: Module,
  env: Env,
): Value {
  if (own.type !== 'object' || own.node !== literal) return own;
  const added = [
    ...listExtendedEntries(evaluator, literal, module),
    ...listComponentEntries(evaluator, literal, module, env),
  ];
  return added.length === 0 ? own : { ...own, entries: [...added, ...own.entries] };
}

/** `this` in a function on the prototype of a class. */
function evaluateMadeBy(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Value | null {
  const maker = findMakerOf(fn, module);
  return maker === null ? null : makeAny(evaluator, maker, module, env);
}

/** Any of what a class or a constructor function makes; null for all else. A helper that adds methods is handed it. */
function makeAny(evaluator: Evaluator, maker: SyntaxNode, module: Module, env: Env): Value | null {
  const own = evaluator.evaluate(maker, module, null);
  const of = own.type === 'param' && env?.any === true ? evaluator.evaluate(maker, module, evaluator.anyCaller) : own;
  const made = listOptions(of).flatMap((option): readonly Value[] => {
    if (option.type === 'class')
      return [{ type: 'instance', of: option, construction: null, any: env?.any === true, ...NO_PROVENANCE }];
    return option.type === 'function' ? [constructAny(evaluator, option, env)] : [];
  });
  return made.length === 0 ? null : unite(made);
}

/** `this` in a function that other files take for a method of theirs. */
function listTakenFor(
  evaluator: Evaluator,
  fn: FunctionNode,
  module: Module,
  env: Env,
  isOfPrototype = false,
): readonly Value[] {
  return listTakings(evaluator, fn, module, isOfPrototype).flatMap(({ self, module: from, isMaker }) => {
    if (isMaker) return makeAny(evaluator, self, from, env) ?? [];
    const given = evaluator.evaluate(self, from, env?.any === true ? evaluator.anyCaller : null);
    return listOptions(given).filter(({ type }) => type !== 'unknown');
  });
}

/** `this` in a function by itself that becomes a method by its name. */
function evaluateAttached(evaluator: Evaluator, fn: FunctionNode, module: Module, env: Env): Value | null {
  const { values, makers, isExported } = listAttached(evaluator, fn, module, env);
  const made = makers.flatMap((maker) => makeAny(evaluator, maker, module, env) ?? []);
  const mixers = isExported ? listMixers(evaluator, module) : [];
  const mixed = mixers.map((mixer) => constructAny(evaluator, mixer, env));
  const all = [...values, ...made, ...mixed, ...listTakenFor(evaluator, fn, module, env)];
  return all.length === 0 ? null : unite(all);
}

/** `this` in a function that a call makes, by what the call puts it on. */
function evaluateMadeMethod(evaluator: Evaluator, fn: FunctionNode, env: Env): Value | null {
  const owners = listMadeOwners(evaluator, fn, env);
  const all = owners.flatMap(({ node, module, env: around, isMaker, choices }): readonly Value[] => {
    const made = isMaker ? makeAny(evaluator, node, module, env) : evaluator.evaluate(node, module, around);
    return made === null ? [] : listOptions(made).map((option) => withChoices(option, choices));
  });
  const known = all.filter(({ type }) => type !== 'unknown');
  return known.length === 0 ? null : unite(known);
}

const NOT_KNOWN = '`this` is not known here';

/** `this` in a function that is nobody's method: that of the callers, each of which may have its own. */
function evaluateThisOfCallers(
  evaluator: Evaluator,
  fn: FunctionNode,
  node: SyntaxNode,
  module: Module,
  env: Env,
): Value {
  const callers = evaluator.index.listCallers(fn);
  const made = env?.any === true || callers.length === 0 ? evaluateMadeMethod(evaluator, fn, env) : null;
  // Callers that are found later say more.
  if (made !== null) evaluator.noteQuestionOfAnyCaller();
  if (made !== null && (callers.length === 0 || isMadeByKnownCall(fn, env))) return made;
  if (env?.any === true) {
    const given = callers.flatMap((caller) =>
      listOptions(resolveApplication(evaluator, caller, evaluator.anyCaller).callee).flatMap((option) =>
        option.type === 'function' && option.fn === fn && option.self !== null ? [option.self] : [],
      ),
    );
    if (made !== null || given.length > 0) return unite([...given, ...(made === null ? [] : [made])]);
    return evaluateAttached(evaluator, fn, module, env) ?? makeUnknown(node, module, NOT_KNOWN);
  }
  return { type: 'param', open: { fn, module }, node, module, path: ['this'], ...NO_PROVENANCE };
}

/** `function configure() { this.host = … }`: is it the object that whoever calls the function calls it on? */
export function isThisOfCallers(node: SyntaxNode, module: Module): boolean {
  const owner = findThisOwner(node)?.owner;
  return (
    owner !== undefined &&
    isFunctionNode(owner) &&
    findClassOf(owner) === undefined &&
    findLiteralOfThis(node) === null &&
    findMakerOf(owner, module) === null &&
    !isConstructorFunction(owner, module)
  );
}

/** `this.paginate({ fn: this.listCalls })`: methods of a component stay bound to it, whoever holds them. */
function isTakenFromComponent(evaluator: Evaluator, owner: FunctionNode, self: Value, module: Module): boolean {
  const name = owner.type === 'ObjectMethod' ? nameKey(owner) : null;
  const literal = findLiteralAround(owner);
  if (name === null || literal === null || self.type !== 'object') return false;
  const own = evaluator.getProperty(self, name, owner, module);
  if (listOptions(own).some((option) => option.type === 'function' && option.fn === owner)) return false;
  return findOptionObject(owner) !== null || isOfWorkflow(literal);
}

/** The value of `this`. Without a calling context it is any instance of the class around. */
export function evaluateThis(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): Value {
  const found = findThisOwner(node);
  if (found === null) return makeUnknown(node, module, NOT_KNOWN);
  const { owner, member } = found;
  const classNode = isFunctionNode(owner) ? findClassOf(owner) : owner;
  if (isFunctionNode(owner)) {
    const literal = findLiteralAround(owner);
    const self = findFrame(env, owner)?.self;
    if (self && !isTakenFromComponent(evaluator, owner, self, module))
      return literal === null ? self : completeLiteral(evaluator, self, literal, module, env);
    const given = listGivenThis(owner).find((node) => isSelf(node, module));
    if (given !== undefined) return evaluator.evaluate(given, module, env);
    const component = evaluateOptionsThis(evaluator, owner, module, env);
    if (component !== null) return component;
    const maker = findConstructorOf(owner, module) ?? (isConstructorFunction(owner, module) ? owner : null);
    if (maker !== null) {
      const fn = { type: 'function' as const, fn: maker, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
      const own = constructAny(evaluator, fn, env);
      const taken = maker === owner ? [] : listTakenFor(evaluator, owner, module, env, true);
      return taken.length === 0 ? own : chooseEach(`this of ${evaluator.identify(owner)}`, [own, ...taken]);
    }
    const made = evaluateMadeBy(evaluator, owner, module, env);
    if (made !== null) return made;
    const server = literal === null ? findServerThis(evaluator, owner) : null;
    if (server !== null) return server;
    if (literal !== null) {
      const mixers = listMixers(evaluator, literal).map((mixer) => constructAny(evaluator, mixer, env));
      const merged = findMergedObject(evaluator, owner, literal, module, env);
      // Each brings its own members: a host of one never goes with a path of another.
      return chooseEach(`this of ${evaluator.identify(literal)}`, [
        merged ?? completeLiteral(evaluator, evaluator.evaluate(literal, module, env), literal, module, env),
        ...mixers,
        ...listMixedInto(evaluator, literal, env),
        ...listMergedByName(evaluator, owner, literal, module, env),
        ...listMergedElsewhere(evaluator, owner, literal, module, env),
        ...listTakenFor(evaluator, owner, module, env),
      ]);
    }
  }
  if (classNode === undefined || !isClassNode(classNode)) {
    const context = isFunctionNode(owner) ? evaluateTestThis(evaluator, owner, module, env) : null;
    if (context !== null) return context;
    const isCalled = isFunctionNode(owner) && findFrame(env, owner) === null;
    return isCalled ? evaluateThisOfCallers(evaluator, owner, node, module, env) : makeUnknown(node, module, NOT_KNOWN);
  }
  const of = { type: 'class' as const, node: classNode, module, env, ...NO_PROVENANCE };
  const isStatic = member.type === 'StaticBlock' || ('static' in member && member.static === true);
  if (isStatic) return unite(listStaticOwners(evaluator, of));
  return (
    findFrame(env, classNode)?.self ?? {
      type: 'instance',
      of,
      construction: null,
      any: env?.any === true,
      ...nameMethod(owner),
      ...NO_PROVENANCE,
    }
  );
}

function nameMethod(owner: SyntaxNode): Pick<InstanceValue, 'method'> {
  const name = owner.type === 'ClassMethod' && owner.kind === 'method' ? nameKey(owner) : null;
  return name === null ? {} : { method: name };
}

/** `super.name`: the member of the class above, with the same `this`. */
const ABOVE_UNKNOWN = 'the class above is not known';

export function evaluateSuperMember(
  evaluator: Evaluator,
  node: SyntaxNode,
  name: string,
  module: Module,
  env: Env,
): Value {
  const self = evaluateThis(evaluator, node, module, env);
  const owner = findThisOwner(node)?.owner;
  const classNode = owner !== undefined && isFunctionNode(owner) ? findClassOf(owner) : owner;
  if (classNode === undefined || !isClassNode(classNode)) return makeUnknown(node, module, ABOVE_UNKNOWN);
  const member = findSuperMember(evaluator, self, classNode, name);
  if (member !== null) return member;
  // `(Base) => class extends Base { send(path) { return super.send(path); } }`: who mixes it in says.
  const parent = evaluateSuperclass(evaluator, { type: 'class', node: classNode, module, env, ...NO_PROVENANCE });
  if (parent?.type === 'param') return { ...parent, node, module, path: [...parent.path, name] };
  return makeUnknown(node, module, ABOVE_UNKNOWN);
}
