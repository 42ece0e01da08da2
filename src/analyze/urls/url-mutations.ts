import { findClassAround, findMethodAround } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  contains,
  type FunctionNode,
  getStart,
  isCallNode,
  isFunctionNode,
  isLoop,
  isMemberNode,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { findOwnMember } from '../../syntax/own-names.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { MemberAssignment, ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv } from '../expressions/assignments.ts';
import { findPieces, mayRunAgain, mentions, putTogether } from '../expressions/grown-texts.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { applyAlongBranches, type Step } from '../steps.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, FunctionValue, Value } from '../values/values.ts';
import { type Aliases, isAlias, listAliases, listMemberAliases } from './url-aliases.ts';
import { assignToUrl, changeUrl, isUrlMember, type UrlMember } from './url-changes.ts';

/** What happens to a URL object that has a name, from where it gets the name to where it is used. */

/** A helper that hands the URL on to another is followed this deep. */
const MAX_HELPERS = 3;

/** What a URL object is called: a variable with the names that stand for the same, or `this.url` within one method. */
type Place =
  | { readonly binding: Binding; readonly aliases: Aliases }
  | { readonly member: string; readonly method: SyntaxNode | null };

/** `this.url` for `url` of `const { url } = this`, and for `target` of `const target = url`. */
function findOwn(name: SyntaxNode, module: Module, names = 0): SyntaxNode | null {
  const binding = findBindingOf(module, name);
  const { source, assignments } = binding ?? {};
  if (binding === undefined || source?.kind !== 'value' || source.steps.length > 0) return null;
  if (source.node === null || assignments?.length !== 0 || names > MAX_HELPERS) return null;
  return findOwnMember(binding) ?? findOwn(unwrap(source.node), module, names + 1);
}

function findPlace(expression: SyntaxNode, module: Module): Place | null {
  const name = unwrap(expression);
  const node = findOwn(name, module) ?? name;
  const aliases = listAliases(node, module);
  if (aliases !== null) return { binding: aliases.binding, aliases };
  if (!isMemberNode(node) || unwrap(node.object).type !== 'ThisExpression') return null;
  const member = nameMember(node);
  return member === null ? null : { member, method: findMethodAround(node) };
}

/** An argument, or a member of one. */
interface Handover {
  readonly call: ArgumentCall;
  /** The function that is handed the URL, where it is not the one that is called. */
  readonly callee: SyntaxNode | null;
  readonly index: number;
  readonly member: string | null;
}

/** `[url].forEach(move)` */
function findHandoverOfList(list: SyntaxNode | undefined): Handover | null {
  const member = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  const call = member === undefined ? undefined : getParent(member);
  if (member === undefined || !isMemberNode(member) || member.object !== list) return null;
  if (call?.type !== 'CallExpression' || call.callee !== member) return null;
  if (!/^(?:forEach|map)$/.test(nameMember(member) ?? '')) return null;
  return { call, callee: call.arguments[0] ?? null, index: 0, member: null };
}

/** `move(url)`, `move({ url })` */
function findHandover(node: SyntaxNode): Handover | null {
  const property = getParent(node);
  const ofList = findHandoverOfList(property);
  if (ofList !== null) return ofList;
  const isMember = property?.type === 'ObjectProperty' && property.value === node;
  const argument = isMember ? getParent(property) : node;
  const call = argument === undefined ? undefined : getParent(argument);
  if (argument === undefined || call === undefined || !isCallNode(call) || !('arguments' in call)) return null;
  const index = (call.arguments as readonly SyntaxNode[]).indexOf(argument);
  const member = isMember ? nameKey(property) : null;
  return index === -1 || (isMember && member === null) ? null : { call, callee: null, index, member };
}

function dropDefault(pattern: SyntaxNode | undefined): SyntaxNode | undefined {
  return pattern?.type === 'AssignmentPattern' ? pattern.left : pattern;
}

