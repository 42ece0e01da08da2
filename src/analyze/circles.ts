import type { FunctionNode } from '../syntax/nodes.ts';
import { listFunctionsAround } from './modules.ts';
import type { CallSite, ProjectIndex } from './project-index.ts';

/** Functions that call each other in circles: each group, found once by Tarjan's algorithm, has a number. */
export class Circles {
  readonly #index: ProjectIndex;
  readonly #groups = new Map<FunctionNode, number>();
  readonly #low = new Map<FunctionNode, number>();
  readonly #open: FunctionNode[] = [];
  readonly #isOpen = new Set<FunctionNode>();
  #next = 0;

  constructor(index: ProjectIndex) {
    this.#index = index;
  }

  /** Does a call of `fn` at this place stay within the functions that lead back to `fn`? */
  isWithin(fn: FunctionNode, site: CallSite): boolean {
    const around = listFunctionsAround(site.module, site.node);
    if (around.includes(fn)) return true;
    const group = this.#findGroup(fn);
    return around.some((outer) => this.#findGroup(outer) === group);
  }

  /** Do the callers of `fn` lead back to it? */
  isCircular(fn: FunctionNode): boolean {
    return this.#index.listCallers(fn).some((site) => this.isWithin(fn, site));
  }

  #findGroup(fn: FunctionNode): number {
    if (!this.#groups.has(fn)) this.#explore(fn);
    return this.#groups.get(fn) ?? -1;
  }

  #listOuter(fn: FunctionNode): readonly FunctionNode[] {
    return this.#index.listCallers(fn).flatMap((site) => listFunctionsAround(site.module, site.node));
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
