import { FINDING_KINDS } from '../../model/findings.ts';
import { getSourceOffset, type UrlPart } from '../../model/url-value.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** A whole key in the address of a request to the platform: in its query, or in front of the host. Every log of addresses has it, too. */

const ID = '[\\w.~-]{3,}(?::|%3A)';
const NAME = '(?:x-)?(?:api[-_]?)?key|(?:access[-_]?)?token|authorization';
/** `?key=time:created` sorts: a secret has digits among its letters. */
const QUERIED = new RegExp(`[?&](?:${NAME})=(${ID}(?=[\\w.~+/=-]*\\d)[\\w.~+/=-]{8,})(?=&|#|$)`, 'i');
const USER = new RegExp(`^(?:https?:)?//(${ID}[\\w.~+/=-]{6,})@`, 'i');

interface Found {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

function findKey(part: UrlPart): Found | null {
  if (part.kind !== 'text' || part.origin === null) return null;
  const found = QUERIED.exec(part.text) ?? USER.exec(part.text);
  const [whole, key] = found ?? [];
  if (found === null || whole === undefined || key === undefined) return null;
  const first = found.index + whole.lastIndexOf(key);
  const { file } = part.origin;
  const end = getSourceOffset(part.origin, first + key.length - 1) + 1;
  return { file, start: getSourceOffset(part.origin, first), end };
}

/** `uses`: those that this run may speak of. */
export function draftKeysInUrls(uses: readonly Use[], positions: Positions): readonly FindingDraft[] {
  const { title, help, fix } = FINDING_KINDS['key-in-source'];
  return uses.flatMap((use): readonly FindingDraft[] => {
    if (use.target.kind !== 'platform' || use.request === null) return [];
    return use.url.parts.flatMap((part): readonly FindingDraft[] => {
      const place = findKey(part);
      if (place === null) return [];
      return [
        {
          code: 'key-in-source',
          fix,
          region: positions.getRegion(place.file, place.start, place.end),
          // What stands on the line must not enter an identity that is printed.
          subject: 'url',
          legacyPaths: [],
          v1Path: null,
          v1Method: null,
          evidence: 'documented',
          requests: listRequests([use]),
          trail: [],
          message: title,
          hint: help,
        },
      ];
    });
  });
}
