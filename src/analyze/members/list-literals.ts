import { findMemberRoot } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { Intake } from '../growing.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findSpecifier } from '../modules/required.ts';
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

/** `HOSTS[0] = …` of imported `HOSTS`: is the list, or what holds it, made in another file? */
function isForeign(module: Module, { receiver }: Done): boolean {
  const at = findMemberRoot(receiver);
  const source = at.type === 'Identifier' ? findBindingOf(module, at)?.source : undefined;
  return source !== undefined && findSpecifier(source, module) !== null;
}

/** What was found in the files that are loaded by now; there may be more of them later. */
class Collected<T extends Done> {
  readonly #collect: (module: Module) => readonly T[];
  readonly #byModule = new Map<Module, readonly T[]>();
  readonly #foreign: [T, Module][] = [];
  readonly #modules = new Intake();

  constructor(collect: (module: Module) => readonly T[]) {
    this.#collect = collect;
  }

  /** In the file that has the literal: elsewhere a list is mostly read. */
  listOwn(module: Module): readonly T[] {
    const known = this.#byModule.get(module) ?? this.#collect(module);
    this.#byModule.set(module, known);
    return known;
  }

  listForeign(loaded: readonly Module[]): readonly (readonly [T, Module])[] {
    this.#modules.takeNew(loaded, (module) => {
      for (const done of this.listOwn(module)) if (isForeign(module, done)) this.#foreign.push([done, module]);
    });
    return this.#foreign;
  }
}

/** Finds what is done to a list, in its own file and by those who import it. */
export function createFinder<T extends Done>(
  collect: (module: Module) => readonly T[],
): (evaluator: Evaluator, literal: SyntaxNode) => readonly T[] {
  const collected = new WeakMap<Evaluator, Collected<T>>();
  return (evaluator, literal) => {
    const { graph, anyCaller } = evaluator;
    const own = graph.findOwner(literal);
    if (own === undefined) return [];
    const known = collected.get(evaluator) ?? new Collected(collect);
    collected.set(evaluator, known);
    const isOf = (done: T, module: Module): boolean => {
      done.lists ??= listLiterals(evaluator.evaluate(done.receiver, module, anyCaller));
      return done.lists.includes(literal);
    };
    return [
      ...known.listOwn(own).filter((done) => isOf(done, own)),
      ...known
        .listForeign(graph.loaded)
        .filter(([done, module]) => module !== own && isOf(done, module))
        .map(([done]) => done),
    ];
  };
}
