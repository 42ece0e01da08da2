import { findFunctionAround } from '../../syntax/enclosing.ts';
import { contains } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findKnownText } from '../texts/texts.ts';
import { findFrame } from '../values/frames.ts';
import { listOptions, withOwnChoices } from '../values/unions.ts';
import { dropChoices } from '../values/value-marks.ts';
import type { Choice, Env, TextValue, Value } from '../values/values.ts';

/** Where a value is made that is worked out in full only when it is asked for something; null for what is known at once. */
function findMaking(value: Value): SyntaxNode | null | undefined {
  switch (value.type) {
    case 'text':
      return null;
    case 'function':
      return value.fn;
    case 'instance':
      return value.construction?.call;
    case 'external':
      return value.made?.call;
    case 'object':
    case 'array':
      return value.node ?? undefined;
    case 'client':
      return value.made ?? undefined;
    default:
      return undefined;
  }
}

/** Decided by who calls a function that did not make the value: nothing in it depends on that. */
function isOfRegistering(evaluator: Evaluator, value: Value, { callersOf }: Choice): boolean {
  const making = findMaking(value);
  const fn = callersOf === undefined ? undefined : evaluator.getIdentified(callersOf);
  return making !== undefined && fn !== undefined && (making === null || !contains(fn.node, making));
}

/**
 * What goes with one of the keys that a place sets. Who asks by that key has decided nothing: in `register(name, make)` each
 * may ask for what another one registered.
 */
export function listKeyed(evaluator: Evaluator, value: Value, keys: readonly Value[]): readonly Value[] {
  return keys.flatMap(({ choices }): readonly Value[] => {
    const own = listOptions(withOwnChoices(value, choices));
    if (keys.length > 1 || choices === undefined) return own;
    return own.map((option) =>
      dropChoices(
        option,
        choices.filter((choice) => isOfRegistering(evaluator, option, choice)),
      ),
    );
  });
}

/**
 * What `table[key] = value` puts under one name, where `key` can be several and each goes with its own value; null where it puts
 * nothing there. `name` is null where any is asked for.
 */
export function listUnder(
  evaluator: Evaluator,
  keys: readonly TextValue[],
  name: string | null,
  evaluate: () => Value,
): readonly Value[] | null {
  const names = keys.map(findKnownText);
  const own = keys.filter((_, index) => names[index] === name);
  const isKnown = !names.includes(null);
  if (name !== null && own.length === 0 && isKnown) return null;
  const value = evaluate();
  return name === null || !isKnown || keys.length === 1 ? listOptions(value) : listKeyed(evaluator, value, own);
}

/** In which context a setting counts: in that of who asks, if the same call of a function asks and sets. */
export function chooseEnv(evaluator: Evaluator, setting: SyntaxNode, node: SyntaxNode, env: Env): Env {
  const fn = findFunctionAround(node);
  if (fn !== null && contains(fn, setting) && findFrame(env, fn) !== null) return env;
  // Who looks at all callers means those of the function that sets, too.
  return env?.any === true ? evaluator.anyCaller : null;
}
