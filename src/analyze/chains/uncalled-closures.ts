import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { findFrame } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { OpenParam } from '../values/values.ts';

/** `(path) => (env) => …`, `(path) => { return (env) => …; }` */
function isReturnedBy(fn: FunctionNode, outer: FunctionNode): boolean {
  const parent = getParent(fn);
  if (parent === outer) return outer.body === fn;
  return parent?.type === 'ReturnStatement' && getParent(parent) === outer.body;
}

/**
 * `const request = (path) => (env) => …`: the calls of `request` whose function the project calls nowhere, beside others that it
 * calls: a library runs what `request('/calls')` gives. Empty where it is not known which ones are called.
 */
export function listUncalledClosures(evaluator: Evaluator, fn: FunctionNode, param: OpenParam): readonly CallSite[] {
  if (!isReturnedBy(fn, param.fn)) return [];
  const { index } = evaluator;
  const called = new Set<SyntaxNode>();
  for (const { node, module } of index.listCallers(fn)) {
    if (!('callee' in node)) return [];
    for (const option of listOptions(evaluator.evaluate(node.callee, module, evaluator.anyCaller))) {
      if (option.type !== 'function' || option.fn !== fn) continue;
      const call = findFrame(option.env, param.fn)?.call ?? null;
      if (call === null) return [];
      called.add(call.node);
    }
  }
  return called.size === 0 ? [] : index.listCallers(param.fn).filter(({ node }) => !called.has(node));
}
