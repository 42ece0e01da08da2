import type * as t from '@babel/types';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import { identityKey } from '../values/value-identity.ts';
import { type Env, NO_PROVENANCE, type TextValue, type UnknownValue, type Value } from '../values/values.ts';
import { findKnownText, makeUnknown } from './texts.ts';

/** Numbers with which code counts the characters of a path, or the parts of it. */

export function makeNumber(value: number): Value {
  return { type: 'primitive', value, ...NO_PROVENANCE };
}

export function readNumber(value: Value): number | null {
  return value.type === 'primitive' && typeof value.value === 'number' ? value.value : null;
}

/** The number of characters of a text; of one that is not known in full, counted from its end. */
export function measureText(text: TextValue, node: SyntaxNode, module: Module): Value {
  const known = findKnownText(text);
  if (known !== null) return makeNumber(known.length);
  const length: UnknownValue['length'] = { of: identityKey(text), minus: 0 };
  return { ...makeUnknown(node, module, 'it is counted'), length };
}

function compute(operator: string, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '%':
      return left % right;
    default:
      return null;
  }
}

/** `end - 1`; null where either side is no number. */
export function calculate(operator: string, left: Value, right: Value): Value | null {
  const subtrahend = readNumber(right);
  if (subtrahend === null) return null;
  if (left.type === 'unknown' && left.length !== undefined && operator === '-')
    return { ...left, length: { ...left.length, minus: left.length.minus + subtrahend } };
  const minuend = readNumber(left);
  const result = minuend === null ? null : compute(operator, minuend, subtrahend);
  return result === null ? null : makeNumber(result);
}

/** Sums are texts first, see `written-texts.ts`. */
export function evaluateArithmetic(evaluator: Evaluator, node: t.BinaryExpression, module: Module, env: Env): Value {
  const right = evaluator.evaluate(node.right, module, env);
  const results = listOptions(evaluator.evaluate(node.left, module, env)).map((left) =>
    calculate(node.operator, left, right),
  );
  const known = results.filter((result) => result !== null);
  return known.length === results.length ? unite(known) : makeUnknown(node, module, 'it is computed');
}

/** `index < list.length`, `end === path.length`; null where the numbers are not known. */
export function compareNumbers(operator: string, left: Value, right: Value): boolean | null {
  if (left.type === 'unknown' && right.type === 'unknown' && left.length !== undefined && right.length !== undefined)
    return left.length.of === right.length.of ? compareKnown(operator, -left.length.minus, -right.length.minus) : null;
  const first = readNumber(left);
  const second = readNumber(right);
  return first === null || second === null ? null : compareKnown(operator, first, second);
}

function compareKnown(operator: string, left: number, right: number): boolean | null {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
    case '===':
      return left === right;
    case '!=':
    case '!==':
      return left !== right;
    default:
      return null;
  }
}
