import type * as t from '@babel/types';
import { unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite, withOwnChoices } from '../values/unions.ts';
import type { Choice, Env, Value } from '../values/values.ts';

/**
 * `vendor.auth === 'bearer' ? … : …`, where `vendor` is some row of a table: for each row it is known which way that goes, and what
 * the branch gives belongs to those rows.
 */

type Row = readonly Choice[];

interface Rows {
  readonly yes: readonly Row[];
  readonly no: readonly Row[];
}

/** Of more rows they are not told apart. */
const MAX_ROWS = 32;

/** What is asked, the text that it is compared with, and whether that is to be another one. */
function readQuestion(
  test: t.Expression,
): { readonly asked: t.Expression; readonly text: string; readonly isNegated: boolean } | null {
  if (test.type !== 'BinaryExpression' || !/^[=!]==?$/.test(test.operator)) return null;
  const [left, right] = [unwrap(test.left), unwrap(test.right)];
  const [asked, text] = right.type === 'StringLiteral' ? [left, right] : [right, left];
  if (text.type !== 'StringLiteral' || asked.type === 'StringLiteral') return null;
  return { asked: asked as t.Expression, text: text.value, isNegated: test.operator.startsWith('!') };
}

/** For which rows the test holds, and for which it does not; null where that is not known of each of them. */
function listRows(evaluator: Evaluator, test: t.Expression, module: Module, env: Env): Rows | null {
  const question = readQuestion(unwrap(test) as t.Expression);
  if (question === null) return null;
  const options = listOptions(evaluator.evaluate(question.asked, module, env));
  if (options.length < 2 || options.length > MAX_ROWS) return null;
  const yes: Row[] = [];
  const no: Row[] = [];
  for (const option of options) {
    const known = findKnownText(option);
    const row = option.choices?.filter(({ by }) => by === 'row') ?? [];
    if (known === null || row.length === 0) return null;
    if ((known === question.text) === question.isNegated) no.push(row);
    else yes.push(row);
  }
  return { yes, no };
}

function ofRows(value: Value, rows: readonly Row[]): Value {
  return unite(rows.map((row) => withOwnChoices(value, row)));
}

/** What the two branches give, each for its rows; null where the test does not tell rows apart. */
export function chooseByRows(
  evaluator: Evaluator,
  test: t.Expression,
  branches: readonly [() => Value, () => Value],
  module: Module,
  env: Env,
): Value | null {
  const rows = listRows(evaluator, test, module, env);
  if (rows === null || rows.yes.length === 0 || rows.no.length === 0) return null;
  return unite([ofRows(branches[0](), rows.yes), ofRows(branches[1](), rows.no)]);
}
