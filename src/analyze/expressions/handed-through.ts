import type * as t from '@babel/types';
import { isCallNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { Env, Value } from '../values/values.ts';

/**
 * `hook(request) ?? request`, `hook ? hook(request) : request`, `request = await hook(request)`: what a function that only
 * users of the code have makes of a request goes on in its place, so it is that request still.
 */

function isUnknown(value: Value): boolean {
  return listOptions(value).every(({ type }) => type === 'param' || type === 'unknown');
}

/** Of a text nobody knows what becomes of it: `resolve(path) ?? path`. */
function isRequestLike(value: Value): boolean {
  return value.type === 'object' || (value.type === 'external' && value.made !== null);
}

/** The name in `request` or `{ ...request }`, if it is this one. */
function findRead(argument: SyntaxNode, code: string, module: Module): SyntaxNode | null {
  const given = unwrap(argument);
  if (given.type === 'ObjectExpression')
    return given.properties
      .flatMap((property) =>
        property.type === 'SpreadElement' ? (findRead(property.argument, code, module) ?? []) : [],
      )
      .reduce<SyntaxNode | null>((first, read) => first ?? read, null);
  return given.type === 'Identifier' && readCode(module, given) === code ? given : null;
}

/** `hook(request)`, also where that was given a name first: `const changed = await hook(request); … changed ?? request`. */
function findCall(node: SyntaxNode, module: Module): SyntaxNode {
  const called = unwrap(node);
  const binding = called.type === 'Identifier' ? findBindingOf(module, called) : undefined;
  const source = binding?.assignments.length === 0 ? binding.source : undefined;
  return source?.kind === 'value' && source.node !== null ? unwrap(source.node) : called;
}

/** Where `name` is read to be handed to the function that `node` calls, which no caller says; null where it is not. */
function findHandedOver(evaluator: Evaluator, node: SyntaxNode, name: SyntaxNode, module: Module): SyntaxNode | null {
  const call = findCall(node, module);
  const named = unwrap(name);
  if (!isCallNode(call) || call.type === 'TaggedTemplateExpression' || named.type !== 'Identifier') return null;
  const code = readCode(module, named);
  const read = call.arguments.flatMap((argument) => findRead(argument, code, module) ?? [])[0] ?? null;
  // `hooks.reduce((request, hook) => hook(request) ?? request, first)` of hooks that are known.
  const callees = read === null ? [] : listOptions(evaluator.evaluate(call.callee, module, evaluator.anyCaller));
  return callees.some(({ type }) => type === 'function') ? null : read;
}

/** `given`, the value of `name`, where `result`, the value of `call`, takes its place; null where it does not. */
export function evaluateReplaced(
  evaluator: Evaluator,
  [result, call]: readonly [Value, SyntaxNode],
  [given, name]: readonly [Value, SyntaxNode],
  module: Module,
  env: Env,
): Value | null {
  if (!isUnknown(result) || !listOptions(given).every(isRequestLike)) return null;
  const read = findHandedOver(evaluator, call, name, module);
  return read === null ? null : withProvenance(given, evaluator.evaluate(read, module, env).refs, null);
}

/** What a name is still behind an assignment of what a function makes of it; null for any other assignment. */
export function evaluateHandedThrough(
  evaluator: Evaluator,
  { left, right }: t.AssignmentExpression,
  result: Value,
  module: Module,
  env: Env,
): Value | null {
  const read = isUnknown(result) ? findHandedOver(evaluator, right, left, module) : null;
  if (read === null) return null;
  // In a loop it is also what this assignment made of it before; what else it may be, another one says.
  const before = listOptions(evaluator.evaluate(read, module, env)).filter(isRequestLike);
  return before.length === 0 ? null : unite(before);
}
