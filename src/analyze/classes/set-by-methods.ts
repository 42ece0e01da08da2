import { findMethodAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, Env, MadeBy, ObjectValue, Value } from '../values/values.ts';
import { listMethods, listOwnAssignments } from './constructor-functions.ts';

/** `Client.prototype.setOptions = function (options) { this.base = options.base; }`: what methods set on what a constructor made. */

interface SetByMethod {
  readonly fn: FunctionNode;
  readonly assignment: MemberAssignment;
}

const collected = new WeakMap<FunctionNode, ReadonlyMap<string, readonly SetByMethod[]>>();

function collect(maker: FunctionNode, module: Module): ReadonlyMap<string, readonly SetByMethod[]> {
  const found = new Map<string, SetByMethod[]>();
  for (const entry of listMethods(maker, module)) {
    if (entry.kind !== 'slot' || entry.slot.kind !== 'method') continue;
    const { fn } = entry.slot;
    for (const assignment of listOwnAssignments(fn, module)) {
      if (assignment.operator !== '=' || !isMemberNode(assignment.target)) continue;
      const known = found.get(assignment.name);
      if (known === undefined) found.set(assignment.name, [{ fn, assignment }]);
      else known.push({ fn, assignment });
    }
  }
  return found;
}

/** Is the method called on this very object? True where nobody can tell. */
function isCalledOn(evaluator: Evaluator, { node, module }: CallSite, { call }: MadeBy): boolean {
  const callee = node.type === 'TaggedTemplateExpression' ? null : unwrap(node.callee);
  if (callee === null || !isMemberNode(callee) || call === null) return true;
  return listOptions(evaluator.evaluate(callee.object, module, null)).some(
    (owner) =>
      owner.type !== 'object' || owner.madeBy == null || owner.madeBy.call === null || owner.madeBy.call === call,
  );
}

interface Given {
  readonly args: readonly Argument[];
  readonly call: { readonly node: CallSite['node']; readonly module: Module } | null;
}

/** What the method is given on this object; one entry without arguments where it is not known who calls it. */
function listGiven(evaluator: Evaluator, fn: FunctionNode, madeBy: MadeBy): readonly Given[] {
  evaluator.noteQuestionOfAnyCaller();
  const own = evaluator.index.listCallers(fn).filter((caller) => isCalledOn(evaluator, caller, madeBy));
  if (own.length === 0) return [{ args: [], call: null }];
  return own.map(({ node, module }) => {
    // `function Client(options) { this.setOptions(options); }`: by the call that made it.
    const env: Env = findMethodAround(node) === madeBy.fn ? madeBy.env : null;
    return { args: evaluator.index.listCallArguments(node, module, env), call: { node, module } };
  });
}

/** What its methods set a member to. */
export function listSetByMethods(evaluator: Evaluator, object: ObjectValue, name: string): readonly Value[] {
  const { madeBy } = object;
  if (madeBy === undefined) return [];
  const { module } = madeBy;
  const known = collected.get(madeBy.fn) ?? collect(madeBy.fn, module);
  collected.set(madeBy.fn, known);
  return (known.get(name) ?? []).flatMap(({ fn, assignment }) =>
    listGiven(evaluator, fn, madeBy).map(({ args, call }) =>
      evaluator.evaluate(
        assignment.value,
        module,
        extendEnv(madeBy.around, { fn, args, self: object, call }, madeBy.call === null),
      ),
    ),
  );
}
