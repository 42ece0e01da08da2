import type { Analysis, HttpRequest } from '../../model/analysis.ts';
import { FINDING_KINDS, type FindingCode } from '../../model/findings.ts';
import type { FileEdit, HeaderPlace } from '../../model/message.ts';
import { isLoopback } from '../bases.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';
import { replaceHeader } from './replace-header.ts';

/** Credential headers of requests that go to v1: `x-api-key` is not accepted there, and the whole key is needed (§5.2, §5.5). */

export interface HeaderFinding {
  readonly draft: FindingDraft;
  readonly edits: readonly FileEdit[];
}

const COLON = /(['"`]):\1/.source;
/** `key.split(':')[0]` and its likes, `key.slice(0, key.indexOf(':'))`, `/^[^:]+/` and `[id] = key.split(':')`. */
const KEY_ID_ONLY = new RegExp(
  [
    String.raw`\.split\(\s*(?:${COLON}|/:/)\s*(?:,\s*\d+\s*)?\)\s*(?:\?\.)?(?:\[0\]|\.at\(0\)|\.shift\(\))`,
    String.raw`\.(?:slice|substring|substr)\(\s*0\s*,[^)]*indexOf\(\s*(['"\`]):\2`,
    String.raw`\.(?:match|exec)\(\s*/\^\(?\[\^:\][+*]\)?`,
    String.raw`/\^\(?\[\^:\][+*]\)?(?::[^/]*)?/[a-z]*\.exec\(`,
    String.raw`\.replace\(\s*/:\.[*+]\$?/[a-z]*\s*,\s*(?:''|""|\`\`)`,
  ].join('|'),
);

/** `later`: to v1 when a person has moved it; until then it is on its legacy path. */
type Destination = 'v1' | 'later' | 'legacy' | 'elsewhere';

interface Staying {
  readonly blocked: ReadonlySet<Use>;
  readonly suppressed: ReadonlySet<Use>;
}

/** Where one URL of a request goes once the plan is carried out; null where nobody knows. */
function findDestination(use: Use, { blocked, suppressed }: Staying): Destination | null {
  if (use.target.kind === 'elsewhere') return isLoopback(use.target.host) ? null : 'elsewhere';
  if (use.target.kind !== 'platform' || use.decision === 'unresolved') return null;
  // What a comment keeps, or a description of the API does not have, stays on its legacy path.
  if (suppressed.has(use) || use.match?.missing !== undefined) return 'legacy';
  // The legacy path may know no other header (§5.5), so it stays as long as the path does.
  if (use.decision === 'manual' || blocked.has(use)) return 'later';
  return use.decision === 'v1' || use.decision === 'rewrite' || use.decision === 'move' ? 'v1' : 'legacy';
}

/** All that one request does: a table of paths makes one call send to several places. */
function listDestinations(uses: readonly Use[], staying: Staying): ReadonlySet<Destination> {
  const known = new Set(uses.flatMap((use) => findDestination(use, staying) ?? []));
  if (known.size > 0) return known;
  return new Set<Destination>([uses.some((use) => use.target.kind === 'platform') ? 'legacy' : 'elsewhere']);
}

function draft(
  code: FindingCode,
  place: HeaderPlace,
  positions: Positions,
  users: readonly Use[],
  words: { readonly message: string; readonly hint: string; readonly fix: FindingDraft['fix'] },
): FindingDraft {
  const exposed = code === 'key-in-source' ? (place.literalKey ?? place.browserKey) : null;
  const at = exposed ?? { file: place.file, start: place.key.start, end: place.key.end };
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

function draftManual(place: HeaderPlace, users: readonly Use[], positions: Positions, why: string): HeaderFinding {
  const { help } = FINDING_KINDS['api-key-header'];
  const message = `x-api-key is not accepted on /v1, but ${why}.`;
  const hint = `${help} Give the requests that go to /v1 headers of their own.`;
  return { draft: draft('api-key-header', place, positions, users, { message, hint, fix: 'manual' }), edits: [] };
}

function judgeApiKey(
  place: HeaderPlace,
  users: readonly Use[],
  obstacles: readonly string[],
  positions: Positions,
  analysis: Pick<Analysis, 'getText' | 'isInScope'>,
): HeaderFinding {
  const { help } = FINDING_KINDS['api-key-header'];
  if (!place.isFollowed)
    return draftManual(place, users, positions, 'how this header gets to the requests is not known');
  if (obstacles.length > 0)
    return draftManual(place, users, positions, `this header also serves ${obstacles.join('; ')}`);
  if (!analysis.isInScope(place.file))
    return draftManual(place, users, positions, 'this file is outside the given paths');
  const edits = replaceHeader(place, analysis.getText(place.file));
  if (edits === null) return draftManual(place, users, positions, 'what stands here cannot be changed with certainty');
  const message = place.hasAuthorization
    ? 'x-api-key is not accepted on /v1; the Authorization beside it stays.'
    : 'x-api-key is not accepted on /v1 and becomes Authorization: Bearer <key>, with the whole key.';
  return { draft: draft('api-key-header', place, positions, users, { message, hint: help, fix: 'auto' }), edits };
}

function judgeExposure(place: HeaderPlace, users: readonly Use[], positions: Positions): readonly HeaderFinding[] {
  if (place.literalKey === null && place.browserKey === null) return [];
  const { title, help } = FINDING_KINDS['key-in-source'];
  const message =
    place.literalKey !== null || place.browserKey === null
      ? title
      : `${place.browserKey.name} is written into what a browser loads, and an API key with it.`;
  return [
    { draft: draft('key-in-source', place, positions, users, { message, hint: help, fix: 'manual' }), edits: [] },
  ];
}

const BY_HAND = 'On /v1, send Authorization: Bearer <key_id>:<secret> in place of its x-api-key (§5.5).';

/** Requests that carry x-api-key and nothing that /v1 accepts. */
export function listKeyedRequests(headers: readonly HeaderPlace[]): ReadonlySet<HttpRequest> {
  const places = headers.filter(({ name, hasAuthorization }) => name === 'x-api-key' && !hasAuthorization);
  return new Set(places.flatMap(({ requests }) => requests));
}

/** A request that a person moves keeps its header until then: what there is to do names both. */
export function mentionHeader(
  draft: FindingDraft,
  uses: readonly Use[],
  keyed: ReadonlySet<HttpRequest>,
): FindingDraft {
  const isKeyed = uses.some(({ request }) => request !== null && keyed.has(request));
  return draft.fix === 'manual' && draft.v1Path !== null && isKeyed
    ? { ...draft, hint: `${draft.hint} ${BY_HAND}` }
    : draft;
}

/** What is to be said and done about one header. */
export function judgeHeader(
  place: HeaderPlace,
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
  staying: Staying,
  positions: Positions,
  analysis: Pick<Analysis, 'getText' | 'isInScope'>,
): readonly HeaderFinding[] {
  const senders = place.requests.map((request) => ({
    request,
    uses: byRequest.get(request) ?? [],
    to: listDestinations(byRequest.get(request) ?? [], staying),
  }));
  const listUses = (...wanted: readonly Destination[]): readonly Use[] =>
    senders.filter(({ to }) => wanted.some((destination) => to.has(destination))).flatMap((sender) => sender.uses);
  const onPlatform = listUses('v1', 'later', 'legacy');
  const found: HeaderFinding[] = onPlatform.length === 0 ? [] : [...judgeExposure(place, onPlatform, positions)];
  const cut = KEY_ID_ONLY.test(place.valueSource) ? listUses('v1', 'later') : [];
  if (cut.length > 0) {
    const { title, help } = FINDING_KINDS['key-id-only'];
    found.push({
      draft: draft('key-id-only', place, positions, cut, { message: title, hint: help, fix: 'manual' }),
      edits: [],
    });
  }
  const users = listUses('v1');
  if (place.name !== 'x-api-key' || users.length === 0) return found;
  const others = senders.flatMap(({ request, to }) => {
    const why =
      to.has('legacy') || to.has('later') ? 'stays on its legacy path' : to.has('elsewhere') ? 'another host' : null;
    return why === null ? [] : [`${request.site.file}:${request.site.line} (${why})`];
  });
  return [...found, judgeApiKey(place, users, [...others, ...place.foreignUses], positions, analysis)];
}
