import { nameMember, unwrap } from '../../syntax/nodes.ts';
import { findInstanceMember } from '../classes/overridden-members.ts';
import { instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText, makeUnknown } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';

/** What the fields of an n8n credential are by default: `(await this.getCredentials('voiceApi')).baseUrl`. */

const FILE = /\.credentials\.[cm]?[jt]s$/;

interface Field {
  readonly credential: string;
  readonly name: string;
  readonly value: Value;
}

const files = new WeakMap<ModuleGraph, readonly Module[]>();
const known = new WeakMap<Evaluator, readonly Field[]>();

function listFiles(graph: ModuleGraph): readonly Module[] {
  const found =
    files.get(graph) ?? graph.project.seen.filter((path) => FILE.test(path)).flatMap((path) => graph.load(path) ?? []);
  files.set(graph, found);
  return found;
}

function readFields(evaluator: Evaluator, module: Module): readonly Field[] {
  return module.scripts.flatMap(({ classes }) =>
    classes.flatMap((node) => {
      const made = instantiate({ type: 'class', node, module, env: null, ...NO_PROVENANCE });
      if (made?.type !== 'instance') return [];
      const name = findInstanceMember(evaluator, made, 'name');
      const properties = findInstanceMember(evaluator, made, 'properties');
      const credential = findKnownText(name);
      if (credential === null || properties?.type !== 'array') return [];
      return (listElements(evaluator, properties) ?? []).flatMap((field): readonly Field[] => {
        const own = evaluator.getProperty(field, 'name', node, module);
        const value = evaluator.getProperty(field, 'default', node, module);
        const known = findKnownText(own);
        if (known === null) return [];
        const isGiven = value.type === 'text' && findKnownText(value) !== '';
        return [{ credential, name: known, value: isGiven ? value : makeUnknown(node, module, 'the user gives it') }];
      });
    }),
  );
}

function listFields(evaluator: Evaluator): readonly Field[] {
  const found = known.get(evaluator) ?? listFiles(evaluator.graph).flatMap((module) => readFields(evaluator, module));
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
