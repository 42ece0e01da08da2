import type { HeaderPlace } from '../../model/message.ts';
import type { FindingDraft } from '../findings.ts';
import type { JudgedHeader } from './expected-header.ts';

/** Headers of which one question asks whether they are set: all of them change, and the question with them, or none does. */

function changes({ draft, edits }: JudgedHeader): boolean {
  return draft.fix === 'auto' && edits.length > 0;
}

function findOthers({ askedWith }: HeaderPlace, judged: readonly JudgedHeader[]): readonly (JudgedHeader | null)[] {
  return (askedWith?.others ?? []).map(
    (other) =>
      judged.find(
        ({ place }) => place.name === 'x-api-key' && place.file === other.file && place.key.start === other.start,
      ) ?? null,
  );
}

/** Those that stay, and the questions for the sake of which they do. */
export function findHeld(judged: readonly JudgedHeader[]): ReadonlyMap<HeaderPlace, readonly string[]> {
  const staying = judged.filter(
    ({ place }) =>
      place.askedWith !== undefined && findOthers(place, judged).some((other) => other === null || !changes(other)),
  );
  return new Map(staying.map(({ place }) => [place, place.askedWith?.questions ?? []]));
}

/** The drafts without which that of a header would be wrong. */
export function listMates(
  own: { readonly draft: FindingDraft; readonly with?: readonly FindingDraft[] },
  judged: readonly JudgedHeader[],
): { readonly with?: readonly FindingDraft[] } {
  const place = judged.find(({ draft }) => draft === own.draft)?.place;
  if (place?.askedWith === undefined) return {};
  const mates = findOthers(place, judged).flatMap((other) => other?.draft ?? []);
  return { with: [...(own.with ?? []), ...mates] };
}
