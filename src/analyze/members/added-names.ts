import { contains, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript } from '../modules/module.ts';
import { makeText, makeUnknown } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import type { Env, ObjectValue, Value } from '../values/values.ts';
import { listProperties } from './objects.ts';
import { listPutEntries } from './table-entries.ts';

/**
 * `const all = { a: '/agents' }; all.v = '/voices';`: a name that is given to a table behind its literal. Who asks for one
 * member finds it by its name (`given-members.ts`); who asks for all of them has to know the names as well.
 */

type Names = ReadonlyMap<Binding, ReadonlySet<string>>;

const collected = new WeakMap<ScriptFacts, Names>();

function collectNames(script: ScriptFacts): Names {
  const found = new Map<Binding, Set<string>>();
  for (const { object, name, target, operator } of script.memberAssignments) {
    const owner = unwrap(object);
    if (owner.type !== 'Identifier' || operator === '+=' || target.type !== 'MemberExpression') continue;
    const binding = findBinding(script, owner);
    // What a table gets under the name of a prototype is no entry of it.
    if (binding === undefined || name === '__proto__') continue;
    found.set(binding, (found.get(binding) ?? new Set()).add(name));
  }
  return found;
}

/** The literal that a name is declared with, and that alone. */
function findTable(literal: SyntaxNode, script: ScriptFacts): Binding | undefined {
  let at = getParent(literal);
  while (at !== undefined && unwrap(at) !== at && contains(at, literal)) at = getParent(at);
  if (at?.type !== 'VariableDeclarator' || at.id.type !== 'Identifier') return undefined;
  const binding = findBinding(script, at.id);
  return binding?.assignments.length === 0 ? binding : undefined;
}

function listAddedNames(evaluator: Evaluator, literal: SyntaxNode): ReadonlySet<string> | undefined {
  const module = evaluator.graph.findOwner(literal);
  if (module === undefined) return undefined;
  const script = findScript(module, literal);
  const names = collected.get(script) ?? collectNames(script);
  collected.set(script, names);
  const table = names.size === 0 ? undefined : findTable(literal, script);
  return table === undefined ? undefined : names.get(table);
}

/** The members that an object has, those of its literal and those that it was given by name since. */
export function listAllProperties(evaluator: Evaluator, object: ObjectValue): readonly (readonly [string, Value])[] {
  const written = listProperties(evaluator, object);
  const { node } = object;
  const added = node === null ? undefined : listAddedNames(evaluator, node);
  const module = node === null || added === undefined ? undefined : evaluator.graph.findOwner(node);
  if (node === null || added === undefined || module === undefined) return written;
  const given = new Map([...added].map((name) => [name, evaluator.getProperty(object, name, node, module)] as const));
  const names = new Set(written.map(([name]) => name));
  // A name keeps the place that it was written at.
  const kept = written.map(([name, value]) => [name, given.get(name) ?? value] as const);
  return [...kept, ...[...given].filter(([name, value]) => !names.has(name) && !isUndefined(value))];
}

/** The members that a table has by name, and what is put into it under computed keys; under which of them, nobody follows. */
export function listAllPairs(
  evaluator: Evaluator,
  table: ObjectValue,
  node: SyntaxNode,
  env: Env,
): readonly (readonly [Value, Value])[] {
  const named = listAllProperties(evaluator, table).map(([name, value]) => [makeText(name), value] as const);
  const put = listPutEntries(evaluator, table, null, node, env);
  const module = table.node === null ? undefined : evaluator.graph.findOwner(table.node);
  if (put.length === 0 || module === undefined) return named;
  const key = makeUnknown(table.node ?? node, module, 'it is a key of a table that is set elsewhere');
  return [...named, ...put.map((value) => [key, value] as const)];
}
