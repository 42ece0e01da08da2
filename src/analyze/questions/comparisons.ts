import type { ComparedText, Comparison, Question } from '../../model/comparison.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { SeenByHooks } from '../following/seen-by-hooks.ts';
import type { Importers } from '../importing/importers.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { findComparedUnion } from '../typing/path-unions.ts';
import { ReachingTexts } from '../uses/reaching-texts.ts';
import { type Compared, ComparedTexts, type PlacedNode } from './compared-texts.ts';

/** Answers for a use of a text whether it is only compared, and what else both sides of the comparison can be. */
export class Comparisons {
  readonly #evaluator: Evaluator;
  readonly #texts: ComparedTexts;
  readonly #reaching: ReachingTexts;
  readonly #known = new Map<SyntaxNode, Comparison | null>();

  constructor(evaluator: Evaluator, importers: Importers, listSent: () => readonly Emission[]) {
    this.#evaluator = evaluator;
    this.#texts = new ComparedTexts(evaluator, importers);
    this.#reaching = new ReachingTexts(evaluator, importers, new SeenByHooks(evaluator, listSent));
  }

  find({ node, module }: PlacedNode): Comparison | null {
    this.#evaluator.ask();
    const compared = findComparedUnion(this.#evaluator.graph, { node, module }) ?? this.#texts.find(node, module);
    if (compared === null) return null;
    const known = this.#known.get(compared.holder);
    const found = known === undefined ? this.#make(compared) : known;
    this.#known.set(compared.holder, found);
    return found;
  }

  #make({ texts, isFree, questions }: Compared): Comparison | null {
    const files = new Set(texts.map(({ module }) => module.path));
    const asked: Question[] = [];
    for (const { kind, node, module } of questions) {
      const reaching = this.#reaching.list(node, module);
      if (reaching === null) return null;
      for (const file of reaching.files) files.add(file);
      asked.push({ kind, asked: reaching.texts.map(toParts) });
    }
    const compared = texts.map(({ node, module }) => this.#readText(node, module, isFree));
    if (compared.includes(null)) return null;
    return { questions: asked, compared: compared.flatMap((text) => text ?? []), files: [...files] };
  }

  #readText(node: SyntaxNode, module: Module, isFree: boolean): ComparedText | null {
    const value = this.#evaluator.evaluate(node, module, null);
    if (value.type !== 'text' || value.atoms.some(({ kind }) => kind !== 'text')) return null;
    return { parts: toParts(value.atoms), isFree: isFree && node.type === 'StringLiteral' };
  }
}
