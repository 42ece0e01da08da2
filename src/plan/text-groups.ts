import type { Analysis, ForeignUse } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { Comparison } from '../model/comparison.ts';
import { flatMap } from '../model/flat-map.ts';
import { holdsLiteral } from './compared-texts.ts';
import { isHeldByVariable } from './held-paths.ts';
import { type InStep, NO_STEPS, type Steps } from './in-step.ts';
import { isLoopback } from './origins.ts';
import { type Beside, type Draft, listConflicts, listTakers, type TextGroup } from './places.ts';
import { getPathStart } from './url-path.ts';
import type { Use } from './uses.ts';

/** The part in which the path begins; -1 where it is not known whether there is one. */
function findFirstPart({ path, target, url }: Use): number {
  if (isHeldByVariable(target)) return 0;
  if (path.first !== null) return path.first.part;
  // `${BASE}/${VERSION}/calls`: what a variable holds may be the version.
  const start = getPathStart(url).part;
  return target.kind === 'platform' ? url.parts.findIndex((part, index) => index >= start && part.kind !== 'text') : -1;
}

/** Literals that stand behind the path's beginning: `/v1${CALLS}` needs `CALLS` as it is. */
function listDeeperLiterals(use: Use): readonly number[] {
  const first = findFirstPart(use);
  if (first === -1 || (use.target.kind === 'elsewhere' && isLoopback(use.target.host))) return [];
  return flatMap(use.url.parts, (part, index) => {
    const isDeeper =
      part.kind === 'text' && part.origin !== null && index > first && part.origin.literal !== use.place?.literal;
    return isDeeper && /^\/?\w/.test(part.text) ? [part.origin.literal] : [];
  });
}

interface Drafts {
  readonly drafts: readonly Draft[];
  /** By literal: the uses that hold it behind the beginning of their path. */
  readonly deeper: ReadonlyMap<number, readonly Use[]>;
}

function draftTexts(uses: readonly Use[]): Drafts {
  const drafts = new Map<string, Draft>();
  const deeper = new Map<number, Use[]>();
  for (const use of uses) {
    for (const literal of listDeeperLiterals(use)) append(deeper, literal, use);
    if (use.place === null) continue;
    const { file, literal, segment } = use.place;
    const key = `${literal}:${segment}`;
    const draft = drafts.get(key) ?? { file, literal, uses: [] };
    drafts.set(key, draft);
    draft.uses.push(use);
  }
  return { drafts: [...drafts.values()], deeper };
}

function groupDraft(draft: Draft, deeper: Drafts['deeper'], around: Beside): TextGroup {
  const onPlatform = draft.uses.filter((use) => use.target.kind === 'platform');
  const movers = onPlatform.filter((use) => use.decision === 'rewrite' || use.decision === 'move');
  const others = onPlatform.filter((use) => use.decision !== 'rewrite' && use.decision !== 'move');
  const end = draft.uses.reduce((last, use) => Math.max(last, use.place?.end ?? 0), 0);
  const start = draft.uses.reduce((first, use) => Math.min(first, use.place?.start ?? first), end);
  const { file, literal } = draft;
  const found = listConflicts(draft, movers, deeper.get(literal) ?? [], around);
  return { file, literal, start, end, movers, others, ...found };
}

interface Listed {
  readonly groups: readonly TextGroup[];
  /** The comparisons that are answered as they were. */
  readonly steps: Steps;
}

function addCompared(moving: ReadonlySet<number>, steps: Steps): ReadonlySet<number> {
  const compared = [...steps.values()].flat().map(({ literal }) => literal);
  return compared.length === 0 ? moving : new Set([...moving, ...compared]);
}

/** Groups uses by the text in which their path begins. Uses without a text of their own are left out. */
export class TextGroups {
  readonly #analysis: Analysis;
  readonly #texts: Drafts;
  readonly #foreign = new Map<Draft, readonly ForeignUse[]>();
  /** By literal: the uses of others that find its text. */
  readonly #finders = new Map<number, { readonly draft: Draft; readonly use: ForeignUse }[]>();
  readonly #around: Omit<Beside, 'moving' | 'steps' | 'keeps' | 'yielded' | 'listFinders'>;
  /** The literals that tests do not hold back any more. */
  readonly #yielded = new Set<number>();
  /** The literals that change as far as each by itself can. */
  readonly #movable: ReadonlySet<number>;

