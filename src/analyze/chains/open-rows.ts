import { flatMap } from '../../model/flat-map.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import type { OpenParam, TextValue } from '../values/values.ts';
import { bindChain, type Chain, type KnownContexts } from './chains.ts';
import type { RequestCollector } from './collect-requests.ts';
import { type Emitter, nameHead } from './emitter.ts';
import { asksForRow, listPathLiterals } from './open-params.ts';
import type { Selves } from './selves.ts';
import { describeSent } from './sent-requests.ts';

/** Of more functions that look up a row, each has its callers. */
const MAX_NOTED = 500;

interface Asking {
  readonly chain: Chain;
  readonly param: OpenParam;
}

/** What one function would send for the rows that nobody asks for, with its base. */
interface Unasked {
  readonly chain: Chain;
  readonly sent: readonly SentRequest[];
  readonly heads: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * `send(name) { const [method, path] = ENDPOINTS[name]; … }`, and the callers of the project name some of the rows: whoever else
 * has the function names the others.
 */
export class OpenRows {
  readonly #evaluator: Evaluator;
  readonly #words: ReadonlySet<string>;
  readonly #selves: Selves;
  readonly #contexts: KnownContexts;
  readonly #noted = new Map<Chain, Asking>();

  constructor(evaluator: Evaluator, words: ReadonlySet<string>, selves: Selves, contexts: KnownContexts) {
    this.#evaluator = evaluator;
    this.#words = words;
    this.#selves = selves;
    this.#contexts = contexts;
  }

  /** The callers of a function are asked: does it look up a row for them? */
  note(chain: Chain, sent: readonly SentRequest[], param: OpenParam): void {
    const [sink] = chain;
    if (sink === undefined || this.#noted.size >= MAX_NOTED || !asksForRow(sent, sink, param)) return;
    this.#noted.set(chain, { chain, param });
  }

  /** After all requests were followed: the rows that none of them has. */
  emit(emitter: Emitter, collector: RequestCollector): void {
    const all = [...this.#noted.values()].flatMap((asking) => this.#listUnasked(asking, collector.consumed));
    const heads = new Map<number, Set<string>>();
    for (const unasked of all)
      for (const [literal, own] of unasked.heads) heads.set(literal, new Set([...(heads.get(literal) ?? []), ...own]));
    // A table that serves two hosts does not say to which of them a row goes.
    const isOfOne = (literal: number): boolean => heads.get(literal)?.size === 1;
    for (const { chain, sent, heads: own } of all) {
      const rows = new Set([...own.keys()].filter(isOfOne));
      if (rows.size > 0) emitter.emitAll(() => emitter.emit(chain, sent, (text) => isOf(text, rows)));
    }
  }

  #listUnasked({ chain, param }: Asking, consumed: ReadonlySet<number>): readonly Unasked[] {
    const [sink] = chain;
    if (sink === undefined) return [];
    return this.#selves.listOpen(param.fn, param.module).flatMap((root) =>
      bindChain(this.#evaluator, chain, root, this.#contexts).map((env) => {
        const sent = describeSent(this.#evaluator, sink, env);
        const rows = [...listPathLiterals(sent, sink, this.#words)].filter((literal) => !consumed.has(literal));
        const texts = flatMap(sent, ({ url, urlNode }) => listTexts(url, urlNode, sink.module)).filter(
          ({ atoms: [head] }) => head !== undefined && head.kind !== 'hole',
        );
        const heads = rows.map(
          (row) => [row, new Set(texts.filter((text) => isOf(text, new Set([row]))).map(nameHead))] as const,
        );
        return { chain, sent, heads: new Map(heads.filter(([, own]) => own.size > 0)) };
      }),
    );
  }
}

function isOf({ atoms }: TextValue, literals: ReadonlySet<number>): boolean {
  return (
    atoms[0]?.kind !== 'hole' &&
    atoms.some((atom) => atom.kind === 'text' && atom.origin !== null && literals.has(atom.origin.literal))
  );
}
