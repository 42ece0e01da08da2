import type * as t from '@babel/types';
import { contains, getStart, isFunctionNode, unwrap } from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { nameDecision } from './branches.ts';
import { decide } from './decide.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import { leaves } from './reachable.ts';
import { chooseBetween, unite } from './unions.ts';
import type { Env, Value } from './values.ts';

/** What a value becomes step by step, by the branches that the steps stand in. */

export interface Step {
  readonly node: SyntaxNode;
  readonly apply: (value: Value) => Value;
}

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

class Run {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #env: Env;

  constructor(evaluator: Evaluator, module: Module, env: Env) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#env = env;
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
    const along = (branch: SyntaxNode | null | undefined) =>
      this.follow(
        steps.filter(({ forks }) => forks[depth]?.branch === branch),
        value,
        depth + 1,
      );
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return this.#choose(node, value, along);
    if (node.type === 'SwitchStatement') {
      const cases = node.cases.filter(({ consequent }) => consequent.length > 0);
      const none = node.cases.some(({ test }) => !test) ? [] : [value];
      return chooseBetween(nameDecision(node.discriminant, this.#module), [...cases.map(along), ...none]);
    }
    return unite([value, this.follow(steps, value, depth + 1)]);
  }

  #choose(
    node: t.IfStatement | t.ConditionalExpression,
    value: Value,
    along: (branch: SyntaxNode | null | undefined) => Value,
  ): Value {
    const known = decide(this.#evaluator, node.test, this.#module, this.#env);
    // Behind a branch that leaves the function, only the other one goes on.
    const isLeft = (branch: SyntaxNode | null | undefined) => branch != null && leaves(branch);
    if (known === true || isLeft(node.alternate)) return along(node.consequent);
    if (known === false || isLeft(node.consequent)) return node.alternate == null ? value : along(node.alternate);
    const test = unwrap(node.test);
    const isNegated = test.type === 'UnaryExpression' && test.operator === '!';
    const branches = [along(node.consequent), node.alternate == null ? value : along(node.alternate)];
    return chooseBetween(
      nameDecision(isNegated ? test.argument : test, this.#module),
      isNegated ? branches.reverse() : branches,
    );
  }
}

/** What `value` is where `use` stands, or behind all steps when that is what holds them. */
export function runSteps(
  evaluator: Evaluator,
  value: Value,
  steps: readonly Step[],
  use: SyntaxNode,
  module: Module,
  env: Env,
): Value {
  const forked = steps.flatMap((step): ForkedStep[] => {
    const forks = listForks(step.node, use);
    return forks === null ? [] : [{ ...step, forks }];
  });
  forked.sort((a, b) => getStart(a.node) - getStart(b.node));
  return new Run(evaluator, module, env).follow(forked, value, 0);
}
