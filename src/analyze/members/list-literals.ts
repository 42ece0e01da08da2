import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** What tells one list of the project from another: the literal that makes it. */

export function listLiterals(lists: Value): readonly SyntaxNode[] {
  return listOptions(lists).flatMap((list) => (list.type === 'array' && list.node !== null ? [list.node] : []));
}

/** Something that is done to a list, by the expression that names it. */
export interface Done {
  readonly receiver: SyntaxNode;
  /** The literals of the lists that it can be, once they were looked for. */
  lists?: readonly SyntaxNode[];
}

/** Finds what is done to a list in the file that has its literal: elsewhere a list is read. */
export function createFinder<T extends Done>(
  collect: (module: Module) => readonly T[],
): (evaluator: Evaluator, literal: SyntaxNode) => readonly T[] {
  const collected = new WeakMap<Evaluator, Map<Module, readonly T[]>>();
  return (evaluator, literal) => {
    const module = evaluator.graph.findOwner(literal);
    if (module === undefined) return [];
    const known = collected.get(evaluator) ?? new Map<Module, readonly T[]>();
    collected.set(evaluator, known);
    const all = known.get(module) ?? collect(module);
    known.set(module, all);
    return all.filter((done) => {
      done.lists ??= listLiterals(evaluator.evaluate(done.receiver, module, evaluator.anyCaller));
      return done.lists.includes(literal);
    });
  };
}