  constructor(uses: readonly Use[], analysis: Analysis) {
    this.#analysis = analysis;
    this.#texts = draftTexts(uses);
    this.#movable = new Set(
      flatMap(uses, ({ decision, place, target }) =>
        target.kind !== 'elsewhere' && decision === 'rewrite' && place?.edit ? place.literal : [],
      ),
    );
    // What a client that nobody knows is given may be a key as well.
    const sent = new Set(
      flatMap(uses, ({ url, request }) =>
        request?.isOfUnknownClient === true
          ? []
          : flatMap(url.parts, (part) => (part.kind === 'text' ? (part.origin?.literal ?? []) : [])),
      ),
    );
    this.#around = { takers: listTakers(uses, analysis), sent, findForeign: (draft) => this.#findForeign(draft) };
  }

  #findForeign(draft: Draft): readonly ForeignUse[] {
    // A URL that is only named, and of which nobody knows whose it is, explains nothing.
    const explaining = draft.uses.filter(({ request, target }) => request !== null || target.kind !== 'unknown');
    const covered = () => new Set(flatMap(explaining, (use) => use.url.references));
    const known = this.#foreign.get(draft);
    if (known !== undefined) return known;
    const found = this.#analysis.findForeignUses(draft.literal, covered());
    this.#foreign.set(draft, found);
    for (const use of found)
      for (const literal of use.isFinder === true ? (use.unless ?? []) : [])
        append(this.#finders, literal, { draft, use });
    return found;
  }

  /**
   * What stands in the way of these groups and only compares their texts. Where a text that comes there is none of those found on the
   * way back, more may come there.
   */
  listComparisons(groups: readonly TextGroup[]): ReadonlySet<Comparison> {
    const literals = new Set(groups.map(({ literal }) => literal));
    const list = (isMeant: (literal: number) => boolean) =>
      [...this.#foreign].flatMap(([{ literal }, uses]) => {
        const asking = isMeant(literal) ? uses : [];
        return asking.flatMap(({ findComparison }) => {
          const comparison = findComparison?.() ?? null;
          return comparison === null ? [] : [{ comparison, literal }];
        });
      });
    const found = new Set(list((literal) => literals.has(literal)).map(({ comparison }) => comparison));
    if (found.size === 0) return found;
    for (const { comparison, literal } of list(() => true))
      if (!holdsLiteral(comparison, literal)) found.delete(comparison);
    return found;
  }

  /** The texts change all the same, and the tests are left to a person. Was any held back until now? */
  yieldTests(groups: readonly TextGroup[]): boolean {
    const before = this.#yielded.size;
    for (const { literal, movers, conflicts, inTests } of groups)
      if (movers.length > 0 && conflicts.length > 0 && inTests.length > 0) this.#yielded.add(literal);
    return this.#yielded.size > before;
  }

  /** May another text only change with one of these? */
  holdAny(literals: ReadonlySet<number>): boolean {
    return [...this.#foreign.values()].some((found) =>
      found.some(({ unless }) => unless?.some((literal) => literals.has(literal))),
    );
  }

  /** Where a text is found by one that does not move. */
  #listFinders(literal: number, moving: ReadonlySet<number>): readonly ForeignUse[] {
    return (this.#finders.get(literal) ?? []).filter(({ draft }) => !moving.has(draft.literal)).map(({ use }) => use);
  }

  /** Does a text move that is found by one that stays? */
  #leavesFound(moving: ReadonlySet<number>): boolean {
    return [...this.#finders.keys()].some(
      (literal) => moving.has(literal) && this.#listFinders(literal, moving).length > 0,
    );
  }

  /** `left`: literals that stay, as their requests get the version elsewhere. */
  list(left: ReadonlySet<number>, inStep: InStep | null): Listed {
    const moving = new Set([...this.#movable].filter((literal) => !left.has(literal)));
    // What stays for a reason of its own holds those that may only change with it.
    for (let isFirst = true; ; isFirst = false) {
      const steps = inStep === null ? NO_STEPS : inStep.settle(moving);
      const keeps = (literal: number) => inStep !== null && inStep.findFate(literal, moving) === 'stays';
      const listFinders = (literal: number) => this.#listFinders(literal, moving);
      const around = {
        ...this.#around,
        ...{ moving: addCompared(moving, steps), steps, keeps, yielded: this.#yielded, listFinders },
      };
      const groups = this.#texts.drafts.map((draft) => groupDraft(draft, this.#texts.deeper, around));
      const held = groups.flatMap(({ literal, conflicts }) => (conflicts.length > 0 ? [literal] : []));
      const stay = new Set(held.filter((literal) => moving.delete(literal)));
      const isAsked = steps.size > 0 && stay.size > 0;
      // Who finds which text is known once all have been asked.
      const leaves = (isFirst || stay.size > 0) && this.#leavesFound(moving);
      if (!isAsked && !this.holdAny(stay) && !leaves) return { groups, steps };
    }
  }
}
