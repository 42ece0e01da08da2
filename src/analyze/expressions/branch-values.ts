import type * as t from '@babel/types';
import { contains, getEnd, getStart, isCallNode, isFunctionNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { endsCase, findCase } from '../chains/reachable.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Choice, Env, Value } from '../values/values.ts';
import { nameDecision } from './branches.ts';
import { decide } from './decide.ts';

/**
 * `if (isShop) { host = SHOP; path = '/orders'; }`: what is assigned in one branch goes with what else is assigned there, and
 * what was there before goes with the other branches.
 */

type Fork = t.IfStatement | t.SwitchStatement;

/** The ways that a statement goes on which an assignment happens. */
interface Branch {
  readonly fork: Fork;
  readonly options: readonly number[];
  /** Is nothing else asked before it happens? */
  readonly isCertain: boolean;
}

/** More combinations of branches are not told apart. */
const MAX_COMBINED = 64;

/** Cases that have statements of their own, as the runs of functions count them (`run/machine.ts`). */
function listOwnCases({ cases }: t.SwitchStatement): readonly t.SwitchCase[] {
  return cases.filter(({ consequent }) => consequent.length > 0);
}

function countWays(fork: Fork): number {
  if (fork.type === 'IfStatement') return 2;
  return listOwnCases(fork).length + (fork.cases.some(({ test }) => !test) ? 0 : 1);
}

function isNegated({ test }: t.IfStatement): boolean {
  const asked = unwrap(test);
  return asked.type === 'UnaryExpression' && asked.operator === '!';
}

/** Questions that have the same answer each time. */
const STEADY = /^(?:startsWith|endsWith|includes|test|has|get|indexOf|isArray|some|every|toLowerCase|trim)$/;

/** Does the same question have the same answer further down? */
function isSteady(test: SyntaxNode, module: Module): boolean {
  return !someNode(test, (node) => {
    if (/^(?:Await|Yield|Update|Assignment|New)Expression$/.test(node.type)) return true;
    if (isCallNode(node) && (!('callee' in node) || !STEADY.test(nameCallee(node.callee) ?? ''))) return true;
    const binding = findBindingOf(module, node);
    return binding !== undefined && (binding.isCounted || binding.assignments.length > 0);
  });
}

function nameFork(fork: Fork, module: Module): string {
  const test = unwrap(fork.type === 'SwitchStatement' ? fork.discriminant : fork.test);
  const isNot = fork.type === 'IfStatement' && test.type === 'UnaryExpression' && test.operator === '!';
  const asked = isNot ? test.argument : test;
  return isSteady(asked, module) ? nameDecision(asked, module) : `${module.path}:${getStart(fork)}`;
}

/** The case by itself, and those before it that run on into it. */
function listEntries(fork: t.SwitchStatement, inner: SyntaxNode): readonly number[] {
  const own = listOwnCases(fork);
  const at = own.findIndex((entry) => entry === inner);
  const options = at === -1 ? [] : [at];
  for (let before = at - 1; before >= 0 && !own[before]?.consequent.some(endsCase); before -= 1) options.push(before);
  return options;
}

function isPlain(statement: SyntaxNode): boolean {
  return statement.type === 'ExpressionStatement' || statement.type === 'VariableDeclaration';
}

/** The forks around an assignment that do not hold the use, innermost first; null where a loop or a failure decides too. */
function listBranches(node: SyntaxNode, use: SyntaxNode): readonly Branch[] | null {
  const branches: Branch[] = [];
  let isCertain = true;
  for (let at = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (contains(parent, use)) return branches;
    switch (parent.type) {
      case 'ExpressionStatement':
        break;
      case 'BlockStatement':
        isCertain &&= parent.body
          .slice(
            0,
            parent.body.findIndex((entry) => entry === at),
          )
          .every(isPlain);
        break;
      case 'SwitchCase':
        if (at === parent.test) return null;
        isCertain &&= parent.consequent
          .slice(
            0,
            parent.consequent.findIndex((entry) => entry === at),
          )
          .every(isPlain);
        break;
      case 'IfStatement': {
        if (at === parent.test) return null;
        const option = (parent.consequent === at) === isNegated(parent) ? 1 : 0;
        branches.push({ fork: parent, options: [option], isCertain });
        isCertain = true;
        break;
      }
      case 'SwitchStatement': {
        const options = listEntries(parent, at);
        if (options.length === 0) return null;
        branches.push({ fork: parent, options, isCertain });
        isCertain = true;
        break;
      }
      default:
        return null;
    }
    if (isFunctionNode(parent)) return null;
  }
  return null;
}

/** Which way a fork goes; null where that is not known. */
function findWay(evaluator: Evaluator, fork: Fork, module: Module, env: Env): number | null {
  if (fork.type === 'IfStatement') {
    const known = decide(evaluator, fork.test, module, env);
    return known === null ? null : known === isNegated(fork) ? 1 : 0;
  }
  const named = findCase(evaluator, fork, module, env);
  if (named === null) return null;
  const from = fork.cases.slice(named).find(({ consequent }) => consequent.length > 0);
  return from === undefined ? listOwnCases(fork).length : listOwnCases(fork).indexOf(from);
}

export class BranchValues {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #env: Env;
  readonly #assigned: ReadonlyMap<Assignment, readonly Branch[]> | null;

  constructor(evaluator: Evaluator, assignments: readonly Assignment[], use: SyntaxNode, module: Module, env: Env) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#env = env;
    const found = assignments.map((assignment) => [assignment, listBranches(assignment.node, use)] as const);
    const known = found.flatMap(([assignment, branches]) =>
      branches === null ? [] : [[assignment, branches] as const],
    );
    const isTold = known.length === found.length && known.some(([, branches]) => branches.length > 0);
    this.#assigned = isTold ? new Map(known) : null;
  }

  /** The value with the branches on which it is still there; null where it is there on none. */
  mark(value: Value, assignment: Assignment | null): Value | null {
    if (this.#assigned === null) return value;
    const own = assignment === null ? [] : (this.#assigned.get(assignment) ?? []);
    const lost = this.#listLost(assignment);
    let combined: readonly ReadonlyMap<Fork, number>[] = [new Map()];
    for (const fork of new Set([...own, ...lost.flat()].map((branch) => branch.fork))) {
      const way = findWay(this.#evaluator, fork, this.#module, this.#env);
      const all = way === null ? Array.from({ length: countWays(fork) }, (_, option) => option) : [way];
      combined = combined.flatMap((taken) => all.map((option) => new Map([...taken, [fork, option]])));
      if (combined.length > MAX_COMBINED) return value;
    }
    const isOn = (taken: ReadonlyMap<Fork, number>, branches: readonly Branch[]) =>
      branches.every(({ fork, options }) => options.includes(taken.get(fork) ?? -1));
    const left = combined.filter((taken) => isOn(taken, own) && !lost.some((branches) => isOn(taken, branches)));
    return left.length === 0
      ? null
      : unite(
          left.map((taken) =>
            withChoices(
              value,
              [...taken].map(([fork, option]) => this.#toChoice(fork, option)),
            ),
          ),
        );
  }

  #toChoice(fork: Fork, option: number): Choice {
    return { source: nameFork(fork, this.#module), option, by: 'fork' };
  }

  /** The ways on which something else is assigned afterwards. */
  #listLost(assignment: Assignment | null): readonly (readonly Branch[])[] {
    return [...(this.#assigned ?? [])].flatMap(([later, branches]) => {
      const isLater = assignment === null || getStart(later.node) > getEnd(assignment.node);
      const isCertain = branches.length > 0 && branches.every((branch) => branch.isCertain);
      return isLater && isCertain && later.node.operator === '=' ? [branches] : [];
    });
  }
}
