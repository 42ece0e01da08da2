import { findLiteralAround, findMethodAround, readsThis } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { resolveApplication } from '../calls/application.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions } from '../values/unions.ts';

/** Who calls a method of an object literal on another object (`unbound-methods.ts`): the request depends on its callers. */

/** Who looks at more callers of one method finds no other kind of them. */
const MAX_CALLERS = 200;

const called = new WeakMap<FunctionNode, { readonly callers: number; readonly isElsewhere: boolean }>();

/** Does one of its callers call the method on another object than the literal that it is written in? */
function isCalledElsewhere(evaluator: Evaluator, fn: FunctionNode, literal: SyntaxNode): boolean {
  const callers = evaluator.index.listCallers(fn);
  const known = called.get(fn);
  if (known?.callers === callers.length) return known.isElsewhere;
  const isElsewhere = callers.slice(0, MAX_CALLERS).some((caller) =>
    listOptions(resolveApplication(evaluator, caller, null).callee).some(
      (option) =>
        option.type === 'function' &&
        option.fn === fn &&
        // `Object.assign(Calls.prototype, paging)`
        (option.self?.type === 'instance' || (option.self?.type === 'object' && option.self.node !== literal)),
    ),
  );
  called.set(fn, { callers: callers.length, isElsewhere });
  return isElsewhere;
}

/** `this` in an exported object: files that say nothing of paths may call its methods on another one. */
export function hasMethodForOthers({ node, module }: CallSite): boolean {
  const fn = module.exports.size === 0 ? null : findMethodAround(node);
  if (fn === null || findLiteralAround(fn) === null) return false;
  return readsThis(fn);
}

/** The callers of the method that holds `site`, where they decide what `this` is in it; empty where they do not. */
export function listCallersOnOthers(evaluator: Evaluator, site: CallSite): readonly CallSite[] {
  const fn = findMethodAround(site.node);
  const literal = fn === null ? null : findLiteralAround(fn);
  if (fn === null || literal === null || !isCalledElsewhere(evaluator, fn, literal)) return [];
  return evaluator.index.listCallers(fn);
}
