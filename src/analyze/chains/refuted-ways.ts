import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Chain } from './chains.ts';

interface Asked {
  readonly sent: readonly SentRequest[];
  /** The calls that hand it what it was asked for. */
  readonly callers: readonly CallSite[];
}

/**
 * `runtime.onMessage.addListener((message) => { if (message.type === 'raw') send(message.path); })`: where none of the messages that
 * are sent here is of that type, somebody else sends it. What the program calls itself is called by nobody else.
 */
export class RefutedWays {
  readonly #evaluator: Evaluator;
  readonly #asked = new Map<Chain, Asked>();
  readonly #inner = new Map<Chain, Chain>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  clear(): void {
    this.#asked.clear();
    this.#inner.clear();
  }

  /** The callers of a chain are asked. */
  note(chain: Chain, sent: readonly SentRequest[], longer: readonly Chain[]): void {
    const known = this.#asked.get(chain);
    const callers = longer.flatMap((way) => way[chain.length] ?? []);
    this.#asked.set(chain, { sent: known?.sent ?? sent, callers: [...(known?.callers ?? []), ...callers] });
    for (const way of longer) this.#inner.set(way, chain);
  }

  /** Whether the chain is a way is told by those further out. */
  handOn(chain: Chain, longer: readonly Chain[]): void {
    const inner = this.#inner.get(chain);
    if (inner !== undefined) for (const way of longer) this.#inner.set(way, inner);
  }

  /** The chain is a way, unless its callers are asked. */
  confirm(chain: Chain): void {
    if (this.#asked.has(chain)) return;
    for (let at = this.#inner.get(chain); at !== undefined; at = this.#inner.get(at)) this.#asked.delete(at);
  }

  /** The chains that nobody calls here, and others may. */
  listLeft(): readonly (readonly [Chain, readonly SentRequest[]])[] {
    const isOutside = ({ node, module }: CallSite): boolean =>
      evaluateCallee(this.#evaluator, node, module, this.#evaluator.anyCaller).type === 'external';
    return [...this.#asked].flatMap(([chain, { sent, callers }]) =>
      callers.every(isOutside) ? [[chain, sent] as const] : [],
    );
  }
}
