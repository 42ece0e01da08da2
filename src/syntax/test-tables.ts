import {
  type CallNode,
  describeName,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** Tests that are run for each row of a table: `it.each(rows)(title, run)` of Jest, Vitest, Bun and Playwright's kin. */

const RUNNERS = /^(?:x|f)?(?:it|test|describe|suite|bench)$/;

export interface TestTable {
  /** The list of rows; the template whose first line names the columns. */
  readonly rows: SyntaxNode;
  /** The names of the columns, where a template tells them. */
  readonly columns: readonly string[] | null;
  /** A row that is a list becomes the arguments. `test.for` hands it over as it is. */
  readonly isSpread: boolean;
}

/** `jest_each_1.default`, and `vitest_1.it` of `vitest_1.it.each`: how compilers name what is imported. */
const COMPILED_EACH = /^jest_each_\d+\.default$/;

/** `it` of `it.only.each`, and of `vitest_1.it.each`. */
function namesRunner(at: SyntaxNode): boolean {
  const [root = '', first = '', ...others] = describeName(at).split('.');
  return RUNNERS.test(root) || (RUNNERS.test(first) && others.length > 0);
}

/** `test.each`, `describe.only.each`, `test.for`, and the `each` of jest-each, which stands alone. */
function nameTable(callee: SyntaxNode): 'each' | 'for' | 'jest-each' | null {
  const at = unwrap(callee);
  if (at.type === 'Identifier') return at.name === 'each' ? 'jest-each' : null;
  if (!isMemberNode(at)) return null;
  if (COMPILED_EACH.test(describeName(at))) return 'jest-each';
  if (!namesRunner(at)) return null;
  const name = nameMember(at);
  return name === 'each' || name === 'for' ? name : null;
}

/** `path | status`: the first line of a table that is a template. */
function readColumns(heading: string): readonly string[] {
  return heading.split('|').map((name) => name.trim());
}

function readTable(node: SyntaxNode): TestTable | null {
  const call = unwrap(node);
  if (!isCallNode(call) || call.type === 'NewExpression') return null;
  const name = nameTable(call.type === 'TaggedTemplateExpression' ? call.tag : call.callee);
  if (name === null) return null;
  if (call.type === 'TaggedTemplateExpression') {
    const columns = readColumns(call.quasi.quasis[0]?.value.raw ?? '');
    return { rows: call.quasi, columns, isSpread: false };
  }
  const [rows] = call.arguments;
  return rows === undefined ? null : { rows, columns: null, isSpread: name !== 'for' };
}

/** `it.each(rows)` in `it.each(rows)(title, run)`, `each(rows)` in `each(rows).it(title, run)`. */
function findTableCall(run: CallNode): SyntaxNode | null {
  if (run.type !== 'CallExpression') return null;
  const callee = unwrap(run.callee);
  if (isCallNode(callee)) return callee;
  if (!isMemberNode(callee)) return null;
  const made = unwrap(callee.object);
  const runner = nameMember(callee) ?? '';
  const isEach = isCallNode(made) && (!isMemberNode(getTag(made)) || COMPILED_EACH.test(describeName(getTag(made))));
  return isEach && RUNNERS.test(runner) ? made : null;
}

function getTag(call: CallNode): SyntaxNode {
  return unwrap(call.type === 'TaggedTemplateExpression' ? call.tag : call.callee);
}

/** The table that a function is run for, row by row. */
export function findTestTable(fn: FunctionNode): TestTable | null {
  const run = getParent(fn);
  if (run?.type !== 'CallExpression' || run.callee === fn) return null;
  const call = findTableCall(run);
  return call === null ? null : readTable(call);
}

/** The function that is run for each row of a table: `rows` is its list, or its template. */
export function findTableRun(rows: SyntaxNode): { readonly table: TestTable; readonly fn: FunctionNode } | null {
  const call = getParent(rows);
  const table = call === undefined ? null : readTable(call);
  if (call === undefined || table?.rows !== rows) return null;
  const around = getParent(call);
  const run = around !== undefined && isMemberNode(around) ? getParent(around) : around;
  if (run?.type !== 'CallExpression' || findTableCall(run) !== call) return null;
  const fn = run.arguments.find((argument) => isFunctionNode(argument));
  return fn !== undefined && isFunctionNode(fn) ? { table, fn } : null;
}

/** The column of a value in a table that is a template. */
export function nameColumn({ columns }: TestTable, template: SyntaxNode, value: SyntaxNode): string {
  const index = template.type === 'TemplateLiteral' ? template.expressions.findIndex((entry) => entry === value) : -1;
  return columns?.[index % columns.length] ?? '';
}
