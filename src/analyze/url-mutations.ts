import { findMethodAround } from '../syntax/enclosing.ts';
import { contains, getKeyName, getStart, isCallNode, isMemberNode, unwrap } from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import type { Binding } from '../syntax/scopes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { chooseAssignedEnv } from './assignments.ts';
import { evaluateCallee } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { extendEnv } from './frames.ts';
import { findBindingOf, findScript, type Module } from './modules.ts';
import { runSteps, type Step } from './steps.ts';
import { listOptions, unite } from './unions.ts';
import { assignToUrl, changeUrl, isUrlMember } from './url-changes.ts';
import type { Env, FunctionValue, Value } from './values.ts';

/** What happens to a URL object that has a name, from where it gets the name to where it is used. */

/** A helper that hands the URL on to another is followed this deep. */
const MAX_HELPERS = 3;

/** What a URL object is called: a variable, or `this.url` within one method. */
export type Place = { readonly binding: Binding } | { readonly member: string; readonly method: SyntaxNode | null };

export function findPlace(expression: SyntaxNode, module: Module): Place | null {
  const node = unwrap(expression);
  if (node.type === 'Identifier') {
    const binding = findBindingOf(module, node);
    return binding === undefined ? null : { binding };
  }
  if (!isMemberNode(node) || unwrap(node.object).type !== 'ThisExpression') return null;
  const member = getKeyName(node.property, node.computed);
  return member === null ? null : { member, method: findMethodAround(node) };
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
    const place = findPlace(node, this.#module);
    if (place === null) return false;
    if ('binding' in place) return 'binding' in this.#place && place.binding === this.#place.binding;
    return 'member' in this.#place && place.member === this.#place.member && place.method === this.#place.method;
  }

  #isBefore(node: SyntaxNode): boolean {
    if (contains(node, this.#use)) return false;
    return contains(this.#use, node) || getStart(node) < getStart(this.#use);
  }

  #evaluate(node: SyntaxNode): Value {
    return this.#evaluator.evaluate(node, this.#module, chooseAssignedEnv(this.#evaluator, node, this.#env));
  }

  #listAssignments(): readonly Step[] {
    return findScript(this.#module, this.#use).memberAssignments.flatMap(
      ({ object, target, name, value, operator }): Step[] => {
        if (!isUrlMember(name) || !this.#isBefore(target) || contains(value, this.#use)) return [];
        if (!this.#isPlace(object)) return [];
        const change = { name, operator, node: value, module: this.#module };
        return [{ node: target, apply: (url) => changeUrl(url, { ...change, given: this.#evaluate(value) }) }];
      },
    );
  }

  /** The calls that are handed the URL, with the place among their arguments. */
  #listHandovers(): readonly Step[] {
    const facts = findScript(this.#module, this.#use);
    const named =
      'binding' in this.#place
        ? (facts.identifiers.get(this.#place.binding.name) ?? [])
        : (facts.members.get(this.#place.member) ?? []);
    return named.flatMap((node): Step[] => {
      const call = getParent(node);
      if (call === undefined || !isCallNode(call) || !('arguments' in call) || !this.#isBefore(call)) return [];
      const index = (call.arguments as readonly SyntaxNode[]).indexOf(node);
      if (index === -1 || !this.#isPlace(node)) return [];
      return [{ node: call, apply: (url) => this.#handOver(url, call, index) }];
    });
  }

  #handOver(url: Value, call: Parameters<typeof evaluateCallee>[1], index: number): Value {
    const env = chooseAssignedEnv(this.#evaluator, call, this.#env);
    const args = this.#evaluator.index.listCallArguments(call, this.#module, env);
    const callee = evaluateCallee(this.#evaluator, call, this.#module, env);
    const isAssign =
      callee.type === 'external' && callee.module === 'global' && callee.path.join('.') === 'Object.assign';
    if (isAssign && index === 0) {
      const sources = args.slice(1).map((argument) => this.#evaluator.evaluateArgument(argument));
      return assignToUrl(this.#evaluator, url, sources, call, this.#module);
    }
    const functions = listOptions(callee).filter((option) => option.type === 'function');
    if (functions.length === 0 || this.#depth >= MAX_HELPERS) return url;
    return unite(
      functions.map((option) => {
        const frame = { fn: option.fn, args, self: option.self, call: { node: call, module: this.#module }, from: env };
        const inner = extendEnv(option.env, frame, env?.any === true);
        return changeInside(this.#evaluator, url, option, index, inner, this.#depth + 1);
      }),
    );
  }

  apply(url: Value): Value {
    const steps = [...this.#listAssignments(), ...this.#listHandovers()];
    return steps.length === 0 ? url : runSteps(this.#evaluator, url, steps, this.#use, this.#module, this.#env);
  }
}

/** What a function does to a URL object that it is handed. */
function changeInside(
  evaluator: Evaluator,
  url: Value,
  { fn, module }: FunctionValue,
  index: number,
  env: Env,
  depth: number,
): Value {
  const param = fn.params[index];
  const name = param?.type === 'AssignmentPattern' ? param.left : param;
  const place = name?.type === 'Identifier' ? findPlace(name, module) : null;
  return place === null ? url : new Mutations(evaluator, place, module, env, fn.body, depth).apply(url);
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
