import { append } from '../../model/append.ts';
import { isTestFile } from '../../model/test-files.ts';
import { nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { keepMeeting } from './programs.ts';

/**
 * Names that a build puts texts in the place of: `new DefinePlugin({ __API__: JSON.stringify('https://…') })` of webpack, `define`
 * of Vite, esbuild and their kin, what Rollup replaces.
 */

interface Definition {
  readonly value: SyntaxNode;
  readonly module: Module;
}

const TABLES = ['DefinePlugin', 'define', 'replace'];
const DEFINING = /\bDefinePlugin\b|\bdefine\s*:|plugin-replace\b/;

/** The table that a name in a build's settings hands over. */
function findTable(name: SyntaxNode): SyntaxNode | undefined {
  const parent = getParent(name);
  if (parent?.type === 'ObjectProperty') return parent.key === name ? unwrap(parent.value) : undefined;
  const maker = parent?.type === 'MemberExpression' ? parent : name;
  const call = getParent(maker);
  if ((call?.type !== 'NewExpression' && call?.type !== 'CallExpression') || call.callee !== maker) return undefined;
  const table = call.arguments[0];
  return table === undefined ? undefined : findValues(unwrap(table));
}

/** `replace({ preventAssignment: true, values: { … } })` */
function findValues(table: SyntaxNode): SyntaxNode {
  if (table.type !== 'ObjectExpression') return table;
  const values = table.properties.find((member) => nameKey(member) === 'values');
  return values?.type === 'ObjectProperty' ? unwrap(values.value) : table;
}

const listDefinitions = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<string, Definition[]>(),
  (found, module) => {
    if (isTestFile(module.path) || !DEFINING.test(module.text)) return;
    const names = module.scripts.flatMap(({ identifiers }) => TABLES.flatMap((name) => identifiers.get(name)));
    for (const table of names.map(findTable)) {
      if (table?.type !== 'ObjectExpression') continue;
      for (const member of table.properties) {
        const name = nameKey(member);
        if (name !== null && member.type === 'ObjectProperty') append(found, name, { value: member.value, module });
      }
    }
  },
);

/** What stands in code in the place of a name is code, too: a text in quotes. */
function readCode(evaluator: Evaluator, { value, module }: Definition): Value | null {
  const node = unwrap(value);
  const isWritten = node.type === 'CallExpression' && nameMember(unwrap(node.callee)) === 'stringify';
  const [given] = isWritten ? node.arguments : [];
  if (given !== undefined) return evaluator.evaluate(given, module, evaluator.anyCaller);
  const code = findKnownText(evaluator.evaluate(node, module, evaluator.anyCaller));
  const quoted = code === null ? null : /^(["'])([^"'\\]*)\1$/.exec(code);
  return quoted === null ? null : makeText(quoted[2] ?? '');
}

/** What a build puts in the place of a name that no file declares; null where none does. */
export function evaluateDefined(evaluator: Evaluator, name: string, asking: Module): Value | null {
  const all = listDefinitions(evaluator.graph).get(name);
  if (all === undefined) return null;
  const values = keepMeeting(evaluator, all, asking).map((definition) => readCode(evaluator, definition));
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : unite(known);
}
