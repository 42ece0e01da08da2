import { append } from '../../model/append.ts';
import { isCallNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import { gather } from '../growing.ts';
import type { ModuleExport } from './collect-exports.ts';
import type { Module } from './module.ts';
import type { ModuleGraph } from './modules.ts';
import { findRequired } from './required.ts';

/**
 * `export { setBase as setHost }`, `import { setHost as change } from './base'`: what is looked for by its name goes by others as well.
 * Names of other things may be among them: who asks looks at what each stands for.
 */

type Names = Map<string, string[]>;

function add(names: Names, from: string | null, to: string): void {
  if (from !== null && from !== to && !/^(?:default|=|\*)$/.test(to)) append(names, from, to);
}

/** `module.exports = { setHost: setBase }`, `exports.setHost = setBase` */
function takeExport(names: Names, exported: string, found: ModuleExport): void {
  if (found.kind === 'binding') add(names, found.binding.name, exported);
  else if (found.kind === 'from') add(names, found.imported, exported);
  else {
    const node = unwrap(found.node);
    if (node.type === 'Identifier') add(names, node.name, exported);
    if (exported !== '=' || node.type !== 'ObjectExpression') return;
    for (const member of node.properties)
      if (member.type === 'ObjectProperty') add(names, nameCallee(member.value), nameKey(member) ?? '=');
  }
}

/** `const { setHost: change } = require('./base')` */
function takeImport(names: Names, { name, source }: Binding, module: Module): void {
  if (source.kind === 'import') add(names, source.imported, name);
  if (source.kind !== 'value' || source.node === null || !isCallNode(source.node)) return;
  const step = source.steps.length === 1 ? source.steps[0] : undefined;
  if (step?.kind === 'property' && findRequired(source.node, module) !== null) add(names, step.name, name);
}

const gatherNames = gather(
  ({ loaded }: ModuleGraph) => loaded,
  (): Names => new Map(),
  (names, module) => {
    for (const [exported, found] of module.exports) takeExport(names, exported, found);
    for (const { root } of module.scripts)
      for (const binding of root.bindings.values()) takeImport(names, binding, module);
  },
);

/** The name, and all that lead to it in other files. */
export function listNames(graph: ModuleGraph, name: string): ReadonlySet<string> {
  const others = gatherNames(graph);
  const names = new Set([name]);
  // A set goes on to what is added while it is walked.
  for (const known of names) for (const other of others.get(known) ?? []) names.add(other);
  return names;
}
