import type { ForeignUse, HttpRequest } from '../../model/analysis.ts';
import type { EnvAssignment } from '../../model/project.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { UseSearch } from './find-uses.ts';
import { Importers } from './importers.ts';
import { type Asked, listAsked } from './other-hosts.ts';
import { readText } from './reported-uses.ts';

/** Answers for each literal where else it is used, as often as steps allow. */

/** How often a text is followed anew with further steps. */
const MAX_ROUNDS = 4;

/** `'https://api.voice.example/calls'` */
function isWhole(literal: SyntaxNode): boolean {
  return /^(?:https?:)?\/\//i.test(readText(literal));
}

/** What is known of all requests. */
interface Sent {
  /** The literals of which their URLs are made. */
  readonly consumed: ReadonlySet<number>;
  readonly requests: readonly HttpRequest[];
  readonly env: readonly EnvAssignment[];
}

export class UseFinder {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #sent: Sent;
  #asked: Asked | null = null;

  constructor(evaluator: Evaluator, sent: Sent) {
    this.#evaluator = evaluator;
    this.#importers = new Importers(evaluator.graph);
    this.#sent = sent;
  }

  #listAsked(): Asked {
    const { consumed, requests, env } = this.#sent;
    this.#asked ??= listAsked(this.#evaluator, consumed, requests, env);
    return this.#asked;
  }

  /** Uses of a literal beside the requests; `covered`: the references through which those get it. */
  find(literal: number, covered: ReadonlySet<number>): readonly ForeignUse[] {
    const start = this.#evaluator.getIdentified(literal);
    if (start === undefined) return [];
    const { node, module } = start;
    const place = { node, module, path: [], entered: [], isHandedOver: false, isUrl: isWhole(node), handed: null };
    const asked = () => this.#listAsked();
    // What is not known for want of steps counts as asked; much of it is known the next time.
    for (let rounds = 1; ; rounds += 1) {
      this.#evaluator.ask();
      const search = new UseSearch(this.#evaluator, this.#importers, covered, start.node, asked);
      search.run(place);
      const uses = [...search.reported.uses.values()];
      const isLast = !this.#evaluator.isCutShort || this.#evaluator.isExhausted || rounds === MAX_ROUNDS;
      if (uses.length === 0 || isLast) return uses;
    }
  }
}
