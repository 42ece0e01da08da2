import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Env } from '../values/values.ts';
import { bindChain, type Chain, KnownContexts } from './chains.ts';
import { MAX_STEPS_OF_SECOND_TRIES } from './limits.ts';
import { describeSent } from './sent-requests.ts';

/** What a request sends on one way, in one context. */
export interface Described {
  readonly env: Env;
  readonly sent: readonly SentRequest[];
}

/**
 * `send(page.path, page.parameters)`, where each of a hundred lists hands its page on: one way stands for all of them, and takes more
 * steps than the way of a single caller. It gets them when it has used up its own, as long as the ways of its
 * request leave some.
 */
export class SecondTries {
  readonly #evaluator: Evaluator;
  readonly #onCut: (site: CallSite, reason: string) => void;
  #left = 0;

  constructor(evaluator: Evaluator, onCut: (site: CallSite, reason: string) => void) {
    this.#evaluator = evaluator;
    this.#onCut = onCut;
  }

  /** Another request, with steps of its own. */
  begin(): void {
    this.#left = MAX_STEPS_OF_SECOND_TRIES;
  }

  /** The contexts of the chain within `root` with what is sent there; `known`: what was found out outside of all contexts. */
  describe(
    chain: Chain,
    root: Env,
    contexts: KnownContexts,
    known: ReadonlyMap<CallSite, readonly SentRequest[]>,
  ): readonly Described[] {
    const described = this.#describe(chain, root, contexts, known);
    if (!this.#evaluator.isCutShort || this.#evaluator.isExhausted || this.#left <= 0) return described;
    const stepsBefore = this.#evaluator.stepsOfRun;
    this.#evaluator.ask(this.#left);
    // In the contexts of the first try, what was cut short is remembered.
    const again = this.#describe(chain, root, new KnownContexts(), known);
    this.#left -= this.#evaluator.stepsOfRun - stepsBefore;
    return again;
  }

  #describe(
    chain: Chain,
    root: Env,
    contexts: KnownContexts,
    known: ReadonlyMap<CallSite, readonly SentRequest[]>,
  ): readonly Described[] {
    const [sink] = chain;
    if (sink === undefined) return [];
    return bindChain(this.#evaluator, chain, root, contexts, this.#onCut).map((env) => ({
      env,
      sent: (env === null ? known.get(sink) : undefined) ?? describeSent(this.#evaluator, sink, env),
    }));
  }
}
