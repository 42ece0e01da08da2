import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { readSchemaValue } from '../settings/schema-values.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeUnknown } from '../texts/texts.ts';
import { type ExternalValue, NO_PROVENANCE, type ObjectEntry, type Value } from '../values/values.ts';

/**
 * `schema.parse(request).path`: what a schema finds in order comes back as it was given. One that changes what it is given, or
 * lists what it may be, is not passed: the texts it lists would have to change with the one that is asked about. Those of zod are what comes of it.
 */

interface Validation {
  readonly schema: Value | SyntaxNode;
  readonly given: Value | undefined;
  /** The member of the answer that holds what was given; null: it is the answer. */
  readonly member: string | null;
}

/** `z.object(…).parse(x)` */
const OF_SCHEMAS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  zod: { parse: null, parseAsync: null, safeParse: 'data', safeParseAsync: 'data', spa: 'data' },
  yup: { validate: null, validateSync: null, cast: null },
  joi: { validate: 'value', validateAsync: null },
  runtypes: { check: null, parse: null },
};

/** `v.parse(schema, x)`: the member that holds what was given, and which argument that is. */
const OF_PACKAGES: Readonly<Record<string, Readonly<Record<string, readonly [string | null, number]>>>> = {
  valibot: { parse: [null, 1], parseAsync: [null, 1], safeParse: ['output', 1], safeParseAsync: ['output', 1] },
  superstruct: { create: [null, 0], mask: [null, 0] },
  joi: { attempt: [null, 0] },
  'zod/mini': { parse: [null, 1], safeParse: ['data', 1] },
};

const CHANGES =
  /\b(?:transform\w*|preprocess|prefault|default\w*|defaulted|catch|fallback|coerce\w*|pipe|codec|overwrite|replace|trim\w*|to(?:Lower|Upper)Case|(?:lower|upper)case|(?:upper|lower)|truncate|convert|cast|from|rename|external|custom|stringbool|stripUnknown)\s*(?:\(|\.)/;
const LISTS =
  /\b(?:enum\w*|nativeEnum|picklist|literals?|oneOf|valid|allow|invalid|notOneOf|equal|is|regex|pattern|matches|startsWith|endsWith|starts_with|ends_with|includes|refine\w*|refinement|superRefine|test|check|rawCheck|templateLiteral|guard|withConstraint|define)\s*\(/;

/** How deep schemas of schemas are looked into. */
const MAX_DEPTH = 5;

function nameSchemaPackage({ module }: ExternalValue): string {
  return module === '@hapi/joi' ? 'joi' : /^zod\/v\d$/.test(module) ? 'zod' : module;
}

function readValidation(evaluator: Evaluator, callee: ExternalValue, { args, node }: BuiltinCall): Validation | null {
  const name = nameSchemaPackage(callee);
  const method = callee.path.at(-1) ?? '';
  if (callee.made !== null) {
    const member = OF_SCHEMAS[name]?.[method];
    if (member === undefined || callee.path.length !== 1) return null;
    return { schema: callee.made.call, given: evaluator.getArgument(args, 0), member };
  }
  const found = OF_PACKAGES[name]?.[method];
  if (found === undefined || node.type !== 'CallExpression') return null;
  const [member, index] = found;
  const schema = evaluator.getArgument(args, 1 - index);
  return schema === undefined ? null : { schema, given: evaluator.getArgument(args, index), member };
}

/** Does the schema, with those that it is made of, let through what it is given, whatever that is? */
function letsThrough(evaluator: Evaluator, schema: SyntaxNode, module: Module, depth: number): boolean {
  const text = readCode(module, schema);
  if (depth === 0 || CHANGES.test(text) || LISTS.test(text)) return false;
  let isThrough = true;
  walk(schema, true, (node) => {
    if (!isThrough || node.type !== 'Identifier') return isThrough;
    const binding = findBindingOf(module, node);
    if (binding !== undefined && binding.declaration !== node) {
      const value = evaluator.evaluate(node, module, null);
      isThrough = isThroughValue(evaluator, value, depth - 1);
    }
    return isThrough;
  });
  return isThrough;
}

function isThroughValue(evaluator: Evaluator, value: Value, depth: number): boolean {
  if (value.type !== 'external') return false;
  if (value.made === null) return true;
  const owner = evaluator.graph.findOwner(value.made.call);
  return owner !== undefined && letsThrough(evaluator, value.made.call, owner, depth);
}

/** What comes of it; null for calls of anything else. */
export function callSchema(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const validation = readValidation(evaluator, callee, call);
  if (validation?.given === undefined) return null;
  const { schema, given, member } = validation;
  const isNode = !('refs' in schema);
  const owner = isNode ? evaluator.graph.findOwner(schema) : undefined;
  const isThrough = isNode
    ? owner !== undefined && letsThrough(evaluator, schema, owner, MAX_DEPTH)
    : isThroughValue(evaluator, schema, MAX_DEPTH);
  const passed = isThrough ? given : readSchemaValue(evaluator, callee);
  if (passed === null || member === null) return passed;
  const open = makeUnknown(call.node, call.module, 'it is only known when the code runs');
  const entries = ['success', 'issues', 'error'].map((name) => toEntry(name, open));
  return { type: 'object', node: null, entries: [toEntry(member, passed), ...entries], ...NO_PROVENANCE };
}

function toEntry(name: string, value: Value): ObjectEntry {
  return { kind: 'slot', name, slot: { kind: 'value', value } };
}
