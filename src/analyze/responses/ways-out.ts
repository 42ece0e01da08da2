import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { type CallNode, contains, type FunctionNode, isCallNode, nameCallee, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';

/** Where the answer goes when a function gives it back. */

const MAX_FUNCTIONS = 100;

/** Is a call made, through other functions or not, by the call that the reader sees as the request? */
function leadsTo(evaluator: Evaluator, call: SyntaxNode, site: SyntaxNode): boolean {
  const queue: SyntaxNode[] = [call];
  const seen = new Set<FunctionNode>();
  for (let at = queue.pop(); at !== undefined && seen.size < MAX_FUNCTIONS; at = queue.pop()) {
    if (at === site) return true;
    for (const fn of listFunctionsAround(at)) {
      if (seen.has(fn)) continue;
      seen.add(fn);
      queue.push(...evaluator.index.listCallers(fn).map(({ node }) => node));
    }
  }
  return false;
}

const HOOKS = /^(?:use\w*Query|use\w*SWR\w*|createQuery|injectQuery)$/;

/** `useSWR(key, fetcher)`, `useQuery({ queryFn })`: what the function gives is the `data` of what the hook gives. */
export function isQueryHook(call: SyntaxNode): call is CallNode {
  return isCallNode(call) && 'callee' in call && HOOKS.test(nameCallee(call.callee) ?? '');
}

/** The hook that a function is written for. */
export function findHookAround(fn: FunctionNode): CallNode | null {
  const parent = getParent(fn);
  if (parent === undefined) return null;
  if (isQueryHook(parent)) return parent;
  const member = fn.type === 'ObjectMethod' ? fn : parent;
  if (member.type !== 'ObjectMethod' && member.type !== 'ObjectProperty') return null;
  const object = getParent(member);
  const call = object?.type === 'ObjectExpression' ? getParent(object) : undefined;
  return nameKey(member) === 'queryFn' && call !== undefined && isQueryHook(call) ? call : null;
}

/** Hooks call a function and give back something of their own. */
function callsDirectly(evaluator: Evaluator, call: SyntaxNode, fn: FunctionNode): boolean {
  if (!isCallNode(call)) return false;
  const callee = evaluator.index.getCallee(call);
  return callee?.type === 'function' && callee.fn === fn;
}

/** The calls that a function gives its value to; of a wrapper only those on the way to the request. */
export function listTakers(evaluator: Evaluator, fn: FunctionNode, site: SyntaxNode | null): readonly CallSite[] {
  const callers = evaluator.index.listCallers(fn);
  const own = site === null ? [] : callers.filter(({ node }) => node === site);
  const chosen =
    own.length > 0 || site === null ? callers : callers.filter(({ node }) => leadsTo(evaluator, node, site));
  return (own.length > 0 ? own : chosen).filter(
    ({ node, outer }) => isQueryHook(node) || (outer.length === 0 && callsDirectly(evaluator, node, fn)),
  );
}

/** `retry(() => get(path))`: the helper, and where it calls what it is given. */
export function findRunner(evaluator: Evaluator, fn: FunctionNode, call: CallNode, module: Module) {
  const callee = evaluateCallee(evaluator, call, module, evaluator.anyCaller);
  if (callee.type !== 'function') return null;
  const runs = evaluator.index.listCallers(fn).filter(({ node }) => contains(callee.fn, node));
  return { fn: callee.fn, module: callee.module, runs };
}
