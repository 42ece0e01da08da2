import type { ForeignUse } from '../../model/analysis.ts';
import { getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation, quoteSource } from '../modules.ts';
import { findAssertedMessage } from './asserted-messages.ts';
import { findSameKey } from './cache-keys.ts';
import type { Place } from './places.ts';

/** The uses of a literal that are worth a word, one for each place. */
export class ReportedUses {
  readonly uses = new Map<string, ForeignUse>();
  readonly #evaluator: Evaluator;
  readonly #text: string;
  readonly #literal: number;
  /** Where a test asserts a message with the text; empty when none does. */
  #asserted: string | null = null;

  constructor(evaluator: Evaluator, literal: SyntaxNode) {
    this.#evaluator = evaluator;
    this.#text = readText(literal);
    this.#literal = evaluator.identify(literal);
  }

  report({ module, node, entered }: Place, text: string): void {
    const location = getLocation(module, getStart(node));
    this.uses.set(`${location.file}:${location.line}:${location.column}`, { ...location, text, entered });
  }

  /** `throw new Error(`GET ${path} failed`)`: harmless, unless a test knows the words. */
  reportMessage(place: Place, parent: SyntaxNode): void {
    this.#asserted ??= findAssertedMessage(this.#evaluator.graph, this.#text) ?? '';
    if (this.#asserted !== '')
      this.report(place, `${quoteSource(place.module, parent, 80)}, asserted at ${this.#asserted}`);
  }

  /** The key of a cache goes with its request, unless somebody else writes it as well. */
  reportKey(place: Place, parent: SyntaxNode): void {
    const other = findSameKey(this.#evaluator, this.#text, this.#literal);
    if (other !== null) this.report(place, `${quoteSource(place.module, parent, 80)}, a key that ${other} names, too`);
  }
}

function readText(literal: SyntaxNode): string {
  if (literal.type === 'StringLiteral') return literal.value;
  return literal.type === 'TemplateElement' ? (literal.value.cooked ?? literal.value.raw) : '';
}
