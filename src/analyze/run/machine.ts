import type * as t from '@babel/types';
import { isClassNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { decide } from '../expressions/decide.ts';
import { isSetting } from '../expressions/stage-settings.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { UNDEFINED } from '../values/values.ts';
import { Effects } from './effects.ts';
import { findIdleStatements } from './idle-statements.ts';
import type { Locals } from './locals.ts';
import { Loops } from './loops.ts';
import { findProcedureCall, type ProcedureCall } from './procedures.ts';
import { findForEach, leavesWithNothing, type Runnable } from './runnable.ts';
import { type Called, type End, MAX_WAYS, makeState, NotRunnable, next, type State } from './state.ts';

/** Runs statements on what is known: a condition that is not known is followed both ways. */

/** A function that takes more statements than this is not one that puts a path together. */
const MAX_STATEMENTS = 2_000;

export class Machine {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #called: Called;
  readonly #effects: Effects;
  readonly #loops: Loops;
  readonly #idle: ReadonlySet<SyntaxNode>;
  #statements = 0;
  /** Conditions that were not known. */
  #forks = 0;

  constructor(evaluator: Evaluator, module: Module, runnable: Runnable, called: Called) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#called = called;
    const { fn } = called.frame;
    this.#idle = isClassNode(fn) ? new Set() : findIdleStatements(fn, module);
    this.#effects = new Effects(evaluator, module, runnable, called, this.#idle);
    this.#loops = new Loops(evaluator, module, this.#effects, {
      run: (node, state) => this.#run(node, state),
      runExpression: (expression, state) => this.#runExpression(expression, state),
      countForks: () => this.#forks,
    });
  }

  /** The ways through the body of a function; null where it cannot be run. */
  run(body: SyntaxNode, locals: Locals): readonly End[] | null {
    try {
      return this.#run(body, makeState(this.#called, locals, []));
    } catch (error) {
      if (error instanceof NotRunnable) return null;
      throw error;
    }
  }

  #run(node: SyntaxNode, state: State): readonly End[] {
    if (this.#idle.has(node)) return [next(state)];
    this.#statements += 1;
    if (this.#statements > MAX_STATEMENTS) throw new NotRunnable();
    switch (node.type) {
      case 'BlockStatement':
        return this.#runAll(node.body, state);
      case 'VariableDeclaration':
        return [next(node.declarations.reduce((at, declarator) => this.#effects.declare(declarator, at), state))];
      case 'ExpressionStatement':
        return this.#runExpression(node.expression, state);
      case 'IfStatement':
        return this.#branch(node, state);
      case 'SwitchStatement':
        return this.#switch(node, state);
      case 'ForOfStatement':
        return this.#loops.runForOf(node, state);
      case 'ForStatement':
        return this.#loops.runFor(node, state);
      case 'WhileStatement':
        return this.#loops.runWhile(node, state);
      case 'ReturnStatement':
        return [
          { kind: 'return', state, ...(node.argument ? { value: this.#effects.evaluate(node.argument, state) } : {}) },
        ];
      case 'ThrowStatement':
        return [{ kind: 'throw', state }];
      case 'BreakStatement':
        return [{ kind: 'break', state }];
      case 'ContinueStatement':
        return [{ kind: 'continue', state }];
      case 'TryStatement':
        return this.#try(node, state);
      default:
        // Declarations of functions, classes and types are found where their names are used.
        if (/Declaration$|^EmptyStatement$/.test(node.type)) return [next(state)];
        throw new NotRunnable();
    }
  }

  /** What fails may fail before anything was done. How the last block ends goes before how the others do. */
  #try({ block, handler, finalizer }: t.TryStatement, state: State): readonly End[] {
    const tried = this.#run(block, state);
    const caught = handler ? this.#run(handler.body, state) : [{ kind: 'throw' as const, state }];
    const ends = [...tried.filter(({ kind }) => kind !== 'throw' || !handler), ...caught];
    return finalizer ? ends.flatMap((end) => this.#finish(finalizer, end)) : ends;
  }

  #finish(finalizer: SyntaxNode, end: End): readonly End[] {
    return this.#run(finalizer, end.state).map((last) => (last.kind === 'next' ? { ...end, state: last.state } : last));
  }

  #runAll(statements: readonly SyntaxNode[], start: State): readonly End[] {
    const ended: End[] = [];
    let live: readonly State[] = [start];
    for (const statement of statements) {
      const ends = live.flatMap((state) => this.#run(statement, state));
      ended.push(...ends.filter(({ kind }) => kind !== 'next'));
      live = ends.filter(({ kind }) => kind === 'next').map(({ state }) => state);
      if (ended.length + live.length > MAX_WAYS) throw new NotRunnable();
    }
    return [...ended, ...live.map(next)];
  }

  #runExpression(expression: SyntaxNode, state: State): readonly End[] {
    const node = unwrap(expression);
    const each = findForEach(node);
    if (each !== null) return this.#loops.runForEach(each, state);
    if (node.type === 'AssignmentExpression') return [next(this.#effects.assign(node, state))];
    if (node.type === 'UpdateExpression') return [next(this.#effects.count(node, state))];
    const procedure = node.type === 'CallExpression' ? findProcedureCall(node, this.#module) : null;
    if (procedure !== null) return this.#runProcedure(procedure, state);
    if (node.type === 'CallExpression') return [next(this.#effects.add(node, state))];
    return [next(state)];
  }

  #branch(node: t.IfStatement, state: State): readonly End[] {
    const filled = this.#effects.fill(node, state);
    if (filled !== null) return [next(filled)];
    const { test, consequent, alternate } = node;
    const known = decide(this.#evaluator, test, this.#module, state.env);
    const go = (branch: SyntaxNode | null | undefined, at: State) => (branch ? this.#run(branch, at) : [next(at)]);
    if (known !== null) return go(known ? consequent : alternate, state);
    this.#forks += 1;
    if (leavesWithNothing(consequent)) return go(alternate, state);
    const asked = unwrap(test);
    const isNegated = asked.type === 'UnaryExpression' && asked.operator === '!';
    const source = nameDecision(isNegated ? asked.argument : asked, this.#module);
    const ends = [consequent, alternate].map((branch, option) => {
      // Each round of a loop decides for itself.
      const own =
        this.#effects.loop === null ? [{ source, option: isNegated ? 1 - option : option, by: 'fork' as const }] : [];
      return go(branch, makeState(this.#called, state.locals, [...state.choices, ...own]));
    });
    const isUnchanged = ends.every((way) =>
      way.every((end) => end.kind === 'next' && end.state.locals === state.locals),
    );
    return isUnchanged ? [next(state)] : ends.flat();
  }

  /** What it puts into a text, it puts there at each call. */
  #runProcedure({ fn, params, args }: ProcedureCall, state: State): readonly End[] {
    if (args.some(({ type }) => type === 'SpreadElement')) throw new NotRunnable();
    return this.#loops.within(fn, () => {
      const called = params.reduce((at, param, index) => {
        const given = args[index];
        return this.#effects.set(at, param, given === undefined ? UNDEFINED : this.#effects.evaluate(given, state));
      }, state);
      const ends =
        fn.body.type === 'BlockStatement' ? this.#run(fn.body, called) : this.#runExpression(fn.body, called);
      return ends.map((end) => (end.kind === 'return' ? next(end.state) : end));
    });
  }

  /** The case that a known text names, or each of them. */
  #switch({ discriminant, cases }: t.SwitchStatement, state: State): readonly End[] {
    const asked = this.#effects.evaluate(discriminant, state);
    const known = isSetting(discriminant, this.#module) ? null : findKnownText(asked);
    const isPlain = cases.every(({ test }) => !test || test.type === 'StringLiteral');
    const byDefault = cases.findIndex(({ test }) => !test);
    const from = (index: number, at: State) =>
      this.#runAll(
        cases.slice(index).flatMap(({ consequent }) => consequent),
        at,
      ).map((end): End => (end.kind === 'break' ? next(end.state) : end));
    if (known !== null && isPlain) {
      const named = cases.findIndex(({ test }) => test?.type === 'StringLiteral' && test.value === known);
      const index = named === -1 ? byDefault : named;
      return index === -1 ? [next(state)] : from(index, state);
    }
    this.#forks += 1;
    const source = nameDecision(discriminant, this.#module);
    const choose = (option: number) =>
      makeState(this.#called, state.locals, [
        ...state.choices,
        ...(this.#effects.loop === null ? [{ source, option, by: 'fork' as const }] : []),
      ]);
    // Cases without statements of their own belong to the next one.
    const own = cases.flatMap(({ consequent }, index) => (consequent.length > 0 ? [index] : []));
    const ends = own.flatMap((index, option) => from(index, choose(option)));
    return byDefault === -1 ? [...ends, next(choose(own.length))] : ends;
  }
}
