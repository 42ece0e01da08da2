import type * as t from '@babel/types';
import { isClassNode, isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { decide } from '../expressions/decide.ts';
import { isSetting } from '../expressions/stage-settings.ts';
import { findBindingOf, type Module } from '../modules/modules.ts';
import { getKnownText } from '../texts/texts.ts';
import { UNDEFINED, type Value } from '../values/values.ts';
import { Effects } from './effects.ts';
import { findIdleStatements } from './idle-statements.ts';
import type { Locals } from './locals.ts';
import { findProcedureCall, type ProcedureCall } from './procedures.ts';
import { findForEach, leavesWithNothing, type Runnable } from './runnable.ts';
import { type Called, type End, makeState, NotRunnable, next, type State } from './state.ts';

/** Runs statements on what is known: a condition that is not known is followed both ways. */

/** More ways through a function than this are not told apart. */
const MAX_WAYS = 32;

/** A function that takes more statements than this is not one that puts a path together. */
const MAX_STATEMENTS = 2_000;

export class Machine {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #called: Called;
  readonly #effects: Effects;
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
        return this.#runForOf(node, state);
      case 'ForStatement':
        return this.#runFor(node, state);
      case 'WhileStatement':
        return this.#inLoop(node, () => this.#repeat(node.test, node.body, null, state));
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
    if (each !== null) return this.#runForEach(each, state);
    if (node.type === 'AssignmentExpression') return [next(this.#effects.assign(node, state))];
    if (node.type === 'UpdateExpression') return [next(this.#effects.count(node, state))];
    const procedure = node.type === 'CallExpression' ? findProcedureCall(node, this.#module) : null;
    if (procedure !== null) return this.#runProcedure(procedure, state);
    if (node.type === 'CallExpression') return [next(this.#effects.add(node, state))];
    return [next(state)];
  }

  #branch({ test, consequent, alternate }: t.IfStatement, state: State): readonly End[] {
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
    return this.#inLoop(fn, () => {
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
    const known = isSetting(discriminant, this.#module) ? null : getKnownText(asked);
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

  #inLoop(loop: SyntaxNode, run: () => readonly End[]): readonly End[] {
    const outer = this.#effects.loop;
    this.#effects.loop ??= loop;
    try {
      return run();
    } finally {
      this.#effects.loop = outer;
    }
  }

  /** Runs the body in each state and sorts out what ends the loop. */
  #round(
    body: SyntaxNode,
    states: readonly State[],
  ): { readonly live: readonly State[]; readonly ended: readonly End[]; readonly left: readonly State[] } {
    const ends = states.flatMap((state) => this.#run(body, state));
    if (ends.length > MAX_WAYS) throw new NotRunnable();
    return {
      live: ends.filter(({ kind }) => kind === 'next' || kind === 'continue').map(({ state }) => state),
      left: ends.filter(({ kind }) => kind === 'break').map(({ state }) => state),
      ended: ends.filter(({ kind }) => kind === 'return' || kind === 'throw'),
    };
  }

  #runForOf({ left, right, body }: t.ForOfStatement, state: State): readonly End[] {
    const [declarator] = left.type === 'VariableDeclaration' ? left.declarations : [];
    const binding = declarator?.id.type === 'Identifier' ? findBindingOf(this.#module, declarator.id) : undefined;
    if (binding === undefined) throw new NotRunnable();
    return this.#runEach(body, binding, this.#effects.listAll(this.#effects.evaluate(right, state)), state, body);
  }

  #runForEach({ list, callback, name }: NonNullable<ReturnType<typeof findForEach>>, state: State): readonly End[] {
    const binding = findBindingOf(this.#module, name);
    if (binding === undefined || callback.body.type !== 'BlockStatement') throw new NotRunnable();
    const ends = this.#runEach(
      callback.body,
      binding,
      this.#effects.listAll(this.#effects.evaluate(list, state)),
      state,
      callback,
    );
    // What the callback gives back is for nobody.
    return ends.map((end) => (end.kind === 'return' ? next(end.state) : end));
  }

  #runEach(
    body: SyntaxNode,
    binding: Binding,
    elements: readonly Value[],
    state: State,
    loop: SyntaxNode,
  ): readonly End[] {
    return this.#inLoop(loop, () => {
      const ended: End[] = [];
      const after: State[] = [];
      let live: readonly State[] = [state];
      for (const element of elements) {
        const isCallback = isFunctionNode(loop);
        const round = this.#round(
          body,
          live.map((at) => this.#effects.set(at, binding, element)),
        );
        const returned = isCallback ? round.ended.filter(({ kind }) => kind === 'return').map((end) => end.state) : [];
        live = [...round.live, ...returned];
        after.push(...round.left);
        ended.push(...(isCallback ? round.ended.filter(({ kind }) => kind !== 'return') : round.ended));
      }
      return [...ended, ...[...after, ...live].map(next)];
    });
  }

  #runFor({ init, test, update, body }: t.ForStatement, state: State): readonly End[] {
    return this.#inLoop(body, () => {
      const start =
        init?.type === 'VariableDeclaration'
          ? init.declarations.reduce((at, declarator) => this.#effects.declare(declarator, at), state)
          : state;
      return this.#repeat(test ?? null, body, update ?? null, start);
    });
  }

  /** Where it is not known whether it goes on, the loop ends there, or after one more round. */
  #repeat(test: SyntaxNode | null, body: SyntaxNode, update: SyntaxNode | null, state: State): readonly End[] {
    const ended: End[] = [];
    const after: State[] = [];
    let live: readonly State[] = [state];
    let isLast = false;
    while (live.length > 0) {
      const going: State[] = [];
      for (const at of live) {
        const answer = test === null ? true : decide(this.#evaluator, test, this.#module, at.env);
        if (answer !== true) after.push(at);
        if (answer === null) isLast = true;
        if (answer !== false) going.push(at);
      }
      const forks = this.#forks;
      const round = this.#round(body, going);
      // What goes round until something unknown happens would do so for ever: `for (;;)` around a request that is tried again.
      isLast ||= this.#forks > forks;
      after.push(...round.left);
      ended.push(...round.ended);
      const updated = round.live.map((at) =>
        update === null ? at : (this.#runExpression(update, at)[0]?.state ?? at),
      );
      if (isLast) after.push(...updated);
      live = isLast ? [] : updated;
    }
    return [...ended, ...after.map(next)];
  }
}
