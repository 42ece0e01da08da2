import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import { UNDEFINED, type Value } from '../values/values.ts';
import { type Emission, refuse } from './emission.ts';

/** The JSON body of a request, as the object that it is made of. */

export interface RequestBody {
  readonly value: Value;
  /** It is `data` of `axios.delete(url, { data })`, not an argument of its own. */
  readonly isInOptions: boolean;
}

/** `JSON.stringify(x)` as `x`; of a choice each. */
function unpackBody(evaluator: Evaluator, body: Value): Value {
  return unite(
    listOptions(body).map((option): Value => {
      if (option.type !== 'external' || option.made === null || option.path.length > 0) return option;
      if (option.made.by.path.join('.') !== 'JSON.stringify') return option;
      return evaluator.getArgument(option.made.args, 0) ?? UNDEFINED;
    }),
  );
}

export function memberOf(
  evaluator: Evaluator,
  object: Value,
  name: string,
  { node, module }: CallSite | { readonly node: SyntaxNode; readonly module: Module },
): Value | undefined {
  const value = evaluator.getProperty(object, name, node, module);
  return isUndefined(value) ? undefined : value;
}

/** `null` and `''`, which wrappers put where no body is given. */
function isEmpty(value: Value): boolean {
  if (value.type === 'text') return value.atoms.length === 0;
  return value.type === 'primitive' && value.value === null;
}

/** Undefined when the request has no body. */
export function readBody(evaluator: Evaluator, { sink, site, request }: Emission): RequestBody | undefined {
  const message = request.message;
  if (message === undefined) return refuse('it is not known how this client takes its body');
  if (message.obstacle !== undefined) return refuse(message.obstacle);
  const toBody = (value: Value | undefined, isInOptions: boolean): RequestBody | undefined => {
    if (value === undefined) return undefined;
    if (message.isFormByDefault === true && listOptions(value).some(({ type }) => type === 'object'))
      return refuse('its body is sent as a form, not as JSON');
    const unpacked = unpackBody(evaluator, value);
    const isWrapped = sink.node !== site.node;
    // `body ? JSON.stringify(body) : null` of a wrapper: what is given decides.
    const given = listOptions(unpacked).filter((option) => !isUndefined(option) && !(isWrapped && isEmpty(option)));
    return given.length === 0 ? undefined : { value: unite(given), isInOptions };
  };
  if (message.carrier !== undefined) return toBody(message.carrier.body, false);
  // A body that is an argument is sent whatever the options hold: only without one may they carry it.
  const positional = message.isVerb && message.optionsIndex !== message.bodyIndex ? message.positional : undefined;
  if (positional !== undefined && !isUndefined(positional)) return toBody(positional, false);
  const own = message.options === undefined ? undefined : memberOf(evaluator, message.options, message.bodyName, sink);
  return toBody(own, message.bodyIndex !== null);
}
