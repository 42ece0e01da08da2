import { type Addressed, type Analysis, isRequest } from '../../model/analysis.ts';
import type { FileEdit, HeaderPlace } from '../../model/message.ts';
import type { FindingDraft } from '../findings.ts';
import { replaceHeader } from './replace-header.ts';

/** What a test expects of the header by itself: it changes with the headers of all requests that the test can speak of. */

/** A header of requests, or of their doubles, and what becomes of it. */
export interface JudgedHeader {
  readonly place: HeaderPlace;
  readonly draft: FindingDraft;
  readonly edits: readonly FileEdit[];
}

type Sources = Pick<Analysis, 'getText' | 'isInScope'>;

function readSpelling({ file, key }: HeaderPlace, { getText }: Sources): string {
  return getText(file)
    .slice(key.start, key.end)
    .replace(/^(['"`])(.*)\1$/, '$2');
}

function listOwn({ requests }: HeaderPlace, judged: readonly JudgedHeader[]): readonly JudgedHeader[] {
  const meant = new Set<Addressed>(requests);
  return judged.filter(({ place }) => place.requests.some((request) => isRequest(request) && meant.has(request)));
}

/** Does every header that the test can speak of become the other one, written as the test writes it? */
function changesWith(place: HeaderPlace, own: readonly JudgedHeader[], sources: Sources): boolean {
  const { expected } = place;
  if (expected === undefined || own.length === 0 || !sources.isInScope(place.file)) return false;
  return own.every(({ place: sent, draft, edits }) => {
    if (draft.fix !== 'auto' || edits.length === 0 || sent.hasAuthorization) return false;
    if (expected.isValue && sent.hasScheme && !place.hasScheme) return false;
    return !expected.isExact || readSpelling(sent, sources) === expected.spelling;
  });
}

export interface ExpectedEdit {
  readonly edits: readonly FileEdit[];
  /** The drafts without which it would be wrong. */
  readonly with: readonly FindingDraft[];
}

/** Null where it is left to a person. */
export function editExpectation(
  place: HeaderPlace,
  judged: readonly JudgedHeader[],
  sources: Sources,
): ExpectedEdit | null {
  const own = listOwn(place, judged);
  if (!changesWith(place, own, sources)) return null;
  const { file, key, expected } = place;
  const edits = expected?.isValue === true ? replaceHeader(place, sources.getText(file)) : [{ file, ...key }];
  return edits === null ? null : { edits, with: own.map(({ draft }) => draft) };
}
