import type { SyntaxNode } from '../../syntax/tree.ts';
import { findAssertion } from '../callers/assertion-forms.ts';
import type { CallSite } from '../callers/project-index.ts';
import { isOfOwnMachine } from '../callers/stub-addresses.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts, ON_ITSELF } from '../texts/texts.ts';
import type { TextValue } from '../values/values.ts';
import type { Chain } from './chains.ts';
import type { RequestCollector } from './collect-requests.ts';
import { readMethods } from './sent-requests.ts';
import { nameWays } from './ways.ts';

/** `(request, next) => next({ ...request })`: is the URL made of what was there before, on a way that goes round? */
function isOnItself({ atoms }: TextValue): boolean {
  const last = atoms.at(-1);
  return last?.kind === 'hole' && last.reason === ON_ITSELF;
}

/** Is a text of the URL one that the assertion itself names? What it leaves open is no news of the request. */
function namesText(assertion: CallSite, text: TextValue): boolean {
  return text.atoms.some((atom) => atom.kind === 'text' && atom.via?.call === assertion.node);
}

/** The host, the variable or the beginning that a URL has. */
export function nameHead({ atoms: [head] }: TextValue): string {
  if (head === undefined) return '';
  if (head.kind === 'text') return /^(?:\w+:)?\/\/[^/?#]*/.exec(head.text)?.[0] ?? head.text;
  return `${head.kind} ${head.kind === 'env' ? head.name : head.label}`;
}

/** Hands what is sent at the end of each way to the collector, and numbers the ways. */
export class Emitter {
  readonly #evaluator: Evaluator;
  readonly #collector: RequestCollector;
  readonly #onCut: (site: CallSite, reason: string) => void;
  /** By the calls that ways lead through. */
  readonly #heads = new Map<SyntaxNode, Set<string>>();
  #ways = 0;
  #count = 0;
  /** Of no other texts is anything said. */
  isWanted = (_: TextValue): boolean => true;
  /** Ways of one request that go round in a circle: they say something only where no other does. */
  #endless: { readonly chain: Chain; readonly sent: readonly SentRequest[] }[] = [];

  constructor(evaluator: Evaluator, collector: RequestCollector, onCut: (site: CallSite, reason: string) => void) {
    this.#evaluator = evaluator;
    this.#collector = collector;
    this.#onCut = onCut;
  }

  /** Does the text begin as one that was sent on a way through the last call of the chain? */
  isOfKnownBase(chain: Chain, text: TextValue): boolean {
    const site = chain.at(-1);
    return site !== undefined && this.#heads.get(site.node)?.has(nameHead(text)) === true;
  }

  /** Do all ways through the call that were found lead to the machine that the program runs on? */
  isOfOwnMachine(node: SyntaxNode): boolean {
    const heads = [...(this.#heads.get(node) ?? [])];
    return heads.length > 0 && heads.every(isOfOwnMachine);
  }

  /** All ways of one request: `run` follows them, and those that go round count where it finds no other. */
  emitAll(run: () => void): void {
    this.#endless = [];
    this.#heads.clear();
    const before = this.#count;
    run();
    if (this.#count > before) return;
    for (const { chain, sent } of this.#endless) this.emit(chain, sent, undefined, true);
  }

  addEndless(chain: Chain, sent: readonly SentRequest[]): void {
    this.#endless.push({ chain, sent });
  }

  /** `isWanted`: all of the texts, or some. `isLast`: no other way says anything. */
  emit(chain: Chain, sent: readonly SentRequest[], isWanted = (_: TextValue): boolean => true, isLast = false): void {
    const [sink, ...callers] = chain;
    if (sink === undefined) return;
    if (this.#evaluator.isCutShort && !this.#evaluator.isExhausted)
      this.#onCut(sink, 'a way that leads to this request takes too many steps to follow');
    const assertion = callers.find(({ node, module }) => findAssertion(node, module) !== null);
    const ways = new Map<string, number>();
    for (const request of sent) {
      const all = listTexts(request.url, request.urlNode, sink.module).filter(
        (text) => isWanted(text) && this.isWanted(text),
      );
      const texts = isLast ? all : all.filter((text) => !isOnItself(text));
      if (texts.length < all.length) this.addEndless(chain, [request]);
      this.#count += texts.length;
      const names = nameWays(texts);
      for (const text of texts) {
        for (const { node } of chain) this.#noteHead(node, nameHead(text));
        const own = this.#numberWays(text, names.get(text) ?? [], ways);
        const methods = readMethods(request, sink, text);
        if (assertion === undefined) this.#collector.add(sink, { request, text, ways: own }, methods);
        else if (namesText(assertion, text))
          this.#collector.add(sink, { request: { ...request, isMock: true }, text, ways: own }, methods);
      }
    }
  }

  #noteHead(node: SyntaxNode, head: string): void {
    const known = this.#heads.get(node);
    if (known === undefined) this.#heads.set(node, new Set([head]));
    else known.add(head);
  }

  #numberWays(text: TextValue, names: readonly string[], ways: Map<string, number>): readonly number[] {
    const called = names.length === 0 ? '' : this.#evaluator.callers.describe(text);
    return names.map((name) => {
      const key = `${called}:${name}`;
      const way = ways.get(key) ?? this.#ways + 1;
      this.#ways = Math.max(this.#ways, way);
      ways.set(key, way);
      return way;
    });
  }
}
