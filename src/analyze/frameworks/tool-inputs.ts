import { type FunctionNode, isCallNode, nameCallee, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listSchemaInput } from '../settings/schema-values.ts';
import { chooseEach } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `tool({ inputSchema: z.object({ kind: z.enum(['calls', 'voices']) }), execute: ({ kind }) => … })`: a model calls the function, with what
 * the schema lets through.
 */

const RUNNING = /^(?:execute|handler|run|func|invoke|call|action)$/;
const SCHEMA = /^(?:parameters|inputSchema|schema|input|args)$/;
const REGISTERING = /^(?:tool|registerTool|addTool|createTool|defineTool|dynamicTool)$/i;

function findSchemaIn(options: SyntaxNode | undefined): SyntaxNode | null {
  if (options?.type !== 'ObjectExpression') return null;
  for (const member of options.properties)
    if (member.type === 'ObjectProperty' && SCHEMA.test(nameKey(member) ?? '')) return member.value;
  return null;
}

/** What stands beside the function and says what it is given: a schema, or the table of one; null elsewhere. */
function findSchema(fn: FunctionNode): SyntaxNode | null {
  const parent = getParent(fn);
  const member = fn.type === 'ObjectMethod' ? fn : parent?.type === 'ObjectProperty' ? parent : null;
  if (member !== null) return RUNNING.test(nameKey(member) ?? '') ? findSchemaIn(getParent(member)) : null;
  if (parent === undefined || !isCallNode(parent) || !('arguments' in parent) || parent.callee === fn) return null;
  if (!REGISTERING.test(nameCallee(parent.callee) ?? '')) return null;
  const at = parent.arguments.findIndex((argument) => argument === fn);
  const [before, after] = [parent.arguments[at - 1], parent.arguments[at + 1]];
  // `tool(fn, { schema })`, `server.tool(name, { kind: z.enum(…) }, fn)`
  return findSchemaIn(after) ?? findSchemaIn(before) ?? (at > 1 ? (before ?? null) : null);
}

/** A member of the first parameter; null where no schema lists its texts. */
export function evaluateToolInput(evaluator: Evaluator, fn: FunctionNode, name: string, module: Module): Value | null {
  const schema = findSchema(fn);
  if (schema === null) return null;
  const values = listSchemaInput(evaluator, evaluator.evaluate(schema, module, null), name);
  return values === null ? null : chooseEach(`${name} of ${evaluator.identify(fn)}`, values);
}
