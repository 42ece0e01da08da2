import type { ForeignUse, HttpRequest } from '../../model/analysis.ts';
import type { Comparison } from '../../model/comparison.ts';
import type { EnvAssignment } from '../../model/project.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { Importers } from '../importing/importers.ts';
import type { Emission } from '../messages/emission.ts';
import { type Asked, listAsked } from '../outsiders/other-hosts.ts';
import { Comparisons } from '../questions/comparisons.ts';
import { UseSearch } from './find-uses.ts';
import type { Place } from './places.ts';
import { readText } from './written-paths.ts';

/** Answers for each literal where else it is used, as often as steps allow. */

/** How often a text is followed anew with further steps. */
const MAX_ROUNDS = 4;

/** `'https://api.voice.example/calls'` */
function isWhole(literal: SyntaxNode): boolean {
  return /^(?:https?:)?\/\//i.test(readText(literal));
}

/** A use of a program's text that a test makes, or is in the way of. */
function markTest({ test, ...use }: ForeignUse, isOfTest: boolean): ForeignUse {
  if (isOfTest) return use;
  const { file, line, column } = use;
  const own = isTestFile(file) ? { file, line, column } : test;
  return own === undefined ? use : { ...use, test: own };
}

/** What is known of all requests. */
interface Sent {
  /** The literals of which their URLs are made. */
  readonly consumed: ReadonlySet<number>;
  readonly requests: readonly HttpRequest[];
  /** The ways in which they are sent. */
  readonly listEmissions: () => readonly Emission[];
  readonly env: readonly EnvAssignment[];
}

export class UseFinder {
  readonly #evaluator: Evaluator;
  readonly #importers: Importers;
  readonly #sent: Sent;
  readonly #comparisons: Comparisons;
  #asked: Asked | null = null;

  constructor(evaluator: Evaluator, sent: Sent) {
    this.#evaluator = evaluator;
    this.#importers = new Importers(evaluator.graph);
    this.#sent = sent;
    this.#comparisons = new Comparisons(evaluator, this.#importers, sent.listEmissions);
  }

  #listAsked(): Asked {
    const { consumed, requests, env } = this.#sent;
    this.#asked ??= listAsked(this.#evaluator, consumed, requests, env);
    return this.#asked;
  }

  #withComparison(use: ForeignUse, place: Place | undefined): ForeignUse {
    if (place === undefined || place.path.length > 0 || place.isUnvisited || use.isMessage) return use;
    let known: Comparison | null | undefined; // undefined: not asked yet
    const findComparison = (): Comparison | null => {
      if (known === undefined) known = this.#comparisons.find(place);
      return known;
    };
    return { ...use, findComparison };
  }

  /** Uses of a literal beside the requests; `covered`: the references through which those get it. */
  find(literal: number, covered: ReadonlySet<number>): readonly ForeignUse[] {
    const start = this.#evaluator.getIdentified(literal);
    if (start === undefined) return [];
    const { node, module } = start;
    const place = { node, module, path: [], entered: [], isHandedOver: false, isUrl: isWhole(node), handed: null };
    const asked = () => this.#listAsked();
    const isSent = this.#sent.consumed.has(literal);
    // What is not known for want of steps counts as asked; much of it is known the next time.
    for (let rounds = 1; ; rounds += 1) {
      this.#evaluator.ask();
      const search = new UseSearch(this.#evaluator, this.#importers, covered, start.node, asked, isSent);
      search.run(place);
      const { places } = search.reported;
      const isOfTest = isTestFile(module.path);
      const uses = Array.from(search.reported.uses.values(), (use) => this.#withComparison(use, places.get(use))).map(
        (use) => markTest(use, isOfTest),
      );
      const isLast = !this.#evaluator.isCutShort || this.#evaluator.isExhausted || rounds === MAX_ROUNDS;
      if (uses.length === 0 || isLast) return uses;
    }
  }
}
