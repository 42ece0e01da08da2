import { findLiteralAround, sharesThis } from '../syntax/enclosing.ts';
import type { FunctionValue, ObjectValue, Value } from './values.ts';

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
export function takeOver(member: Value, from: Value | null, to: ObjectValue): Value {
  if (member.type !== 'function' || member.self === null || member.self === to || !isUnbound(member)) return member;
  const isTaken = from === null ? member.self.type === 'object' : member.self === from;
  return isTaken ? { ...member, self: to } : member;
}
