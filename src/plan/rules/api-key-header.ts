import type { HttpRequest } from '../../model/analysis.ts';
import { FINDING_KINDS, type FindingCode } from '../../model/findings.ts';
import type { FileEdit, HeaderPlace } from '../../model/message.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** Credential headers of requests that go to v1: `x-api-key` is not accepted there, and the whole key is needed (§5.2, §5.5). */

export interface HeaderFinding {
  readonly draft: FindingDraft;
  readonly edits: readonly FileEdit[];
}

const KEY_ID_ONLY =
  /\.split\(\s*(['"`]):\1\s*(?:,\s*\d+\s*)?\)\s*(?:\[0\]|\.at\(0\)|\.shift\(\))|\.(?:slice|substring|substr)\(\s*0\s*,[^)]*indexOf\(\s*(['"`]):\2/;

type Destination = 'v1' | 'legacy' | 'elsewhere';

interface Staying {
  readonly blocked: ReadonlySet<Use>;
  readonly suppressed: ReadonlySet<Use>;
}

/** Where a request goes once the plan is carried out. */
function findDestination(uses: readonly Use[], { blocked, suppressed }: Staying): Destination {
  const onPlatform = uses.filter((use) => use.target.kind === 'platform');
  if (onPlatform.length === 0) return 'elsewhere';
  // What a comment keeps, or a description of the API does not have, stays on its legacy path.
  const moving = onPlatform.filter((use) => !suppressed.has(use) && use.match?.missing === undefined);
  const isV1 = moving.some(
    (use) =>
      use.decision === 'v1' ||
      use.decision === 'rewrite' ||
      use.decision === 'move' ||
      (use.decision === 'manual' && !blocked.has(use)),
  );
  return isV1 ? 'v1' : 'legacy';
}

function draft(
  code: FindingCode,
  place: HeaderPlace,
  positions: Positions,
  users: readonly Use[],
  words: { readonly message: string; readonly hint: string; readonly fix: FindingDraft['fix'] },
): FindingDraft {
  const at =
    code === 'key-in-source' && place.literalKey !== null
      ? place.literalKey
      : { file: place.file, start: place.keyStart, end: place.keyEnd };
  return {
    code,
    region: positions.getRegion(at.file, at.start, at.end),
    // A line with a key must not enter an identity that is printed: the header's name is enough.
    subject: place.name,
    legacyPaths: [],
    v1Path: null,
    v1Method: null,
    evidence: 'documented',
    requests: listRequests(users),
    trail: [],
    ...words,
  };
}

function replaceHeader(place: HeaderPlace, source: string): readonly FileEdit[] {
  const { file } = place;
  if (place.hasAuthorization) return [{ file, ...place.removal, text: '' }];
  const quote = source[place.keyStart] ?? '';
  const isQuoted = quote === "'" || quote === '"';
  const key = {
    file,
    start: place.keyStart,
    end: place.keyEnd,
    text: isQuoted ? `${quote}Authorization${quote}` : 'Authorization',
  };
  const value = source.slice(place.valueStart, place.valueEnd);
  if (/^.?Bearer\s/i.test(value)) return [key];
  if (place.valueKind !== 'expression')
    return [key, { file, start: place.valueStart + 1, end: place.valueStart + 1, text: 'Bearer ' }];
  return [key, { file, start: place.valueStart, end: place.valueEnd, text: `\`Bearer \${${value}}\`` }];
}

function judgeApiKey(
  place: HeaderPlace,
  users: readonly Use[],
  obstacles: readonly string[],
  positions: Positions,
  source: string,
): HeaderFinding {
  const { help } = FINDING_KINDS['api-key-header'];
  if (obstacles.length > 0) {
    const message = `x-api-key is not accepted on /v1, but this header also serves ${obstacles.join('; ')}.`;
    return {
      draft: draft('api-key-header', place, positions, users, {
        message,
        hint: `${help} Give the requests that go to /v1 headers of their own.`,
        fix: 'manual',
      }),
      edits: [],
    };
  }
  const message = place.hasAuthorization
    ? 'x-api-key is not accepted on /v1; the Authorization beside it stays.'
    : 'x-api-key is not accepted on /v1 and becomes Authorization: Bearer with the whole key.';
  return {
    draft: draft('api-key-header', place, positions, users, { message, hint: help, fix: 'auto' }),
    edits: replaceHeader(place, source),
  };
}

/** What is to be said and done about one header. */
export function judgeHeader(
  place: HeaderPlace,
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
  staying: Staying,
  positions: Positions,
  getText: (file: string) => string,
): readonly HeaderFinding[] {
  const senders = place.requests.map((request) => ({
    request,
    uses: byRequest.get(request) ?? [],
    to: findDestination(byRequest.get(request) ?? [], staying),
  }));
  const users = senders.filter((sender) => sender.to === 'v1').flatMap((sender) => sender.uses);
  if (users.length === 0) return [];
  const found: HeaderFinding[] = [];
  if (place.literalKey !== null) {
    const { title, help } = FINDING_KINDS['key-in-source'];
    found.push({
      draft: draft('key-in-source', place, positions, users, { message: title, hint: help, fix: 'manual' }),
      edits: [],
    });
  }
  if (KEY_ID_ONLY.test(place.valueSource)) {
    const { title, help } = FINDING_KINDS['key-id-only'];
    found.push({
      draft: draft('key-id-only', place, positions, users, { message: title, hint: help, fix: 'manual' }),
      edits: [],
    });
  }
  if (place.name !== 'x-api-key') return found;
  const others = senders
    .filter((sender) => sender.to !== 'v1')
    .map(
      ({ request, to }) =>
        `${request.site.file}:${request.site.line} (${to === 'legacy' ? 'stays on its legacy path' : 'another host'})`,
    );
  return [...found, judgeApiKey(place, users, [...others, ...place.foreignUses], positions, getText(place.file))];
}
