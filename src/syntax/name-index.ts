import { append } from '../model/append.ts';

/** Scans before it is worth to sort all by name. */
const SCANS = 16;

/**
 * Nodes by their name. Most scripts are asked for few names: until then a list of all takes a third of the memory of a map
 * of lists, and of the time to make one.
 */
export class NameIndex<Named> {
  readonly #nodes: Named[] = [];
  readonly #getName: (node: Named) => string | null;
  #lists: ReadonlyMap<string, readonly Named[]> | null = null;
  #scans = 0;

  constructor(getName: (node: Named) => string | null) {
    this.#getName = getName;
  }

  add(node: Named): void {
    this.#nodes.push(node);
  }

  /** The nodes of one name, in order of their place. */
  get(name: string): readonly Named[] {
    this.#scans += 1;
    if (this.#scans <= SCANS) return this.#nodes.filter((node) => this.#getName(node) === name);
    this.#lists ??= this.#sort();
    return this.#lists.get(name) ?? [];
  }

  #sort(): ReadonlyMap<string, readonly Named[]> {
    const lists = new Map<string, Named[]>();
    for (const node of this.#nodes) {
      const name = this.#getName(node);
      if (name !== null) append(lists, name, node);
    }
    return lists;
  }
}
