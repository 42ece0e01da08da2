import type * as t from '@babel/types';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ArrayValue, type Env, NO_PROVENANCE, type Value } from '../values/values.ts';
import { concatTexts } from './concat-texts.ts';
import { listTexts, makeUnknown } from './texts.ts';

/** Tagged templates: calls of the tag with the list of texts and, one by one, the expressions between them. */

/** What a tag is called with. The list of texts is the literal's, so that it has a member `raw`. */
export function listTagArguments({ quasi }: t.TaggedTemplateExpression, module: Module, env: Env): readonly Argument[] {
  const texts: ArrayValue = {
    type: 'array',
    node: quasi,
    elements: quasi.quasis.map((node) => ({ kind: 'expression', node, module, env })),
    ...NO_PROVENANCE,
  };
  return [
    { kind: 'value', value: texts },
    ...quasi.expressions.map((node): Argument => ({ kind: 'expression', node, module, env })),
  ];
}

/** `String.raw`, and `http.url` of k6, which names the URL for its metrics. */
function isRaw(tag: Value): boolean {
  if (tag.type !== 'external') return false;
  const name = tag.path.join('.');
  return (tag.module === 'global' && name === 'String.raw') || (tag.module === 'k6/http' && name === 'url');
}

/** `String.raw` with a template gives the template; null for a function of the project, which says itself what it gives. */
export function evaluateTag(
  evaluator: Evaluator,
  node: t.TaggedTemplateExpression,
  module: Module,
  env: Env,
): Value | null {
  const tag = evaluator.evaluate(node.tag, module, env);
  if (isRaw(tag)) return evaluator.evaluate(node.quasi, module, env);
  return tag.type === 'function' ? null : makeUnknown(node, module, 'it is the result of a template tag');
}

/** `String.raw({ raw: texts }, ...values)`: the texts with the values between them. */
export function joinRaw(
  evaluator: Evaluator,
  args: readonly Argument[],
  node: t.CallExpression | t.OptionalCallExpression,
  module: Module,
): Value | null {
  const source = evaluator.getArgument(args, 0);
  const raw = source === undefined ? null : evaluator.getProperty(source, 'raw', node, module);
  // Which texts they are, the callers say.
  if (raw?.type === 'param') return { ...raw, node, path: [...raw.path, '[]'] };
  const lists = raw === null ? [] : listOptions(raw).map((option) => listElements(evaluator, option));
  if (lists.length === 0 || lists.includes(null)) return null;
  return unite(lists.map((texts) => joinPieces(evaluator, texts ?? [], args, { node, module })));
}

function joinPieces(
  evaluator: Evaluator,
  texts: readonly Value[],
  args: readonly Argument[],
  { node, module }: { readonly node: t.CallExpression | t.OptionalCallExpression; readonly module: Module },
): Value {
  const pieces = texts.flatMap((text, index) => {
    const value = index === texts.length - 1 ? undefined : evaluator.getArgument(args, index + 1);
    const own = listTexts(text, node, module);
    return value === undefined ? [own] : [own, listTexts(value, node, module)];
  });
  return concatTexts(pieces, node, module);
}
