import { findLiteralAround, readsThis, sharesThis } from '../../syntax/enclosing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { FunctionValue, InstanceValue, ObjectValue, Value } from '../values/values.ts';

/**
 * `{ ...api, base: OTHER }`, `Object.create(api)`, `{ list: api.list }`: in a method that an object takes over, `this` is that
 * object.
 */

/** A method of which the caller says what `this` is. */
function isUnbound(option: Value): option is FunctionValue {
  if (option.type !== 'function' || option.isBound === true || sharesThis(option.fn)) return false;
  return option.fn.type === 'ClassMethod' || findLiteralAround(option.fn) !== null;
}

/** `from`: the object that the method is a member of as well; null where that is any other object literal. */
export function takeOver(member: Value, from: Value | null, to: ObjectValue | InstanceValue): Value {
  if (member.type !== 'function' || member.self === null || member.self === to || !isUnbound(member)) return member;
  const isTaken = from === null ? member.self.type === 'object' : member.self === from;
  return isTaken ? { ...member, self: to } : member;
}

function isLent(option: Value): option is FunctionValue {
  return option.type === 'function' && option.self === null && !sharesThis(option.fn) && readsThis(option.fn);
}

/** `list = makeMethod({ … })`: a function that is nobody's is a method of what holds it. */
export function takeIn(member: Value, holder: InstanceValue | ObjectValue): Value {
  const options = listOptions(member);
  if (!options.some(isLent)) return member;
  return unite(options.map((option) => (isLent(option) ? { ...option, self: holder } : option)));
}
