import type { Binding } from '../../syntax/scopes.ts';
import type { Env, Value } from '../values/values.ts';

/** The names of functions that are being run, with the values that they have at that moment. */
export type Locals = ReadonlyMap<Binding, Value>;

export function findLocal(env: Env, binding: Binding): Value | undefined {
  for (let link = env; link !== null; link = link.parent) {
    const value = link.locals?.get(binding);
    if (value !== undefined) return value;
  }
  return undefined;
}
