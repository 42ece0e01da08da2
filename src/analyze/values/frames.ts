import type { ClassNode, FunctionNode } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { Env, EnvLink, Frame, Value } from './values.ts';

/** The calls in force where an expression is evaluated. */

/** One call further in. */
export function extendEnv(parent: Env, frame: Frame, any: boolean): EnvLink {
  return { frame, parent, any, memo: new Map() };
}

/** The same calls, with names that have a value of their own. */
export function withLocals(env: Env, locals: ReadonlyMap<Binding, Value>): EnvLink {
  const { frame, parent, any, locals: known = [] } = env ?? { frame: null, parent: null, any: false };
  return { frame, parent, any, memo: new Map(), locals: new Map([...known, ...locals]) };
}

/** The innermost call of a function that is in force. */
export function findFrame(env: Env, fn: FunctionNode | ClassNode): Frame | null {
  for (let link = env; link !== null; link = link.parent) if (link.frame?.fn === fn) return link.frame;
  return null;
}

/** How many calls of a function wait for each other where the next one is made. */
export function countCalls(env: Env, fn: FunctionNode): number {
  let count = 0;
  for (let at: Env = env; at !== null; at = at.frame?.from ?? null) {
    let link: Env = at;
    while (link !== null && link.frame?.from === undefined) {
      if (link.frame?.fn === fn) count += 1;
      link = link.parent;
    }
    if (link === null) return count;
    if (link.frame?.fn === fn) count += 1;
    at = link;
  }
  return count;
}
