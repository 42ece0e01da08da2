import { append } from '../model/append.ts';
import type { Region } from '../model/location.ts';
import type { FindingDraft } from './findings.ts';
import type { Judgement } from './judgement.ts';
import type { Use } from './uses.ts';

/**
 * A text that is signed for a request says what is asked for: it changes with the request, and never alone. What becomes of either is
 * known once the texts are decided: one of them may be shown as well, be outside the given paths, or be kept by a comment.
 */

function nameAsked({ target, path }: Use): string {
  const segments = path.segments.map((segment) => segment ?? '{}').join('/');
  return `${target.kind === 'platform' ? target.base : ''} ${segments}`;
}

function namePlace({ place }: Use): string | null {
  return place === null ? null : `${place.file}:${place.start}`;
}

function nameLine({ file, line }: Pick<Region, 'file' | 'line'>): string {
  return `${file}:${line}`;
}

/** A signed text, and what its request asks for by the same path. */
interface Signed {
  readonly text: Use;
  readonly requests: readonly Use[];
}

/** The signed texts that want to change, with their requests that do. */
function listSigned(uses: readonly Use[]): readonly Signed[] {
  const signing = uses.filter(({ reference, decision }) => reference?.signs !== undefined && decision === 'rewrite');
  return signing.map((text) => ({
    text,
    requests: uses.filter(
      (other) =>
        other.request !== null &&
        other.request === text.reference?.signs &&
        other.decision === 'rewrite' &&
        nameAsked(other) === nameAsked(text),
    ),
  }));
}

/** Why uses are left to a person: by use for requests, by place for texts, which others may name, too. */
interface Left {
  readonly places: Map<string, string>;
  readonly requests: Map<Use, string>;
}

function listLeft(signed: readonly Signed[], changes: (use: Use) => boolean): Left {
  const left: Left = { places: new Map(), requests: new Map() };
  for (const { text, requests } of signed) {
    const moving = requests.filter(changes);
    const isAlone = moving.length === 0 || moving.length < requests.length;
    const place = namePlace(text);
    if (changes(text)) {
      const site = text.reference?.signs?.site;
      if (!isAlone || place === null || site === undefined) continue;
      left.places.set(place, `The request at ${nameLine(site)} is signed with it: change it together with that.`);
      continue;
    }
    const at = text.reference?.expression;
    if (at === undefined) continue;
    for (const use of moving)
      left.requests.set(use, `What ${nameLine(at)} signs it with stays as it is: change it together with that.`);
  }
  return left;
}

/** `uses`, of which a signed text and its request are left to a person where one of them `changes` without the other. */
export function keepSignedInStep(uses: readonly Use[], changes: (use: Use) => boolean): readonly Use[] {
  const signed = listSigned(uses);
  const { places, requests } = listLeft(signed, changes);
  if (places.size + requests.size === 0) return uses;
  return uses.map((use) => {
    const isNamed = use.decision === 'rewrite' && use.request === null;
    const left = requests.get(use) ?? (isNamed ? places.get(namePlace(use) ?? '') : undefined);
    return left === undefined ? use : { ...use, decision: 'manual', left };
  });
}

/** The edits of requests and of what is signed for them: what takes one out of a run takes out the other. */
export function listSignedTogether(
  uses: readonly Use[],
  { moving, edits }: Pick<Judgement, 'moving' | 'edits'>,
): ReadonlyMap<FindingDraft, readonly FindingDraft[]> {
  const together = new Map<FindingDraft, FindingDraft[]>();
  for (const { text, requests } of listSigned(uses)) {
    const own = moving.get(text);
    for (const other of new Set(requests.flatMap((use) => moving.get(use) ?? []))) {
      if (own === undefined || own === other || !edits.has(own) || !edits.has(other)) continue;
      append(together, own, other);
      append(together, other, own);
    }
  }
  return together;
}
