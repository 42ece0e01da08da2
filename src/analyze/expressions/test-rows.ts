import type { FunctionNode } from '../../syntax/nodes.ts';
import { getStart } from '../../syntax/nodes.ts';
import { findTestTable, type TestTable } from '../../syntax/test-tables.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { chooseEach, listOptions } from '../values/unions.ts';
import { type Env, UNDEFINED, type Value } from '../values/values.ts';

/** What a test is handed that is run for each row of a table. */

/** The rows of a template: each has a value for every column. */
function listTemplateRows(evaluator: Evaluator, table: TestTable, module: Module, env: Env): readonly Value[] {
  const { rows, columns } = table;
  if (rows.type !== 'TemplateLiteral' || columns === null) return [];
  const values = rows.expressions.map((expression) => evaluator.evaluate(expression, module, env));
  const count = Math.floor(values.length / columns.length);
  return Array.from({ length: count }, (_, row) =>
    makeObject(
      Object.fromEntries(columns.map((name, column) => [name, values[row * columns.length + column] ?? UNDEFINED])),
    ),
  );
}

/** Null where the list of rows is not known. */
function listRows(evaluator: Evaluator, table: TestTable, module: Module, env: Env): readonly Value[] | null {
  if (table.columns !== null) return listTemplateRows(evaluator, table, module, env);
  const lists = listOptions(evaluator.evaluate(table.rows, module, env)).map((option) =>
    option.type === 'array' ? listElements(evaluator, option, env) : null,
  );
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}

/** Parameter `index` of a function that a test table is run with; the parameters of one row go together. */
export function evaluateTestRow(
  evaluator: Evaluator,
  { fn, index }: { readonly fn: FunctionNode; readonly index: number },
  module: Module,
  env: Env,
): Value | null {
  const table = findTestTable(fn);
  const rows = table === null ? null : listRows(evaluator, table, module, env);
  if (table === null || rows === null || rows.length === 0) return null;
  const given = rows.map((row) => {
    const cells = table.isSpread && row.type === 'array' ? listElements(evaluator, row, env) : null;
    return (cells ?? [row])[index] ?? UNDEFINED;
  });
  return chooseEach(`${module.path}:${getStart(fn)}`, given);
}
