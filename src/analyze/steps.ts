import type * as t from '@babel/types';
import { leaves } from '../syntax/leaving.ts';
import { contains, getStart, isFunctionNode, unwrap } from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { Evaluator } from './evaluator.ts';
import { nameDecision } from './expressions/branches.ts';
import { decide } from './expressions/decide.ts';
import type { Module } from './modules/module.ts';
import { makeUnknown } from './texts/texts.ts';
import { chooseBetween, listOptions, MAX_OPTIONS, unite } from './values/unions.ts';
import type { Env, Value } from './values/values.ts';

/** What a value becomes step by step, by the branches that the steps stand in. */

export interface Step {
  readonly node: SyntaxNode;
  readonly apply: (value: Value) => Value;
  /** The members that it gives an object; absent where they are not known, or where the value is none. */
  readonly members?: readonly string[];
}

/**
 * One value for what `start` can be behind a decision that gives it these members. `choose` unites what a member can be.
 * Null where the two cannot be one.
 */
export type Join = (
  fork: SyntaxNode,
  start: Value,
  outcomes: readonly Value[],
  members: readonly string[],
  choose: (values: readonly Value[]) => Value,
) => Value | null;

/** For values that have no members. */
const KEEP_APART: Join = () => null;

/** With each decision there are twice as many values; more are not told apart. */
const MAX_TOLD_APART = 16;

/** One decision on the way to a step, and the part of it that holds the step. */
interface Fork {
  readonly node: SyntaxNode;
  readonly branch: SyntaxNode;
}

interface ForkedStep extends Step {
  /** From the outside in. */
  readonly forks: readonly Fork[];
}

/** Parts of which it is not known whether they run, how often, or when. */
const MAYBE = /^(?:For|While|DoWhile|Try|Logical|SwitchStatement)/;

function isFork(node: SyntaxNode): boolean {
  return (
    node.type === 'IfStatement' ||
    node.type === 'ConditionalExpression' ||
    MAYBE.test(node.type) ||
    isFunctionNode(node)
  );
}

/** The decisions around a step up to what it has in common with the use; null where the two exclude each other. */
function listForks(step: SyntaxNode, use: SyntaxNode): readonly Fork[] | null {
  const forks: Fork[] = [];
  for (let branch = step, node = getParent(branch); node !== undefined; branch = node, node = getParent(branch)) {
    if (contains(node, use)) {
      const isOther =
        (node.type === 'IfStatement' || node.type === 'ConditionalExpression') &&
        branch !== node.test &&
        !contains(node.test, use);
      const isOtherCase = node.type === 'SwitchStatement' && branch !== node.discriminant;
      return (isOther || isOtherCase) && !contains(branch, use) ? null : forks;
    }
    if (isFork(node)) forks.unshift({ node, branch });
  }
  return forks;
}

/** How a decision goes on from a value, and how its outcomes are one. */
interface Decision {
  readonly listOutcomes: (start: Value) => readonly Value[];
  readonly choose: (values: readonly Value[]) => Value;
}

class Run {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #env: Env;
  readonly #join: Join;