/** What an argument, or a member of one, is called in a function. */
function findParam(fn: FunctionNode, index: number, member: string | null): SyntaxNode | undefined {
  const param = dropDefault(fn.params[index]);
  if (member === null || param?.type !== 'ObjectPattern') return member === null ? param : undefined;
  for (const property of param.properties)
    if (property.type === 'ObjectProperty' && nameKey(property) === member) return dropDefault(property.value);
  return undefined;
}

/** What a function that is handed the URL calls it. */
function findHanded({ fn, module }: FunctionValue, index: number, member: string | null): Place | null {
  const name = findParam(fn, index, member);
  if (name?.type === 'Identifier') return findPlace(name, module);
  const param = dropDefault(fn.params[index]);
  const aliases = param === undefined || member === null ? null : listMemberAliases(param, member, module);
  return aliases === null ? null : { binding: aliases.binding, aliases };
}

type UrlAssignment = MemberAssignment & { readonly name: UrlMember };

const assigned = new WeakMap<ScriptFacts, readonly UrlAssignment[]>();

/** Those of a script that may change a URL; a bundle has thousands of others, and is asked for each URL in it. */
function listUrlAssignments(script: ScriptFacts): readonly UrlAssignment[] {
  const known =
    assigned.get(script) ??
    script.memberAssignments.filter((assignment): assignment is UrlAssignment => isUrlMember(assignment.name));
  assigned.set(script, known);
  return known;
}

class Mutations {
  readonly #evaluator: Evaluator;
  readonly #place: Place;
  readonly #module: Module;
  readonly #env: Env;
  readonly #use: SyntaxNode;
  readonly #depth: number;

  constructor(evaluator: Evaluator, place: Place, module: Module, env: Env, use: SyntaxNode, depth: number) {
    this.#evaluator = evaluator;
    this.#place = place;
    this.#module = module;
    this.#env = env;
    this.#use = use;
    this.#depth = depth;
  }

