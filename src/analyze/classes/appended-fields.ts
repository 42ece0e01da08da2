import type { CallExpression } from '@babel/types';
import { contains, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { GROWN, runsForEach } from '../expressions/growing-members.ts';
import { putTogether } from '../expressions/grown-texts.ts';
import { listElements, makeArray } from '../members/objects.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { getTextHead, listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { ArrayValue, InstanceValue, TextValue, Value } from '../values/values.ts';
import { listSteps, runSteps } from './builder-steps.ts';
import type { Level } from './levels.ts';

/** Fields that grow with each call on an instance: `this.path += `/${part}``, `this.parts.push(part)`. */

/** Behind these the path is over. */
const QUERY = /^[?&#]/;

/** With more forms than this, what a list holds is not told. */
const MAX_FORMS = 64;

function isQuery(pieces: readonly TextValue[]): boolean {
  return pieces.every((piece) => QUERY.test(getTextHead(piece)));
}

/** The text behind all calls that append to it; `start`: what it is before the first, `values`: what is appended. */
export function evaluateAppended(
  evaluator: Evaluator,
  level: Level,
  instance: InstanceValue,
  start: Value | null,
  values: readonly SyntaxNode[],
): Value {
  const [node] = values;
  const { module } = level.of;
  if (node === undefined) return start ?? makeText('');
  const before = start === null ? [makeText('')] : listTexts(start, node, module);
  const groups = listSteps(evaluator, level, instance, values, (value, env) => {
    const pieces = listTexts(evaluator.evaluate(value, module, env), value, module);
    if (isQuery(pieces)) return null;
    // `for (const part of parts) this.path += `/${part}`;`: all of them, one behind the other.
    if (pieces.length < 2 || !runsForEach(value)) return pieces;
    const haveSlash = pieces.every((piece) => getTextHead(piece).startsWith('/'));
    return listTexts(putTogether(makeText(''), { haveSlash }, value, module), value, module);
  });
  if (groups === null) {
    const rest = makeUnknown(node, module, GROWN);
    return concatTexts([before, listTexts(rest, node, module)], node, module);
  }
  if (groups.length === 0) return unite(before);
  return unite(
    groups.flatMap((steps) =>
      runSteps(steps, before, (texts, pieces) => listTexts(concatTexts([texts, pieces], node, module), node, module)),
    ),
  );
}

/** The calls of `this.name.push(…)` in the methods of the class; null where something else is added, or from outside. */
function listPushes(evaluator: Evaluator, { of }: Level, name: string): readonly CallExpression[] | null {
  const found: CallExpression[] = [];
  for (const { node, receiver, module } of evaluator.index.listPushes()) {
    const list = unwrap(receiver);
    if (module !== of.module || !isMemberNode(list) || nameMember(list) !== name || !contains(of.node, node)) continue;
    const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
    if (node.type !== 'CallExpression' || callee === null || nameMember(callee) !== 'push') return null;
    if (unwrap(list.object).type !== 'ThisExpression') return null;
    found.push(node);
  }
  return found;
}

/** The list behind all calls that add to it; null where that is not known. `start`: what it is before the first. */
export function evaluatePushed(
  evaluator: Evaluator,
  level: Level,
  instance: InstanceValue,
  name: string,
  start: ArrayValue,
): Value | null {
  const pushes = listPushes(evaluator, level, name) ?? [];
  // What is written there, without what is added.
  const before = pushes.length === 0 ? null : listElements(evaluator, { ...start, node: null });
  if (before === null) return null;
  let isKnown = true;
  const groups = listSteps(evaluator, level, instance, pushes, (push, env) => {
    const laid = evaluator.layOutArguments(evaluator.index.listCallArguments(push, level.of.module, env));
    isKnown &&= laid.every((argument) => argument !== null);
    return laid.flatMap((argument) => (argument === null ? [] : [evaluator.evaluateArgument(argument)]));
  });
  if (groups === null || groups.length === 0 || !isKnown) return null;
  const lists = groups.flatMap((steps) =>
    runSteps(steps, [before], (forms, given) => forms.map((form) => [...form, ...given])),
  );
  return lists.length > MAX_FORMS ? null : unite(lists.map(makeArray));
}
