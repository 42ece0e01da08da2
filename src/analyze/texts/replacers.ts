import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { encodeSegment } from '../calls/global-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, FunctionValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import type { BuiltinCall } from './text-calls.ts';
import { findKnownText, makeText, makeUnknown } from './texts.ts';

/** What a function puts in the place of a match: `(_, name) => params[name]`, `() => args[i++]`. */

/** The list of which each match takes the next element, and whether it is encoded. */
interface Taking {
  readonly list: SyntaxNode;
  readonly isEncoded: boolean;
}

/** `args[i++]`, `args.shift()`, also as a text. */
function findTaking(returned: SyntaxNode, isEncoded = false): Taking | null {
  const node = unwrap(returned);
  if (
    node.type === 'TemplateLiteral' &&
    node.expressions.length === 1 &&
    node.quasis.every(({ value }) => value.raw === '')
  )
    return node.expressions[0] === undefined ? null : findTaking(node.expressions[0], isEncoded);
  if (isMemberNode(node) && node.computed) {
    const key = unwrap(node.property);
    const isNext = key.type === 'UpdateExpression' && key.operator === '++' && !key.prefix;
    return isNext ? { list: node.object, isEncoded } : null;
  }
  if (!isCallNode(node) || node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  if (isMemberNode(callee)) return nameMember(callee) === 'shift' ? { list: callee.object, isEncoded } : null;
  const [given] = node.arguments;
  if (callee.type !== 'Identifier' || given === undefined || !/^(?:String|encodeURIComponent)$/.test(callee.name))
    return null;
  return findTaking(given, isEncoded || callee.name === 'encodeURIComponent');
}

function takeNext(evaluator: Evaluator, replacer: FunctionValue, index: number, call: BuiltinCall): Value | null {
  const returned = findOnlyReturn(replacer.fn);
  const taking = returned === null ? null : findTaking(returned);
  if (taking === null) return null;
  const list = evaluator.evaluate(taking.list, replacer.module, replacer.env);
  const element = list.type === 'array' ? listElements(evaluator, list)?.[index] : undefined;
  if (element === undefined) return makeUnknown(call.node, call.module, 'a part of it is replaced');
  return taking.isEncoded ? encodeSegment(element, call.node, call.module) : element;
}

/** `params[name] ?? match`: what was matched, or nothing, stands for a value that is missing. */
function isFallback(option: Value, matched: string): boolean {
  const known = findKnownText(option);
  return known === '' || known === matched;
}

/** What a match becomes; `index`: how many came before it. */
export function evaluateReplacer(
  evaluator: Evaluator,
  replacer: FunctionValue,
  match: readonly (string | undefined)[],
  index: number,
  call: BuiltinCall,
): Value {
  const next = takeNext(evaluator, replacer, index, call);
  if (next !== null) return next;
  const args = match.map(
    (group): Argument => ({
      kind: 'value',
      value: group === undefined ? { type: 'primitive', value: undefined, ...NO_PROVENANCE } : makeText(group),
    }),
  );
  const value = evaluateReturn(evaluator, replacer, { args, call: null, from: call.env }, call.env?.any === true);
  const kept = listOptions(value).filter((option) => !isFallback(option, match[0] ?? ''));
  return kept.length === 0 ? value : unite(kept);
}
