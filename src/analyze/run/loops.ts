import type * as t from '@babel/types';
import { fillsRest } from '../../syntax/compiled-rest.ts';
import { isFunctionNode } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { decide } from '../expressions/decide.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';
import type { Effects } from './effects.ts';
import type { findForEach } from './runnable.ts';
import { type End, MAX_WAYS, NotRunnable, next, type State } from './state.ts';

/** What loops are made of, as the machine runs it. */
interface Steps {
  readonly run: (statement: SyntaxNode, state: State) => readonly End[];
  readonly runExpression: (expression: SyntaxNode, state: State) => readonly End[];
  /** Conditions that were not known so far. */
  readonly countForks: () => number;
}

/** Runs loops: over the elements of a list, or for as long as a condition is known to hold. */
export class Loops {
  readonly #evaluator: Evaluator;
  readonly #module: Module;
  readonly #effects: Effects;
  readonly #steps: Steps;

  constructor(evaluator: Evaluator, module: Module, effects: Effects, steps: Steps) {
    this.#evaluator = evaluator;
    this.#module = module;
    this.#effects = effects;
    this.#steps = steps;
  }

  /** What is decided in a loop, or in a loop within it, is decided anew in each round. */
  within(loop: SyntaxNode, run: () => readonly End[]): readonly End[] {
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
    const ends = states.flatMap((state) => this.#steps.run(body, state));
    if (ends.length > MAX_WAYS) throw new NotRunnable();
    return {
      live: ends.filter(({ kind }) => kind === 'next' || kind === 'continue').map(({ state }) => state),
      left: ends.filter(({ kind }) => kind === 'break').map(({ state }) => state),
      ended: ends.filter(({ kind }) => kind === 'return' || kind === 'throw'),
    };
  }

  runForOf({ left, right, body }: t.ForOfStatement, state: State): readonly End[] {
    const [declarator] = left.type === 'VariableDeclaration' ? left.declarations : [];
    const binding = declarator?.id.type === 'Identifier' ? findBindingOf(this.#module, declarator.id) : undefined;
    if (binding === undefined) throw new NotRunnable();
    return this.#runEach(body, binding, this.#effects.listAll(this.#effects.evaluate(right, state)), state, body);
  }

  runForEach({ list, callback, name }: NonNullable<ReturnType<typeof findForEach>>, state: State): readonly End[] {
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
    return this.within(loop, () => {
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

  runWhile(node: t.WhileStatement, state: State): readonly End[] {
    return this.within(node, () => this.#repeat(node.test, node.body, null, state));
  }

  runFor(loop: t.ForStatement, state: State): readonly End[] {
    const { init, test, update, body } = loop;
    return this.within(body, () => {
      const start =
        init?.type === 'VariableDeclaration'
          ? init.declarations.reduce((at, declarator) => this.#effects.declare(declarator, at), state)
          : state;
      if (fillsRest(loop)) return [next(start)];
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
      const forks = this.#steps.countForks();
      const round = this.#round(body, going);
      // What goes round until something unknown happens would do so for ever: `for (;;)` around a request that is tried again.
      isLast ||= this.#steps.countForks() > forks;
      after.push(...round.left);
      ended.push(...round.ended);
      const updated = round.live.map((at) =>
        update === null ? at : (this.#steps.runExpression(update, at)[0]?.state ?? at),
      );
      if (isLast) after.push(...updated);
      live = isLast ? [] : updated;
    }
    return [...ended, ...after.map(next)];
  }
}
