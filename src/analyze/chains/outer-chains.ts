import { findMethodAround, listFunctionsAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode, isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { CallSite, ProjectIndex } from '../callers/project-index.ts';
import { listCallersOnOthers } from '../classes/called-on.ts';
import { isConstructorFunction } from '../classes/constructor-functions.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { GROWN } from '../expressions/growing-members.ts';
import { listOptions } from '../values/unions.ts';
import type { OpenParam } from '../values/values.ts';
import { type Chain, extendChain } from './chains.ts';
import { Circles, listInner, listOuter } from './circles.ts';
import { isFoldedStep } from './folded-steps.ts';
import { listUncalledClosures } from './uncalled-closures.ts';

/** Functions that call each other in circles are followed round this often. */
const MAX_ROUNDS = 1;
/** And this many calls of such a circle, where callbacks lead from one function to the next: `step(request, (next) => run(next))`. */
const MAX_CALLS_IN_CIRCLE = 3;

/**
 * A function that is written where it is handed over. Whoever calls it, its context is the one around it: its callers
 * can tell nothing apart that those of the functions around it do not.
 */
function isCallback(fn: FunctionNode): boolean {
  const parent = getParent(fn);
  return (
    parent !== undefined && isCallNode(parent) && parent.type !== 'TaggedTemplateExpression' && parent.callee !== fn
  );
}

/** Is its URL put together by calls on an instance that is not known? */
function isGrown({ url }: SentRequest): boolean {
  return listOptions(url).some(
    (option) => option.type === 'text' && option.atoms.some((atom) => atom.kind === 'hole' && atom.reason === GROWN),
  );
}

/** The chains of calls outwards, through the callers that can give an open parameter a value. */
export class OuterChains {
  readonly #index: ProjectIndex;
  readonly #rounds = new WeakMap<Chain, { readonly calls: number; readonly plain: number }>();
  /** Where calls go round, … */
  #circles: Circles;
  /** … and where ways do, which know by whom each callback was handed over. */
  #wayCircles: Circles;

  constructor(index: ProjectIndex) {
    this.#index = index;
    this.#circles = new Circles(index, listInner);
    this.#wayCircles = new Circles(index, listOuter);
  }

  /** Looks for circles anew: more callers are known. */
  renew(): void {
    this.#circles = new Circles(this.#index, listInner);
    this.#wayCircles = new Circles(this.#index, listOuter);
  }

  /** Do calls of the function lead back to it? */
  isCircular(fn: FunctionNode): boolean {
    return this.#circles.isCircular(fn);
  }

  /**
   * The chain with each caller that can give the open parameter a value; null when no caller can be added. Without an evaluator
   * it is what is called that is open.
   */
  list(
    chain: Chain,
    param: OpenParam,
    evaluator: Evaluator | null,
    sent: readonly SentRequest[] = [],
  ): readonly Chain[] | null {
    const outermost = chain.at(-1);
    if (outermost === undefined) return null;
    const fn = this.#chooseFunction(outermost, param, evaluator === null, sent.some(isGrown));
    if (fn === null) return null;
    const others = evaluator === null || fn === param.fn ? [] : listUncalledClosures(evaluator, fn, param);
    const longer = [...this.#index.listCallers(fn), ...others].flatMap((caller) => this.#extend(chain, fn, caller));
    return longer.length === 0 ? null : longer;
  }

  /**
   * The chain with each caller of a method that is called on more than one object, or that sends what others have put together on
   * its instance; null for every other.
   */
  listOnOthers(evaluator: Evaluator, chain: Chain, sent: readonly SentRequest[]): readonly Chain[] | null {
    const outermost = chain.at(-1);
    if (outermost === undefined) return null;
    const callers = listCallersOnOthers(evaluator, outermost);
    const longer = callers.map((caller) => extendChain(chain, caller)).filter((way) => way !== null);
    const all = longer.length > 0 || !sent.some(isGrown) ? longer : this.#listOnInstances(chain, outermost);
    return all.length === 0 ? null : all;
  }

  /** `new Request(BASE).agents().send()`: whoever calls `send()` knows on which instance. */
  #listOnInstances(chain: Chain, { node }: CallSite): readonly Chain[] {
    const fn = findMethodAround(node);
    if (fn?.type !== 'ClassMethod' || fn.kind !== 'method' || fn.static === true) return [];
    return this.#index.listCallers(fn).flatMap((caller) => this.#extend(chain, fn, caller));
  }

  #extend(chain: Chain, fn: FunctionNode, caller: CallSite): readonly Chain[] {
    const before = this.#rounds.get(chain) ?? { calls: 0, plain: 0 };
    const isWithin = this.#wayCircles.isWithin(fn, caller);
    const isPlain = isWithin && caller.outer.length === 0 && !listInner(caller).slice(0, 1).some(isCallback);
    const rounds = { calls: before.calls + (isWithin ? 1 : 0), plain: before.plain + (isPlain ? 1 : 0) };
    const goesRound = rounds.plain > MAX_ROUNDS || rounds.calls > MAX_CALLS_IN_CIRCLE;
    const isTooLong = goesRound && ![...chain, caller].some(isFoldedStep);
    const longer = isTooLong ? null : extendChain(chain, caller);
    if (longer === null) return [];
    this.#rounds.set(longer, rounds);
    return [longer];
  }

  /**
   * Whose callers to ask. A closure or method carries its own context: asking its callers tells the clients made by
   * one factory or class apart, which the callers of the factory would mix.
   */
  #chooseFunction(
    outermost: CallSite,
    param: OpenParam,
    isOpenCall: boolean,
    isOnInstance: boolean,
  ): FunctionNode | null {
    const encloses = param.module === outermost.module && contains(param.fn, outermost.node);
    // A constructor, or a method that sets what others read.
    const isMaker =
      (param.fn.type === 'ClassMethod' && (param.fn.kind === 'constructor' || param.fn.kind === 'method')) ||
      isConstructorFunction(param.fn, param.module);
    if (!encloses && !isMaker) return null;
    if (isOpenCall || isOnInstance || this.#index.listCallers(param.fn).length > 1) {
      for (const fn of listFunctionsAround(outermost.node)) {
        if (fn === param.fn) break;
        if (!isOpenCall && isCallback(fn)) continue;
        if (this.#index.listCallers(fn).length > 0) return fn;
      }
    }
    return encloses ? param.fn : null;
  }
}
