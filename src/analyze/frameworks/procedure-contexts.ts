import type * as t from '@babel/types';
import { type FunctionNode, isMemberNode, nameCallee, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent, setParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { PlacedType } from '../classes/declared-types.ts';
import { evaluateDeclaredMember } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { isMadeBy } from '../settings/setting-calls.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, ParamValue, Value } from '../values/values.ts';

/**
 * `ctx` of a tRPC procedure, `procedure.query(({ ctx }) => ctx.voice.get('/calls'))`: what `initTRPC.context<Context>()`
 * declares, and what middlewares add by `next({ ctx: { voice } })`.
 */

const HANDLING = /^(?:query|mutation|subscription|use|middleware)$/;

interface Passed {
  readonly ctx: SyntaxNode;
  readonly module: Module;
}

const owners = new WeakMap<FunctionNode, ExternalValue | null>();

/** What made the procedure or middleware that runs the function; null for functions that something else runs. */
function findProcedure(evaluator: Evaluator, fn: FunctionNode, module: Module): ExternalValue | null {
  const found = owners.get(fn);
  if (found !== undefined) return found;
  const call = getParent(fn);
  const callee = call?.type === 'CallExpression' && call.callee !== fn ? unwrap(call.callee) : null;
  const isHandling = callee !== null && isMemberNode(callee) && HANDLING.test(nameMember(callee) ?? '');
  const owner = isHandling ? evaluator.evaluate(callee.object, module, null) : null;
  const procedure = owner?.type === 'external' && isMadeBy(owner, '@trpc/server') ? owner : null;
  owners.set(fn, procedure);
  return procedure;
}

const returned = new WeakMap<t.TSType, t.TSType>();

/** `context<typeof createContext>()` means what the function gives back. */
function readQueried(evaluator: Evaluator, type: t.TSType, module: Module): t.TSType {
  if (type.type !== 'TSTypeQuery' || type.exprName.type !== 'Identifier') return type;
  if (evaluator.evaluate(type.exprName, module, null).type !== 'function') return type;
  const known = returned.get(type);
  if (known !== undefined) return known;
  const { start, end } = type;
  const typeParameters = { type: 'TSTypeParameterInstantiation', params: [type], start, end };
  const typeName = { type: 'Identifier', name: 'ReturnType', start, end };
  // The fields are those that Babel gives nodes of these types.
  const made = { type: 'TSTypeReference', typeName, typeParameters, start, end } as unknown as t.TSType;
  setParent(made, type);
  setParent(typeName as unknown as SyntaxNode, made);
  returned.set(type, made);
  return made;
}

function findDeclaredContext(evaluator: Evaluator, procedure: ExternalValue): PlacedType | null {
  for (let { made } = procedure; made !== null; made = made.by.made) {
    if (made.by.path.at(-1) !== 'context' || made.call.type !== 'CallExpression') continue;
    const parameters = made.call.typeParameters;
    const type = parameters?.type === 'TSTypeParameterInstantiation' ? parameters.params[0] : undefined;
    return type === undefined ? null : { type: readQueried(evaluator, type, made.module), module: made.module };
  }
  return null;
}

/** `next({ ctx: { … } })`, `opts.next({ ctx: { … } })` */
const listPassed = gatherFromCalls(
  (): Passed[] => [],
  (passed, { node, module }) => {
    if (node.type !== 'CallExpression') return;
    const callee = unwrap(node.callee);
    const name = nameCallee(callee);
    const [given] = node.arguments;
    if (name !== 'next' || given?.type !== 'ObjectExpression') return;
    for (const entry of given.properties)
      if (entry.type === 'ObjectProperty' && nameKey(entry) === 'ctx') passed.push({ ctx: entry.value, module });
  },
);

/** `ctx` itself, as the member of what a procedure is given. */
export function evaluateProcedureContext(evaluator: Evaluator, fn: FunctionNode, module: Module): Value | null {
  const procedure = findProcedure(evaluator, fn, module);
  const [node] = fn.params;
  if (procedure === null || node === undefined) return null;
  const type = findDeclaredContext(evaluator, procedure);
  const declared = type === null ? {} : { declared: { type, at: 1 } };
  return { type: 'param', open: { fn, module }, node, module, path: ['ctx'], refs: null, trail: null, ...declared };
}

/** A member of it that is more than a text; null for members of anything else. */
export function getContextMember(evaluator: Evaluator, from: ParamValue, name: string): Value | null {
  if (from.path[0] !== 'ctx' || findProcedure(evaluator, from.open.fn, from.open.module) === null) return null;
  const declared = evaluateDeclaredMember(evaluator, from, name);
  const added =
    from.path.length > 1
      ? []
      : listPassed(evaluator)
          .map(({ ctx, module }) => ({ ctx, module, value: evaluator.evaluate(ctx, module, evaluator.anyCaller) }))
          // `next({ ctx })` hands on what it was given: to ask it is to ask oneself.
          .filter(({ value }) => value.type !== 'param')
          .map(({ ctx, module, value }) => evaluator.getProperty(value, name, ctx, module))
          .filter((value) => !isUndefined(value) && CARRIED.has(value.type));
  const values = [...(declared === null ? [] : [declared]), ...added];
  return values.length === 0 ? null : unite(values);
}

const CARRIED: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'function']);
