import { findMethodAround } from '../../syntax/enclosing.ts';
import { COMPUTED, MERGED } from '../../syntax/merged-members.ts';
import { type FunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { readComputed, readMerged } from '../members/given-members.ts';
import type { Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, Env, FunctionValue, MadeBy, ObjectValue, Value } from '../values/values.ts';
import { listMethods, listOwnAssignments } from './constructor-functions.ts';
import { mayBeSame } from './made-apart.ts';
import { listOpenAssignments } from './open-assignments.ts';

/** `Client.prototype.setOptions = function (options) { this.base = options.base; }`: what methods set on what a constructor made. */

interface Setter {
  readonly fn: FunctionNode;
  readonly module: Module;
  /** In which the function stands; null: that of the constructor. */
  readonly made: FunctionValue | null;
  readonly assignment: MemberAssignment;
}

/** What one constructor's methods set, by the name; what has none in the text stands under `COMPUTED` and `MERGED`. */
type Setters = ReadonlyMap<string, readonly Setter[]>;

function groupByName(setters: readonly Setter[]): Setters {
  const found = new Map<string, Setter[]>();
  for (const setter of setters) {
    const known = found.get(setter.assignment.name);
    if (known === undefined) found.set(setter.assignment.name, [setter]);
    else known.push(setter);
  }
  return found;
}

function listSetters(fn: FunctionNode, module: Module, made: FunctionValue | null): readonly Setter[] {
  const named = listOwnAssignments(fn, module).filter(
    ({ operator, target }) => operator === '=' && isMemberNode(target),
  );
  return [...named, ...listOpenAssignments(fn, module)].map((assignment) => ({ fn, module, made, assignment }));
}

const collected = new WeakMap<FunctionNode, Setters>();

function collect(maker: FunctionNode, module: Module): Setters {
  const known = collected.get(maker);
  if (known !== undefined) return known;
  const found = groupByName(
    listMethods(maker, module).flatMap((entry) =>
      entry.kind === 'slot' && entry.slot.kind === 'method' ? listSetters(entry.slot.fn, module, null) : [],
    ),
  );
  collected.set(maker, found);
  return found;
}

/** `Builder.prototype.withPath = setter('path')`: the methods that a function makes. */
function listMadeSetters(evaluator: Evaluator, maker: FunctionNode, module: Module): readonly Setter[] {
  return listMethods(maker, module).flatMap((entry): readonly Setter[] => {
    if (entry.kind !== 'slot' || entry.slot.kind !== 'expression') return [];
    if (unwrap(entry.slot.node).type !== 'CallExpression') return [];
    return listOptions(evaluator.evaluateSlot(entry.slot, null)).flatMap((option) =>
      option.type === 'function' ? listSetters(option.fn, option.module, option) : [],
    );
  });
}

/** Is the method called on this very object? True where nobody can tell. */
function isCalledOn(evaluator: Evaluator, { node, module }: CallSite, madeBy: MadeBy): boolean {
  const callee = node.type === 'TaggedTemplateExpression' ? null : unwrap(node.callee);
  if (callee === null || !isMemberNode(callee) || madeBy.call === null) return true;
  return listOptions(evaluator.evaluate(callee.object, module, null)).some(
    (owner) => owner.type !== 'object' || owner.madeBy === undefined || mayBeSame(owner.madeBy, madeBy),
  );
}

/** Of the functions that `setter('host')` and `setter('path')` make, each is called for itself. */
function isCalled(evaluator: Evaluator, { node, module }: CallSite, made: FunctionValue): boolean {
  if (node.type === 'TaggedTemplateExpression') return true;
  const options = listOptions(evaluator.evaluate(node.callee, module, null));
  return options.some(
    (option) =>
      option.type !== 'function' ||
      (option.fn === made.fn && option.env?.frame?.call?.node === made.env?.frame?.call?.node),
  );
}

interface Given {
  readonly args: readonly Argument[];
  readonly call: { readonly node: CallSite['node']; readonly module: Module } | null;
}

/** What the method is given on this object; one entry without arguments where it is not known who calls it. */
function listGiven(evaluator: Evaluator, { fn, made }: Setter, madeBy: MadeBy): readonly Given[] {
  evaluator.noteQuestionOfAnyCaller();
  const own = evaluator.index
    .listCallers(fn)
    .filter((caller) => (made === null || isCalled(evaluator, caller, made)) && isCalledOn(evaluator, caller, madeBy));
  if (own.length === 0) return [{ args: [], call: null }];
  return own.map(({ node, module }) => {
    // `function Client(options) { this.setOptions(options); }`: by the call that made it.
    const env: Env = findMethodAround(node) === madeBy.fn ? madeBy.env : null;
    return { args: evaluator.index.listCallArguments(node, module, env), call: { node, module } };
  });
}

type Evaluate = (node: SyntaxNode) => Value;

/** What one assignment gives the member. */
function readAssigned(
  evaluator: Evaluator,
  { assignment, module }: Pick<Setter, 'assignment' | 'module'>,
  name: string,
  evaluate: Evaluate,
): readonly Value[] {
  if (assignment.name === COMPUTED) return readComputed(evaluator, assignment, module, name, evaluate);
  if (assignment.name === MERGED) return readMerged(evaluator, assignment, module, name, evaluate);
  return [evaluate(assignment.value)];
}

/** `function Client(options) { Object.assign(this, options); }`: who makes it says what is in the options. */
function listMergedAtStart(evaluator: Evaluator, { fn, module, env }: MadeBy, name: string): readonly Value[] {
  const evaluate = (node: SyntaxNode) => evaluator.evaluate(node, module, env);
  return listOpenAssignments(fn, module).flatMap((assignment) => {
    if (assignment.name !== MERGED) return readAssigned(evaluator, { assignment, module }, name, evaluate);
    const given = evaluator.getProperty(evaluate(assignment.value), name, assignment.value, module);
    return listOptions(given).filter((option) => option.type !== 'unknown' && !isUndefined(option));
  });
}

/** What its methods set a member to, and what its constructor took over from elsewhere. */
export function listSetByMethods(evaluator: Evaluator, object: ObjectValue, name: string): readonly Value[] {
  const { madeBy } = object;
  if (madeBy === undefined) return [];
  const known = collect(madeBy.fn, madeBy.module);
  const named = known.get(name) ?? [];
  // A method is what it was written as: no other one is asked whether it puts something in its place.
  const isMethod = listMethods(madeBy.fn, madeBy.module).some((entry) => entry.kind === 'slot' && entry.name === name);
  const open = isMethod
    ? []
    : [
        ...(known.get(COMPUTED) ?? []),
        ...(known.get(MERGED) ?? []),
        ...listMadeSetters(evaluator, madeBy.fn, madeBy.module).filter(({ assignment }) =>
          [name, COMPUTED, MERGED].includes(assignment.name),
        ),
      ];
  const set = [...named, ...open].flatMap((setter) => {
    const { fn, module, made } = setter;
    const around = made === null ? madeBy.around : made.env;
    return listGiven(evaluator, setter, madeBy).flatMap(({ args, call }) => {
      const env = extendEnv(around, { fn, args, self: object, call }, madeBy.call === null);
      return readAssigned(evaluator, setter, name, (node) => evaluator.evaluate(node, module, env));
    });
  });
  return isMethod ? set : [...listMergedAtStart(evaluator, madeBy, name), ...set];
}
