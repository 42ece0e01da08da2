import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { listElements } from './objects.ts';

/** Functions of packages that read a member further in: `_.get(config, 'voice.url')`, `R.path(['voice', 'url'], config)`. */

const OBJECT_FIRST = /^(?:lodash(?:-es)?|es-toolkit(?:\/(?:object|compat))?|underscore|radash|dot-prop|object-path)$/;
const SINGLE = /^(?:lodash[./]get|get-value|just-safe-get|dlv)$/;

/** The places of the object, of the way to its member, and of what stands in where there is none. */
interface Places {
  readonly object: number;
  readonly way: number;
  readonly fallback: number;
}

function findPlaces({ module, path }: ExternalValue): Places | null {
  const name = path.filter((part) => part !== 'default').join('.');
  const isGet = SINGLE.test(module) ? name === '' : OBJECT_FIRST.test(module) && /^(?:get|getProperty)$/.test(name);
  if (isGet) return { object: 0, way: 1, fallback: 2 };
  if (module !== 'ramda') return null;
  if (name === 'pathOr') return { object: 2, way: 1, fallback: 0 };
  return name === 'path' || name === 'prop' ? { object: 1, way: 0, fallback: -1 } : null;
}

/** The names on the way; null where they are not known. */
function listNames(evaluator: Evaluator, way: Value): readonly string[] | null {
  const whole = findKnownText(way);
  if (whole !== null) return /^[\w$-]+(?:\.[\w$-]+)*$/.test(whole) ? whole.split('.') : null;
  const names =
    way.type === 'array' ? (listElements(evaluator, way) ?? [null]).map((name) => name && findKnownText(name)) : [];
  return names.length > 0 && names.every((name) => name !== null) ? names : null;
}

export function readPath(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const places = findPlaces(callee);
  if (places === null) return null;
  const { args, node, module } = call;
  const [object, way] = [evaluator.getArgument(args, places.object), evaluator.getArgument(args, places.way)];
  const names = way === undefined ? null : listNames(evaluator, way);
  if (object === undefined || names === null) return null;
  const found = names.reduce<Value>((owner, name) => evaluator.getProperty(owner, name, node, module), object);
  const fallback = isUndefined(found) ? evaluator.getArgument(args, places.fallback) : undefined;
  return fallback ?? found;
}