  constructor(evaluator: Evaluator, module: Module, env: Env, join: Join) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#env = env;
    this.#join = join;
  }

  follow(steps: readonly ForkedStep[], start: Value, depth: number): Value {
    let value = start;
    let rest = steps;
    for (let [first] = rest; first !== undefined; [first] = rest) {
      const fork = first.forks[depth];
      const end = rest.findIndex((step) => step.forks[depth]?.node !== fork?.node);
      const group = fork === undefined ? [first] : end === -1 ? rest : rest.slice(0, end);
      value = fork === undefined ? first.apply(value) : this.#fork(fork.node, group, value, depth);
      rest = rest.slice(group.length);
    }
    return value;
  }

  #fork(node: SyntaxNode, steps: readonly ForkedStep[], value: Value, depth: number): Value {
    const { listOutcomes, choose } = this.#describe(node, steps, depth);
    const starts = listOptions(value);
    const members = [...new Set(steps.flatMap((step) => step.members ?? []))];
    const isNamed = steps.every((step) => step.members !== undefined);
    const decideFrom = (start: Value, join: Join) => {
      const outcomes = listOutcomes(start);
      // What a decision leaves as it is does not belong to one side of it.
      if (outcomes.every((outcome) => outcome === start)) return start;
      if (outcomes.length === 1) return choose(outcomes);
      return join(node, start, outcomes, members, choose) ?? choose(outcomes);
    };
    if (!isNamed || starts.length < MAX_TOLD_APART) return decideFrom(value, KEEP_APART);
    return unite(starts.map((start) => decideFrom(start, this.#join)));
  }

  #describe(node: SyntaxNode, steps: readonly ForkedStep[], depth: number): Decision {
    const along = (start: Value, branch: SyntaxNode | null | undefined) =>
      this.follow(
        steps.filter(({ forks }) => forks[depth]?.branch === branch),
        start,
        depth + 1,
      );
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return this.#describeTest(node, along);
    if (node.type === 'SwitchStatement') {
      const cases = node.cases.filter(({ consequent }) => consequent.length > 0);
      const hasDefault = node.cases.some(({ test }) => !test);
      const source = nameDecision(node.discriminant, this.#module);
      return {
        listOutcomes: (start) => [...cases.map((one) => along(start, one)), ...(hasDefault ? [] : [start])],
        choose: (values) => chooseBetween(source, values, 'fork'),
      };
    }
    if (node.type === 'TryStatement') return this.#describeTry(node, along);
    return { listOutcomes: (start) => [start, this.follow(steps, start, depth + 1)], choose: unite };
  }

  /** What `catch` does is done in place of what failed; where it leaves the function, only what did not fail goes on. */
  #describeTry(
    { block, handler, finalizer }: t.TryStatement,
    along: (start: Value, branch: SyntaxNode | null | undefined) => Value,
  ): Decision {
    const isCaught = handler != null && !leaves(handler.body);
    const listEnds = (start: Value) =>
      isCaught ? [along(start, block), along(start, handler)] : [along(start, block)];
    return { listOutcomes: (start) => listEnds(start).map((value) => along(value, finalizer)), choose: unite };
  }

  #describeTest(
    node: t.IfStatement | t.ConditionalExpression,
    along: (start: Value, branch: SyntaxNode | null | undefined) => Value,
  ): Decision {
    const known = decide(this.#evaluator, node.test, this.#module, this.#env);
    const isLeft = (branch: SyntaxNode | null | undefined) => branch != null && leaves(branch);
    const alongElse = (start: Value) => (node.alternate == null ? start : along(start, node.alternate));
    // Behind a branch that leaves the function, only the other one goes on.
    if (known === true || isLeft(node.alternate))
      return { listOutcomes: (start) => [along(start, node.consequent)], choose: unite };
    if (known === false || isLeft(node.consequent))
      return { listOutcomes: (start) => [alongElse(start)], choose: unite };
    const test = unwrap(node.test);
    const isNegated = test.type === 'UnaryExpression' && test.operator === '!';
    const source = nameDecision(isNegated ? test.argument : test, this.#module);
    return {
      listOutcomes: (start) => {
        const branches = [along(start, node.consequent), alongElse(start)];
        return isNegated ? branches.reverse() : branches;
      },
      choose: (values) => chooseBetween(source, values, 'fork'),
    };
  }
}

/** What `value` is where `use` stands, or behind all steps when that is what holds them. */
export function applyAlongBranches(
  evaluator: Evaluator,
  value: Value,
  steps: readonly Step[],
  use: SyntaxNode,
  module: Module,
  env: Env,
  join = KEEP_APART,
): Value {
  const forked = steps.flatMap((step): ForkedStep[] => {
    const forks = listForks(step.node, use);
    return forks === null ? [] : [{ ...step, forks }];
  });
  forked.sort((a, b) => getStart(a.node) - getStart(b.node));
  const end = new Run(evaluator, module, env, join).follow(forked, value, 0);
  return listOptions(end).length > MAX_OPTIONS
    ? makeUnknown(use, module, `it can be more than ${MAX_OPTIONS} different values`)
    : end;
}
