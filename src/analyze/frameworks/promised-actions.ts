import { append } from '../../model/append.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { isCarried } from '../values/carried.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findMaker } from './thunk-arguments.ts';

/**
 * `{ types: […], promise: (client) => client.get('/calls') }`: an action that holds a function, which a middleware of the project
 * takes out of it and calls: `const { promise } = action; promise(client)`.
 */

/** Is the node the action that a middleware is handed, `(next) => (action) => …`? */
function isAction(node: SyntaxNode, module: Module): boolean {
  const at = unwrap(node);
  const source = at.type === 'Identifier' && /action$/i.test(at.name) ? findBindingOf(module, at)?.source : undefined;
  const [next] = source?.kind === 'param' ? (findMaker(source.fn)?.params ?? []) : [];
  return next?.type === 'Identifier' && /^next/i.test(next.name);
}

/** Does the object say what kind of action it is? */
function isOfAction(member: SyntaxNode): boolean {
  const object = getParent(member);
  return (
    object?.type === 'ObjectExpression' &&
    object.properties.some((other) => other.type === 'ObjectProperty' && /^types?$/i.test(nameKey(other) ?? ''))
  );
}

/** The member of an action that a call runs: `promise` of `action.promise(client)`. */
function nameRun({ node, module }: CallSite): string | null {
  if (node.type !== 'CallExpression' || node.arguments.length === 0) return null;
  const callee = unwrap(node.callee);
  if (isMemberNode(callee)) return isAction(callee.object, module) ? nameMember(callee) : null;
  const source = findBindingOf(module, callee)?.source;
  if (source?.kind !== 'value' || source.node === null || !isAction(source.node, module)) return null;
  const [only, ...others] = source.steps;
  return only?.kind === 'property' && others.length === 0 ? only.name : null;
}

/** By the member that they run. */
const listRuns = gatherFromCalls(
  () => new Map<string, CallSite[]>(),
  (byName, site) => {
    const run = isTestFile(site.module.path) ? null : nameRun(site);
    if (run !== null) append(byName, run, site);
  },
);

/** A parameter of such a function; null where the function is none, or nobody says what it is handed. */
export function evaluatePromised(evaluator: Evaluator, fn: FunctionNode, index: number, module: Module): Value | null {
  const member = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  const isMember = member?.type === 'ObjectMethod' || (member?.type === 'ObjectProperty' && member.value === fn);
  const name = isMember && !member.computed && isOfAction(member) ? nameKey(member) : null;
  if (name === null) return null;
  const values = keepMeeting(evaluator, listRuns(evaluator).get(name) ?? [], module).flatMap((site) => {
    const args = evaluator.index.listCallArguments(site.node, site.module, evaluator.anyCaller);
    return evaluator.getArgument(args, index) ?? [];
  });
  return values.length > 0 && values.every(isCarried) ? unite(values) : null;
}
