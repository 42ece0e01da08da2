import type { ClassNode } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { type ClassValue, NO_PROVENANCE } from '../values/values.ts';
import { evaluateSuperclass, MAX_ANCESTORS } from './levels.ts';

interface Declared {
  readonly node: ClassNode;
  readonly module: Module;
}

/** Which classes extend which. A class is put below its parent once, as soon as that is known. */
export class Subclasses {
  readonly #waiting = new Set<Declared>();
  readonly #direct = new Map<ClassNode, ClassValue[]>();
  readonly #all = new Map<ClassNode, readonly ClassValue[]>();

  add(declared: Declared): void {
    if (declared.node.superClass) this.#waiting.add(declared);
  }

  /** The classes that extend `node`, directly or not, each followed by those below it. */
  list(evaluator: Evaluator, node: ClassNode): readonly ClassValue[] {
    this.#place(evaluator);
    return this.#listBelow(node, []);
  }

  #listBelow(node: ClassNode, above: readonly ClassNode[]): readonly ClassValue[] {
    const known = this.#all.get(node);
    if (known !== undefined) return known;
    // Classes that extend each other are a mistake in the code, and no reason to go round for ever.
    const below = (this.#direct.get(node) ?? [])
      .filter((direct) => direct.node !== node && !above.includes(direct.node))
      .flatMap((direct) => [direct, ...this.#listBelow(direct.node, [...above, node])]);
    if (above.length === 0) this.#all.set(node, below);
    return below;
  }

  /** What a parent is may ask for subclasses in turn: who waits is looked at again by then. */
  #place(evaluator: Evaluator): void {
    for (const declared of this.#waiting) {
      const { node, module } = declared;
      const parent = node.superClass ? evaluator.evaluate(node.superClass, module, null) : null;
      // Not known yet, or not for this question.
      if (parent?.type === 'unknown' || !this.#waiting.delete(declared)) continue;
      if (parent?.type !== 'class') continue;
      this.#put(parent.node, { type: 'class', node, module, env: null, ...NO_PROVENANCE });
      this.#putMade(evaluator, parent);
    }
  }

  #put(parent: ClassNode, below: ClassValue): void {
    const known = this.#direct.get(parent) ?? [];
    if (known.some((other) => other.node === below.node && other.env === below.env)) return;
    this.#direct.set(parent, [...known, below]);
    this.#all.clear();
  }

  /** `class Client extends Retrying(Base)`: what the class that a mixin makes extends, only the call of it tells. */
  #putMade(evaluator: Evaluator, made: ClassValue): void {
    for (let of: ClassValue = made, depth = 0; of.env !== null && depth < MAX_ANCESTORS; depth += 1) {
      const above = evaluateSuperclass(evaluator, of);
      if (above?.type !== 'class') return;
      this.#put(above.node, of);
      of = above;
    }
  }
}
