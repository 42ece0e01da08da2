import type * as t from '@babel/types';
import { getKeyName } from '../../syntax/nodes.ts';
import { findScript, type Module } from '../modules/module.ts';
import { type Env, NO_PROVENANCE, type Value } from '../values/values.ts';

/** The members of what TypeScript declares: enums and namespaces. */

export function listEnumEntries(node: t.TSEnumDeclaration, module: Module, env: Env) {
  const members = node.body?.members ?? node.members;
  return members.flatMap((member) => {
    const name = getKeyName(member.id, false);
    if (name === null || !member.initializer) return [];
    return [
      { kind: 'slot' as const, name, slot: { kind: 'expression' as const, node: member.initializer, module, env } },
    ];
  });
}

export function evaluateNamespace(node: t.TSModuleDeclaration, module: Module, env: Env): Value {
  const scope = findScript(module, node).scopes.get(node.body);
  const entries = [...(scope?.bindings.values() ?? [])].map((binding) => ({
    kind: 'slot' as const,
    name: binding.name,
    slot: { kind: 'expression' as const, node: binding.declaration, module, env },
  }));
  return { type: 'object', node, entries, ...NO_PROVENANCE };
}
