import { findInterop } from '../../syntax/compiled-modules.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import { findExportedName } from '../../syntax/exported-names.ts';
import { describeName, isCallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Importers, Reading } from '../importing/importers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** What is read only to get another name, as CommonJS exports and imports: `exports.get = get`, `const { get } = require('./api')`. */

/** Names for names. */
const MAX_NAMES = 12;

/** `api.post` where `api.get` is looked for. */
function readsOther({ node, path }: Reading): boolean {
  const at = findOutermost(node);
  const member = getParent(at);
  const name = member !== undefined && isMemberNode(member) && member.object === at ? nameMember(member) : null;
  return name !== null && path[0] !== undefined && name !== path[0];
}

/** The names that a pattern gives to the member at the path; null where it takes something else besides. */
function listNamed(
  importers: Importers,
  pattern: SyntaxNode,
  module: Module,
  path: readonly string[],
): readonly Reading[] | null {
  if (pattern.type === 'Identifier') {
    const binding = findBindingOf(module, pattern);
    if (binding === undefined || binding.assignments.length > 0) return null;
    return importers
      .listReadings(module, binding)
      .map((reading) => ({ ...reading, path: [...reading.path, ...path] }))
      .filter((reading) => !readsOther(reading));
  }
  const [name, ...rest] = path;
  if (pattern.type !== 'ObjectPattern' || name === undefined) return null;
  if (pattern.properties.some((one) => one.type !== 'ObjectProperty' || nameKey(one) === null)) return null;
  const taken = pattern.properties.filter((one) => one.type === 'ObjectProperty' && nameKey(one) === name);
  const found = taken.map((one) =>
    one.type === 'ObjectProperty' ? listNamed(importers, one.value, module, rest) : null,
  );
  return found.includes(null) ? null : found.flatMap((readings) => readings ?? []);
}

/** `const http = { request }`, `export default { request }`: where the member of the table is read; null for other tables. */
function listOfTable(importers: Importers, at: SyntaxNode, { module, path }: Reading): readonly Reading[] | null {
  const member = getParent(at);
  const table = member === undefined ? undefined : getParent(member);
  if (member?.type !== 'ObjectProperty' || member.value !== at || table?.type !== 'ObjectExpression') return null;
  const name = nameKey(member);
  if (name === null || member.computed) return null;
  const inTable = [name, ...path];
  const outer = findOutermost(table);
  const around = getParent(outer);
  if (around?.type === 'VariableDeclarator' && around.init === outer)
    return listNamed(importers, around.id, module, inTable);
  const exported = around?.type === 'ExportDefaultDeclaration' ? 'default' : findExportedName(outer);
  return exported === null ? null : listExported(importers, exported, { node: outer, module, path: inTable });
}

function listExported(importers: Importers, exported: string, { module, path }: Reading): readonly Reading[] {
  return importers
    .listExportReadings(module, exported)
    .map((reading) => ({ ...reading, path: [...reading.path, ...path] }))
    .filter((reading) => !readsOther(reading));
}

/** `module.exports = http`: all that a file exports. */
function isWhole(around: SyntaxNode, at: SyntaxNode): boolean {
  return (
    around.type === 'AssignmentExpression' && around.right === at && describeName(around.left) === 'module.exports'
  );
}

/** Where it is read under the name that it gets here; null where it gets none. */
function listUnderName(importers: Importers, { node, module, path }: Reading): readonly Reading[] | null {
  const at = findOutermost(node);
  const around = getParent(at);
  if (around === undefined) return null;
  if (isCallNode(around) && findInterop(around) === unwrap(at)) return [{ node: around, module, path }];
  if (around.type === 'VariableDeclarator' && around.init === at) return listNamed(importers, around.id, module, path);
  const exported = isWhole(around, at) ? '=' : findExportedName(at);
  if (exported !== null) return listExported(importers, exported, { node, module, path });
  return listOfTable(importers, at, { node, module, path });
}

/** The readings that do something else with it than to give it a name, those under its other names with them. */
export function listBehindNames(importers: Importers, readings: readonly Reading[]): readonly Reading[] {
  let open = readings;
  const found: Reading[] = [];
  for (let names = 0; names < MAX_NAMES && open.length > 0; names += 1)
    open = open.flatMap((reading) => {
      const renamed = listUnderName(importers, reading);
      if (renamed === null) found.push(reading);
      return renamed ?? [];
    });
  return [...found, ...open];
}
