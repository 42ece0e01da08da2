import type * as t from '@babel/types';
import { flatMap } from '../../model/flat-map.ts';
import type { Seam, TextOrigin } from '../../model/url-value.ts';
import { getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import { locateCooked } from '../../syntax/strings.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { type Env, NO_PROVENANCE, type TextValue, type Value } from '../values/values.ts';
import { calculate, readNumber } from './arithmetic.ts';
import { concatTexts } from './concat-texts.ts';
import { convertToText } from './text-conversion.ts';
import { listTexts, makeText, markSeam } from './texts.ts';

/** Texts as the code writes them: literals, templates and sums, with the place of each character. */

export function literalText(evaluator: Evaluator, node: t.StringLiteral, module: Module): Value {
  const text = node.value;
  if (text === '') return makeText('');
  const start = getStart(node);
  const end = getEnd(node);
  const quoteCharacter = module.text[start];
  const quote: TextOrigin['quote'] = quoteCharacter === "'" || quoteCharacter === '"' ? quoteCharacter : 'other';
  const offsets = locateCooked(module.text, start + 1, end - 1, text);
  if (offsets === null) return makeText(text);
  const origin: TextOrigin = {
    file: module.path,
    start: start + 1,
    end: end - 1,
    quote,
    literal: evaluator.identify(node),
    ...offsets,
  };
  return { type: 'text', atoms: [{ kind: 'text', text, origin, via: null }], ...NO_PROVENANCE };
}

export function quasiText(evaluator: Evaluator, quasi: t.TemplateElement, module: Module): Value {
  const text = quasi.value.cooked ?? quasi.value.raw;
  if (text === '') return makeText('');
  const start = getStart(quasi);
  const end = getEnd(quasi);
  const offsets = locateCooked(module.text, start, end, text);
  if (offsets === null) return makeText(text);
  const origin: TextOrigin = {
    file: module.path,
    start,
    end,
    quote: '`',
    literal: evaluator.identify(quasi),
    ...offsets,
  };
  return { type: 'text', atoms: [{ kind: 'text', text, origin, via: null }], ...NO_PROVENANCE };
}

/**
 * What a query string is made of hardly ever matters, and is dear to follow: `'?' + stringify(query)` goes round through lists
 * of lists. More steps than these are not taken for it.
 */
const MAX_STEPS_OF_QUERY = 400;

function evaluatePiece(evaluator: Evaluator, node: SyntaxNode, isQuery: boolean, module: Module, env: Env): Value {
  const evaluate = () => convertToText(evaluator, evaluator.evaluate(node, module, env), env);
  return isQuery ? evaluator.within(MAX_STEPS_OF_QUERY, evaluate) : evaluate();
}

export function evaluateTemplate(evaluator: Evaluator, node: t.TemplateLiteral, module: Module, env: Env): Value {
  let isQuery = false;
  const pieces = flatMap(node.quasis, (quasi, index) => {
    const text = listTexts(quasiText(evaluator, quasi, module), quasi, module);
    const expression = node.expressions[index];
    if (expression === undefined) return [text];
    isQuery ||= quasi.value.raw.includes('?');
    const value = evaluatePiece(evaluator, expression, isQuery, module, env);
    return [text, markEntry(value, expression, 'template', module)];
  });
  return concatTexts(pieces, node, module);
}

/** A chain of `+` is flattened first: concatenations of thousands of pieces exist. */
export function evaluateSum(evaluator: Evaluator, node: t.BinaryExpression, module: Module, env: Env): Value {
  const operands: SyntaxNode[] = [];
  let left: SyntaxNode = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    operands.push(left.right);
    left = unwrap(left.left);
  }
  operands.push(left);
  operands.reverse();
  const query = operands.findIndex((operand) => operand.type === 'StringLiteral' && operand.value.includes('?'));
  const isQuery = (index: number) => query !== -1 && index > query;
  const values = operands.map((operand, index) => (isQuery(index) ? null : evaluator.evaluate(operand, module, env)));
  const [first, ...others] = values;
  if (first != null && values.every((value) => value !== null && readNumber(value) !== null))
    return others.reduce<Value>((sum, value) => (value && calculate('+', sum, value)) ?? sum, first);
  return concatTexts(
    operands.map((operand, index) =>
      markEntry(evaluatePiece(evaluator, operand, isQuery(index), module, env), operand, 'sum', module),
    ),
    node,
    module,
  );
}

/** The texts of `value`, marked with the place where `node`, which stands for it, enters a larger text. */
export function markEntry(value: Value, node: SyntaxNode, kind: Seam['kind'], module: Module): readonly TextValue[] {
  const texts = listTexts(value, node, module);
  const inner = unwrap(node);
  if (inner.type === 'StringLiteral' || inner.type === 'TemplateLiteral') return texts;
  const parenthesis = node.extra?.parenStart;
  const start = typeof parenthesis === 'number' ? parenthesis : getStart(node);
  return markSeam(texts, { kind, file: module.path, start, end: getEnd(node) });
}
