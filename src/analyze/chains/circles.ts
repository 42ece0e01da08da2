import { listFunctionsAround } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import type { CallSite, ProjectIndex } from '../callers/project-index.ts';

/** The functions around a call. */
export function listInner(site: CallSite): readonly FunctionNode[] {
  return listFunctionsAround(site.node);
}

/**
 * The functions from which a way goes on. Of a callback, those around the call that hands it over: `retry(() => send())`
 * is no circle where `send` hands another callback to the same `retry`.
 */
export function listOuter(site: CallSite): readonly FunctionNode[] {
  return listInner(site.outer.at(-1) ?? site);
}

/** `if (!(this instanceof Api)) return new Api(options)`: called once more, and no circle. */
function isNewless(fn: FunctionNode, { node }: CallSite): boolean {
  return node.type === 'NewExpression' && listFunctionsAround(node)[0] === fn;
}

/** Functions that call each other in circles: each group, found once by Tarjan's algorithm, has a number. */
export class Circles {
  readonly #index: ProjectIndex;
  readonly #listAround: (site: CallSite) => readonly FunctionNode[];
  readonly #groups = new Map<FunctionNode, number>();
  readonly #low = new Map<FunctionNode, number>();
  readonly #open: FunctionNode[] = [];
  readonly #isOpen = new Set<FunctionNode>();
  #next = 0;

  constructor(index: ProjectIndex, listAround: (site: CallSite) => readonly FunctionNode[]) {
    this.#index = index;
    this.#listAround = listAround;
  }

  /** Does a call of `fn` at this place stay within the functions that lead back to `fn`? */
  isWithin(fn: FunctionNode, site: CallSite): boolean {
    const around = this.#listAround(site);
    if (around.includes(fn)) return true;
    const group = this.#findGroup(fn);
    return around.some((outer) => this.#findGroup(outer) === group);
  }

  /** Do the callers of `fn` lead back to it? */
  isCircular(fn: FunctionNode): boolean {
    return this.#index.listCallers(fn).some((site) => !isNewless(fn, site) && this.isWithin(fn, site));
  }

  #findGroup(fn: FunctionNode): number {
    if (!this.#groups.has(fn)) this.#explore(fn);
    return this.#groups.get(fn) ?? -1;
  }

  #listOuter(fn: FunctionNode): readonly FunctionNode[] {
    return this.#index.listCallers(fn).flatMap((site) => this.#listAround(site));
  }

  #begin(fn: FunctionNode) {
    this.#low.set(fn, this.#next);
    const visit = { fn, order: this.#next, rest: [...new Set(this.#listOuter(fn))] };
    this.#next += 1;
    this.#open.push(fn);
    this.#isOpen.add(fn);
    return visit;
  }

  #lower(fn: FunctionNode, order: number): void {
    this.#low.set(fn, Math.min(this.#low.get(fn) ?? order, order));
  }

  /** With a stack of its own: chains of callers are longer than the program's stack is deep. */
  #explore(start: FunctionNode): void {
    const visits = [this.#begin(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const outer = visit.rest.pop();
      if (outer === undefined) {
        visits.pop();
        this.#close(visit.fn, visit.order);
        const parent = visits.at(-1);
        if (parent !== undefined) this.#lower(parent.fn, this.#low.get(visit.fn) ?? visit.order);
      } else if (!this.#low.has(outer)) visits.push(this.#begin(outer));
      else if (this.#isOpen.has(outer)) this.#lower(visit.fn, this.#low.get(outer) ?? visit.order);
    }
  }

  #close(fn: FunctionNode, order: number): void {
    if (this.#low.get(fn) !== order) return;
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.#isOpen.delete(member);
      this.#groups.set(member, order);
      if (member === fn) return;
    }
  }
}
