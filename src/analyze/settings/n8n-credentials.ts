import { nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findInstanceMember } from '../classes/overridden-members.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText, makeUnknown } from '../texts/texts.ts';
import type { InstanceValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';

/** What the fields of an n8n credential are by default: `(await this.getCredentials('voiceApi')).baseUrl`. */

const FILE = /\.credentials\.[cm]?[jt]s$/;

interface Field {
  readonly credential: string;
  readonly name: string;
  readonly value: Value;
}

/** A class that declares a credential. */
interface Credential {
  readonly name: string;
  readonly made: InstanceValue;
  readonly node: SyntaxNode;
  readonly module: Module;
}

const files = new WeakMap<ModuleGraph, readonly Module[]>();
const known = new WeakMap<Evaluator, readonly Field[]>();

function listFiles(graph: ModuleGraph): readonly Module[] {
  const found =
    files.get(graph) ?? graph.project.seen.filter((path) => FILE.test(path)).flatMap((path) => graph.load(path) ?? []);
  files.set(graph, found);
  return found;
}

export function listCredentials(evaluator: Evaluator): readonly Credential[] {
  return listFiles(evaluator.graph).flatMap((module) =>
    module.scripts.flatMap(({ classes }) =>
      classes.flatMap((node): readonly Credential[] => {
        const made = instantiate({ type: 'class', node, module, env: null, ...NO_PROVENANCE });
        if (made?.type !== 'instance') return [];
        const name = findKnownText(findInstanceMember(evaluator, made, 'name'));
        return name === null ? [] : [{ name, made, node, module }];
      }),
    ),
  );
}

function readFields(evaluator: Evaluator, { name: credential, made, node, module }: Credential): readonly Field[] {
  const properties = findInstanceMember(evaluator, made, 'properties');
  if (properties?.type !== 'array') return [];
  return (listElements(evaluator, properties) ?? []).flatMap((field): readonly Field[] => {
    const own = evaluator.getProperty(field, 'name', node, module);
    const value = evaluator.getProperty(field, 'default', node, module);
    const known = findKnownText(own);
    if (known === null) return [];
    const isGiven = value.type === 'text' && findKnownText(value) !== '';
    return [{ credential, name: known, value: isGiven ? value : makeUnknown(node, module, 'the user gives it') }];
  });
}

function listFields(evaluator: Evaluator): readonly Field[] {
  const found = known.get(evaluator) ?? listCredentials(evaluator).flatMap((one) => readFields(evaluator, one));
  known.set(evaluator, found);
  return found;
}

/** What `getCredentials(name)` gives; null where no file of the project declares such a credential. */
export function callCredentials(evaluator: Evaluator, { node, args }: BuiltinCall): Value | null {
  if (node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  const method = nameMember(callee);
  const given = method === 'getCredentials' ? evaluator.getArgument(args, 0) : undefined;
  const name = findKnownText(given);
  const fields = name === null ? [] : listFields(evaluator).filter(({ credential }) => credential === name);
  return fields.length === 0 ? null : makeObject(Object.fromEntries(fields.map((field) => [field.name, field.value])));
}

/** What a field of any credential is by default. */
export function listDefaults(evaluator: Evaluator, field: string): readonly Value[] {
  return listFields(evaluator).flatMap(({ name, value }) => (name === field ? [value] : []));
}
