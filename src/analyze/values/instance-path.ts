import type { ExternalValue } from './values.ts';

/**
 * The members on the way to what is read of an instance of a package's class, from that class on: a container that injects it
 * and the code that says `new HttpService()` by hand have the same one.
 */
export function readInstancePath({ made, path }: ExternalValue): readonly string[] {
  return made?.call.type === 'NewExpression' ? [...made.by.path, 'instance()', ...path] : path;
}
