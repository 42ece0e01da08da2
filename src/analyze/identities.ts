import type { SyntaxNode } from '../syntax/tree.ts';

/** Numbers of nodes, which stand for them in what an analysis says. */
export class Identities {
  readonly #ids = new Map<SyntaxNode, number>();
  readonly #nodes: SyntaxNode[] = [];

  /** The same in every context. */
  identify(node: SyntaxNode): number {
    const known = this.#ids.get(node);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(node, id);
    this.#nodes.push(node);
    return id;
  }

  get(id: number): SyntaxNode | undefined {
    return this.#nodes[id];
  }
}
