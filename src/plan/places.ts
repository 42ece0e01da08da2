import type { Analysis, ForeignUse, HttpRequest } from '../model/analysis.ts';
import { isBystander, type Use } from './uses.ts';

/** All uses of one text, so that it is changed once, or not at all. */
export interface TextGroup {
  readonly file: string;
  readonly literal: number;
  readonly start: number;
  readonly end: number;
  /** Uses that need the change. */
  readonly movers: readonly Use[];
  /** Uses on the platform that have something else to say. */
  readonly others: readonly Use[];
  /** Why the text cannot be changed: uses that must not change with it. */
  readonly conflicts: readonly string[];
}

interface Draft {
  readonly file: string;
  readonly literal: number;
  readonly start: number;
  readonly uses: Use[];
}

function describeUse(use: Use): string {
  const place = use.request?.site ?? use.reference?.expression;
  const at = place === undefined ? '' : `${place.file}:${place.line}`;
  if (use.target.kind === 'elsewhere') return `${at} sends it to ${use.target.host}`;
  if (use.target.kind === 'relative') return `${at} uses it on the own server`;
  if (use.target.kind === 'unknown') return `${at} sends it to a base that is not known`;
  return `${at} needs it as it is (${use.match?.legacyPath ?? 'its path is not statically known'})`;
}

/** Requests that no one can tell whether they go to the platform count only when nothing else of theirs does. */
function isUnknownBystander(use: Use, placed: ReadonlySet<HttpRequest | null>): boolean {
  return use.target.kind === 'unknown' && use.request !== null && !placed.has(use.request);
}

function describeForeign(use: ForeignUse): string {
  return `${use.file}:${use.line} also uses it: ${use.text}`;
}

function namesHost(use: Use, literal: number): boolean {
  const [first] = use.url.parts;
  return first?.kind === 'text' && first.origin?.literal === literal && /^(?:https?:)?\/\//i.test(first.text);
}

/** References beside requests: the same text in a mock that is no request of its own is no conflict. */
function listConflicts(
  draft: Draft,
  movers: readonly Use[],
  deeper: readonly Use[],
  analysis: Analysis,
): readonly string[] {
  if (movers.length === 0) return [];
  const placed = new Set(draft.uses.flatMap((use) => (use.target.kind === 'platform' ? [use.request] : [])));
  const beside = draft.uses.filter((use) => isBystander(use) || isUnknownBystander(use, placed));
  const own = new Set(draft.uses);
  const bystanders = [...beside, ...deeper.filter((use) => !own.has(use))];
  const covered = new Set(draft.uses.flatMap((use) => use.url.references));
  // A text that names the platform's host means the platform wherever it is used.
  const isWhole = movers.every((use) => namesHost(use, draft.literal));
  const foreign = isWhole ? [] : analysis.findForeignUses(draft.literal, covered);
  return [...new Set([...bystanders.map(describeUse), ...foreign.map(describeForeign)])];
}

/** Literals that stand behind the path's beginning: `/v1${CALLS}` needs `CALLS` as it is. */
function listDeeperLiterals(use: Use): readonly number[] {
  const first = use.path.first;
  if (first === null || use.target.kind === 'elsewhere') return [];
  return use.url.parts.flatMap((part, index) => {
    const isDeeper =
      part.kind === 'text' && part.origin !== null && index > first.part && part.origin.literal !== use.place?.literal;
    return isDeeper && part.origin !== null && /^\/?\w/.test(part.text) ? [part.origin.literal] : [];
  });
}

/** Groups uses by the text in which their path begins. Uses without a text of their own are left out. */
export function groupByText(uses: readonly Use[], analysis: Analysis): readonly TextGroup[] {
  const drafts = new Map<string, Draft>();
  const deeper = new Map<number, Use[]>();
  for (const use of uses) {
    for (const literal of listDeeperLiterals(use)) {
      const known = deeper.get(literal);
      if (known === undefined) deeper.set(literal, [use]);
      else known.push(use);
    }
    if (use.place === null) continue;
    const { file, literal, start } = use.place;
    const key = `${literal}:${start}`;
    const draft = drafts.get(key) ?? { file, literal, start, uses: [] };
    drafts.set(key, draft);
    draft.uses.push(use);
  }
  return [...drafts.values()].map((draft) => {
    const onPlatform = draft.uses.filter((use) => use.target.kind === 'platform');
    const movers = onPlatform.filter((use) => use.decision === 'rewrite' || use.decision === 'move');
    const others = onPlatform.filter((use) => use.decision !== 'rewrite' && use.decision !== 'move');
    const end = draft.uses.reduce((last, use) => Math.max(last, use.place?.end ?? 0), 0);
    const { file, literal, start } = draft;
    return {
      file,
      literal,
      start,
      end,
      movers,
      others,
      conflicts: listConflicts(draft, movers, deeper.get(literal) ?? [], analysis),
    };
  });
}
