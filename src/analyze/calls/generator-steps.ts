import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeUnknown } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Env, NO_PROVENANCE, type ObjectEntry, type Value } from '../values/values.ts';
import { evaluateSteps } from './yields.ts';

/** `const steps = load(id); steps.next().value`: a generator that is run step by step. */

/** The call that made the generator, also under a name. */
function findStart(owner: SyntaxNode, module: Module): SyntaxNode | null {
  const node = unwrap(owner);
  const source = findBindingOf(module, node)?.source;
  if (source === undefined) return node.type === 'CallExpression' ? node : null;
  const made =
    source.kind === 'value' && source.steps.length === 0 && source.node !== null ? unwrap(source.node) : null;
  return made?.type === 'CallExpression' ? made : null;
}

/** What the generators that a call starts yield; none where some of it is yielded for others. */
function listYielded(evaluator: Evaluator, start: SyntaxNode, module: Module, env: Env): readonly Value[] {
  if (start.type !== 'CallExpression') return [];
  return listOptions(evaluator.evaluate(start.callee, module, env)).flatMap((option) => {
    if (option.type !== 'function' || option.fn.generator !== true || option.bound.length > 0) return [];
    const args = evaluator.index.listCallArguments(start, module, env);
    const frame = { fn: option.fn, args, self: option.self, call: { node: start, module }, from: env };
    const { elements = [] } =
      evaluateSteps(option.fn, option.module, extendEnv(option.env, frame, env?.any === true)) ?? {};
    const slots = elements.flatMap((element) => (element.kind === 'spread' ? [] : [element]));
    return slots.length < elements.length ? [] : slots.map((slot) => evaluator.evaluateSlot(slot, null));
  });
}

function makeStep(value: Value, done: Value): Value {
  const entries = Object.entries({ value, done }).map(
    ([name, member]): ObjectEntry => ({ kind: 'slot', name, slot: { kind: 'value', value: member } }),
  );
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** What one step gives; null for other calls. */
export function takeStep(evaluator: Evaluator, { node, module, env }: BuiltinCall): Value | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || nameMember(callee) !== 'next') return null;
  const start = findStart(callee.object, module);
  const yielded = start === null ? [] : listYielded(evaluator, start, module, env);
  if (yielded.length === 0) return null;
  // What it gives back is not sent: who runs it asks whether it is done.
  return makeStep(unite(yielded), makeUnknown(node, module, 'it is only known when the code runs'));
}
