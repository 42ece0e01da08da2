import type { Binding } from '../../syntax/scopes.ts';
import type { Choice, EnvLink, Frame, Value } from '../values/values.ts';
import type { Locals } from './locals.ts';

/** Where the run of a function stands. */

/** A call of the function, in which its names have no values yet. */
export type Called = EnvLink & { readonly frame: Frame };

export interface State {
  readonly locals: Locals;
  /** The branches that were taken where their condition is not known. */
  readonly choices: readonly Choice[];
  /** Expressions in this state, each worked out once. */
  readonly env: EnvLink;
}

/** How statements end: at their end, or before it. */
export interface End {
  readonly kind: 'next' | 'return' | 'throw' | 'break' | 'continue';
  readonly state: State;
  readonly value?: Value;
}

export function makeState({ frame, parent, any }: Called, locals: Locals, choices: readonly Choice[]): State {
  return { locals, choices, env: { frame, parent, any, memo: new Map(), locals } };
}

export function setLocal(called: Called, { locals, choices }: State, binding: Binding, value: Value): State {
  return makeState(called, new Map([...locals, [binding, value]]), choices);
}

export function next(state: State): End {
  return { kind: 'next', state };
}

/** More ways through a function than this are not told apart. */
export const MAX_WAYS = 32;

/** Thrown where a function does what cannot be run; it is read as the evaluator reads other functions. */
export class NotRunnable extends Error {}