  #isPlace(node: SyntaxNode): boolean {
    if ('aliases' in this.#place) return isAlias(node, this.#place.aliases, this.#module);
    const place = findPlace(node, this.#module);
    if (place === null || 'binding' in place) return false;
    return 'member' in this.#place && place.member === this.#place.member && place.method === this.#place.method;
  }

  /** Is it the same member, set by another method of the class? */
  #isMemberElsewhere(node: SyntaxNode): boolean {
    const place = findPlace(node, this.#module);
    if (place === null || !('member' in place) || !('member' in this.#place)) return false;
    const isOther = place.member === this.#place.member && place.method !== this.#place.method;
    return isOther && findClassAround(node) === findClassAround(this.#use);
  }

  /** Can it run before the use although it stands behind it: the use is in a function that is called later, or in a loop with it? */
  #mayComeFirst(node: SyntaxNode): boolean {
    for (let at = getParent(this.#use); at !== undefined; at = getParent(at)) {
      const holds = contains(at, node);
      if (isFunctionNode(at)) return !holds;
      if (holds && isLoop(at)) return true;
    }
    return false;
  }

  #isBefore(node: SyntaxNode): boolean {
    if (contains(node, this.#use)) return false;
    if ('aliases' in this.#place && getStart(node) < this.#place.aliases.since) return false;
    return contains(this.#use, node) || getStart(node) < getStart(this.#use);
  }

  #evaluate(node: SyntaxNode): Value {
    return this.#evaluator.evaluate(node, this.#module, chooseAssignedEnv(this.#evaluator, node, this.#env));
  }

  /** `for (const part of parts) url.pathname += `/${part}``: one piece stands behind the other. */
  #change(url: Value, { target, name, value, operator }: UrlAssignment): Value {
    const node = value;
    const module = this.#module;
    const changed = changeUrl(url, { name, operator, node, module, given: this.#evaluate(value) });
    const isOfItself =
      operator === '+=' || mentions(value, module, (one) => isMemberNode(one) && nameMember(one) === name);
    if (!isOfItself || !mayRunAgain(target, this.#use)) return changed;
    const pieces = findPieces(listTexts(url, node, module), listTexts(changed, node, module));
    return pieces === null ? changed : putTogether(url, pieces, node, module);
  }

  #listAssignments(): readonly Step[] {
    return listUrlAssignments(findScript(this.#module, this.#use)).flatMap((assignment): Step[] => {
      const { object, target, value } = assignment;
      if (!this.#isBefore(target) || contains(value, this.#use)) return [];
      if (!this.#isPlace(object)) return [];
      return [{ node: target, apply: (url) => this.#change(url, assignment) }];
    });
  }

  /** What may have been done to the URL by then, and may not. */
  #listPossible(): readonly Step[] {
    return listUrlAssignments(findScript(this.#module, this.#use)).flatMap((assignment): Step[] => {
      const { object, target, value } = assignment;
      if (contains(value, this.#use)) return [];
      const isLater = !this.#isBefore(target) && this.#isPlace(object) && this.#mayComeFirst(target);
      if (!isLater && !this.#isMemberElsewhere(object)) return [];
      return [{ node: target, apply: (url) => unite([url, this.#change(url, assignment)]) }];
    });
  }

  /** The calls that are handed the URL, with the place among their arguments. */
  #listHandovers(): readonly Step[] {
    const facts = findScript(this.#module, this.#use);
    const named: readonly SyntaxNode[] =
      'aliases' in this.#place
        ? this.#place.aliases.names.flatMap((name) => facts.identifiers.get(name))
        : [...facts.members.get(this.#place.member), ...facts.identifiers.get(this.#place.member)];
    return named.flatMap((node): Step[] => {
      const handover = findHandover(node);
      if (handover === null || !this.#isBefore(handover.call) || !this.#isPlace(node)) return [];
      return [{ node: handover.call, apply: (url) => this.#handOver(url, handover) }];
    });
  }

  #handOver(url: Value, { call, callee: given, index, member }: Handover): Value {
    const env = chooseAssignedEnv(this.#evaluator, call, this.#env);
    const args = this.#evaluator.index.listCallArguments(call, this.#module, env);
    const callee =
      given === null
        ? evaluateCallee(this.#evaluator, call, this.#module, env)
        : this.#evaluator.evaluate(given, this.#module, env);
    const isAssign =
      callee.type === 'external' && callee.module === 'global' && callee.path.join('.') === 'Object.assign';
    if (isAssign && index === 0 && member === null) {
      const sources = args.slice(1).map((argument) => this.#evaluator.evaluateArgument(argument));
      return assignToUrl(this.#evaluator, url, sources, call, this.#module);
    }
    const functions = listOptions(callee).filter((option) => option.type === 'function');
    if (functions.length === 0) return url;
    if (this.#depth >= MAX_HELPERS) {
      const given = makeUnknown(call, this.#module, `it is handed on by more than ${MAX_HELPERS} helpers`);
      return changeUrl(url, { name: 'host', operator: '=', given, node: call, module: this.#module });
    }
    return unite(
      functions.map((option) => {
        const frame = { fn: option.fn, args, self: option.self, call: { node: call, module: this.#module }, from: env };
        const inner = extendEnv(option.env, frame, env?.any === true);
        const place = findHanded(option, index, member);
        if (place === null) return url;
        return new Mutations(this.#evaluator, place, option.module, inner, option.fn, this.#depth + 1).apply(url);
      }),
    );
  }

  apply(url: Value): Value {
    const start = this.#listPossible().reduce((current, step) => step.apply(current), url);
    const steps = [...this.#listAssignments(), ...this.#listHandovers()];
    return steps.length === 0
      ? start
      : applyAlongBranches(this.#evaluator, start, steps, this.#use, this.#module, this.#env);
  }
}

/** The URL object as it is where `use` stands. */
export function applyUrlMutations(
  evaluator: Evaluator,
  value: Value,
  module: Module,
  env: Env,
  use: SyntaxNode,
): Value {
  if (!listOptions(value).some((option) => option.type === 'url')) return value;
  const place = findPlace(use, module);
  return place === null ? value : new Mutations(evaluator, place, module, env, use, 0).apply(value);
}
