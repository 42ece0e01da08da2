import type { StringLiteral } from '@babel/types';
import type { RowBeside } from '../../model/analysis.ts';
import { getStart, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation } from '../modules/module.ts';

/** `{ calls: '/calls', voices: '/voices' }`, `enum Path { … }`: what stands in a table beside a path that is sent. */

/** Between a path and the outermost table that it is a row of. */
const WITHIN =
  /^(?:ObjectProperty|ObjectExpression|TSEnumMember|TSAsExpression|TSSatisfiesExpression|TSTypeAssertion|CallExpression)$/;

function findTable(literal: SyntaxNode): SyntaxNode | null {
  let table: SyntaxNode | null = null;
  for (let at = getParent(literal); at !== undefined && WITHIN.test(at.type); at = getParent(at)) {
    // `Object.freeze({ … })`
    if (at.type === 'CallExpression' && (table === null || at.arguments.length !== 1)) break;
    if (at.type === 'ObjectExpression') table = at;
    if (at.type === 'TSEnumMember') return getParent(at) ?? null;
  }
  return table;
}

function listRows(table: SyntaxNode): readonly StringLiteral[] {
  const given = unwrap(table);
  if (given.type === 'StringLiteral') return given.value.startsWith('/') ? [given] : [];
  if (given.type === 'ObjectExpression')
    return given.properties.flatMap((row) => (row.type === 'ObjectProperty' ? listRows(row.value) : []));
  const members = given.type === 'TSEnumDeclaration' ? given.members : [];
  return members.flatMap(({ initializer }) => (initializer ? listRows(initializer) : []));
}

/** The paths in the tables of the literals with these numbers (TextOrigin.literal). */
export function listRowsBeside(evaluator: Evaluator, literals: ReadonlySet<number>): readonly RowBeside[] {
  const tables = new Map(
    [...literals].flatMap((literal) => {
      const found = evaluator.getIdentified(literal);
      const table = found === undefined ? null : findTable(found.node);
      return found === undefined || table === null ? [] : [[table, found.module] as const];
    }),
  );
  return [...tables].flatMap(([table, module]) =>
    listRows(table).map((row) => ({
      ...getLocation(module, getStart(row)),
      text: row.value,
      literal: evaluator.identify(row),
    })),
  );
}
