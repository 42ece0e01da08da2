import { type Addressed, type Analysis, isRequest } from '../../model/analysis.ts';
import { FINDING_KINDS, type FindingCode } from '../../model/findings.ts';
import type { FileEdit, HeaderPlace, HeaderRival } from '../../model/message.ts';
import type { Staying } from '../destinations.ts';
import { type FindingDraft, listRequests, type Positions, sortRequests } from '../findings.ts';
import type { Use } from '../uses.ts';
import { findHeld, listMates } from './asked-together.ts';
import { type ExpectedEdit, editExpectation, type JudgedHeader } from './expected-header.ts';
import {
  groupUses,
  isLikely,
  listObstacles,
  listSenders,
  listUses,
  nameFamily,
  type Sender,
} from './header-senders.ts';
import { listSome } from './list-some.ts';
import { replaceHeader } from './replace-header.ts';
import { describePossible, listMovedAddresses, listPossible } from './unknown-senders.ts';

/** Credential headers of requests that go to v1: `x-api-key` is not accepted there, and the whole key is needed (§5.2, §5.5). */

interface HeaderFinding {
  readonly draft: FindingDraft;
  readonly edits: readonly FileEdit[];
  /** The uses that need it when their path moves. */
  readonly users: readonly Use[];
  /** The drafts without whose edits it would be wrong. */
  readonly with?: readonly FindingDraft[];
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
    // A line with a key must not enter an identity that is printed: the header's name is enough, the one that it ends with.
    subject: code === 'api-key-header' ? place.name : 'authorization',
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
  return {
    draft: draft('api-key-header', place, positions, users, { message, hint, fix: 'manual' }),
    edits: [],
    users,
  };
}

/** A test that asks for the header by itself fails once the requests send another. */
function draftExpectation(
  ...[place, users, positions, known]: [HeaderPlace, readonly Use[], Positions, ExpectedEdit | null]
): HeaderFinding {
  if (known !== null) {
    const message = 'This test expects x-api-key of requests that send Authorization: Bearer <key> from now on.';
    const { help: hint } = FINDING_KINDS['api-key-header'];
    return { ...known, draft: draft('api-key-header', place, positions, users, { message, hint, fix: 'auto' }), users };
  }
  const message = 'This test expects x-api-key of a request; what goes to /v1 sends Authorization in its place.';
  const hint = 'Expect Authorization: Bearer <key> here, if it speaks of a request to /v1.';
  return {
    draft: draft('api-key-header', place, positions, users, { message, hint, fix: 'manual' }),
    edits: [],
    users,
  };
}

/** What else speaks for the caller in a request that moves. */
function findRival({ rivals }: HeaderPlace, users: readonly Use[]): HeaderRival | undefined {
  const moving = new Set(users.map(({ request, reference }) => request ?? reference));
  return rivals.find(({ requests }) => requests.some((request) => moving.has(request)));
}

function describeRival({ place, isSecret }: HeaderRival): string {
  return isSecret
    ? `the secret is sent beside it (${place}), where a bearer token is the whole of the key`
    : `the same request is sent with an Authorization of another place (${place}), and there can be only one`;
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
    return draftManual(place, users, positions, `this header also serves ${listSome(obstacles)}`);
  if (!analysis.isInScope(place.file))
    return draftManual(place, users, positions, 'this file is outside the given paths');
  if (place.isKeyIdOnly)
    return draftManual(
      place,
      users,
      positions,
      'only a part of the key is sent, where a bearer token is the whole of it',
    );
  if (place.isOtherKey === true)
    return draftManual(place, users, positions, 'the Authorization beside it does not say that it is of the same key');
  const rival = findRival(place, users);
  if (rival !== undefined) return draftManual(place, users, positions, describeRival(rival));
  if (place.type?.edit === null)
    return draftManual(place, users, positions, `a type calls it by this name (${place.type.place})`);
  const edits = replaceHeader(place, analysis.getText(place.file));
  if (edits === null) return draftManual(place, users, positions, 'what stands here cannot be changed with certainty');
  const message = place.hasAuthorization
    ? 'x-api-key is not accepted on /v1; the Authorization beside it stays.'
    : 'x-api-key is not accepted on /v1 and becomes Authorization: Bearer <key>, with the whole key.';
  return {
    draft: draft('api-key-header', place, positions, users, { message, hint: help, fix: 'auto' }),
    edits,
    users,
  };
}

function judgeExposure(place: HeaderPlace, users: readonly Use[], positions: Positions): readonly HeaderFinding[] {
  if (place.literalKey === null && place.browserKey === null) return [];
  const { title, help } = FINDING_KINDS['key-in-source'];
  const message =
    place.literalKey !== null || place.browserKey === null
      ? title
      : `${place.browserKey.name} is written into what a browser loads, and an API key with it.`;
  return [
    {
      draft: draft('key-in-source', place, positions, users, { message, hint: help, fix: 'manual' }),
      edits: [],
      users,
    },
  ];
}

const BY_HAND = 'On /v1, send Authorization: Bearer <key_id>:<secret> in place of its x-api-key (§5.5).';

/** Requests that carry x-api-key and nothing that /v1 accepts. */
export function listKeyedRequests(headers: readonly HeaderPlace[]): ReadonlySet<Addressed> {
  const places = headers.filter(({ name, hasAuthorization }) => name === 'x-api-key' && !hasAuthorization);
  return new Set(places.flatMap(({ requests }) => requests));
}

/** A request that a person moves keeps its header until then: what there is to do names both. */
export function mentionHeader(draft: FindingDraft, uses: readonly Use[], keyed: ReadonlySet<Addressed>): FindingDraft {
  const isKeyed = uses.some(({ request }) => request !== null && keyed.has(request));
  return draft.fix === 'manual' && draft.v1Path !== null && isKeyed
    ? { ...draft, hint: `${draft.hint} ${BY_HAND}` }
    : draft;
}

/** What is wrong with a key wherever it is sent; a test double shows no key. */
function judgeKey(place: HeaderPlace, senders: readonly Sender[], positions: Positions): readonly HeaderFinding[] {
  const real = senders.filter(({ addressed }) => isRequest(addressed));
  const onPlatform = listUses(real, 'v1', 'later', 'legacy');
  const exposed = onPlatform.length === 0 ? [] : judgeExposure(place, onPlatform, positions);
  const cut = place.isKeyIdOnly ? listUses(real, 'v1', 'later') : [];
  if (cut.length === 0) return exposed;
  const { title, help } = FINDING_KINDS['key-id-only'];
  const only = draft('key-id-only', place, positions, cut, { message: title, hint: help, fix: 'manual' });
  return [...exposed, { draft: only, edits: [], users: cut }];
}

/** `proxyReq.setHeader('x-api-key', key)`: who moves the paths of the pages, elsewhere, has to change what their proxy adds as well. */
function judgeProxied(place: HeaderPlace, senders: readonly Sender[], positions: Positions): readonly HeaderFinding[] {
  const uses = listUses(senders, 'later').filter(({ target }) => target.kind === 'platform' && target.proxy);
  const ofProxy = uses.filter(({ request }) => request !== null && request.site.file !== place.file);
  if (ofProxy.length === 0 || place.hasAuthorization) return [];
  const why = 'a proxy puts it on requests whose paths a person moves: it changes with them';
  return [draftManual(place, ofProxy, positions, why)];
}

/** A key that several headers carry is one text, and one thing to mend. */
function joinExposures(found: readonly HeaderFinding[]): readonly HeaderFinding[] {
  const joined = new Map<string | HeaderFinding, HeaderFinding>();
  for (const one of found) {
    const { file, line, column } = one.draft.region;
    const key = one.draft.code === 'key-in-source' ? `${file}:${line}:${column}` : one;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, one);
    else {
      const requests = sortRequests([...known.draft.requests, ...one.draft.requests]);
      joined.set(key, { ...known, draft: { ...known.draft, requests } });
    }
  }
  return [...joined.values()];
}

type Facts = Pick<Analysis, 'getText' | 'isInScope' | 'numberPackage' | 'canPackagesMeet'>;

interface Judged {
  readonly found: readonly HeaderFinding[];
  readonly judged: readonly JudgedHeader[];
}

/** `held`: headers that stay for the sake of others, and what looks for them. */
function judgeInOrder(
  asked: readonly HeaderPlace[],
  held: ReadonlyMap<HeaderPlace, readonly string[]>,
  groups: ReturnType<typeof groupUses>,
  moved: readonly Use[],
  staying: Staying,
  positions: Positions,
  analysis: Facts,
): Judged {
  const left = new Set<string>();
  const judged: JudgedHeader[] = [];
  const inOrder = [
    ...asked.filter(({ requests, isExpectation }) => requests.some(isRequest) && isExpectation !== true),
    ...asked.filter(({ requests, isExpectation }) => !requests.some(isRequest) && isExpectation !== true),
    ...asked.filter(({ isExpectation }) => isExpectation === true),
  ];
  const found = inOrder.flatMap((place): readonly HeaderFinding[] => {
    const senders = listSenders(place, groups, staying);
    const users = listUses(senders, 'v1');
    if (place.isLoose === true && !isLikely(senders)) return [];
    if (place.isExpectation === true) {
      const isOnlyV1 = senders.every(({ to }) => to.size === 1 && to.has('v1'));
      const edit = isOnlyV1 ? editExpectation(place, judged, analysis) : null;
      return users.length === 0 ? [] : [draftExpectation(place, users, positions, edit)];
    }
    const ofKey = judgeKey(place, senders, positions);
    const possible = users.length === 0 ? listPossible(place, senders, moved, analysis) : [];
    if (possible.length > 0) return [...ofKey, draftManual(place, possible, positions, describePossible(possible))];
    if (place.name !== 'x-api-key') return ofKey;
    if (users.length === 0) return [...ofKey, ...judgeProxied(place, senders, positions)];
    const obstacles = [...listObstacles(place, senders, left), ...(held.get(place) ?? [])];
    const own = judgeApiKey(place, users, obstacles, positions, analysis);
    judged.push({ place, ...own });
    if (own.draft.fix === 'manual' && place.requests.some(isRequest))
      for (const use of users) left.add(nameFamily(use));
    return [...ofKey, own];
  });
  return { found, judged };
}

/** What is to be said and done about the headers: those of requests first, for test doubles change with them. */
export function judgeHeaders(
  all: readonly Use[],
  asked: readonly HeaderPlace[],
  staying: Staying,
  positions: Positions,
  analysis: Facts,
): readonly HeaderFinding[] {
  const groups = groupUses(all);
  const moved = listMovedAddresses(all, staying);
  let held: ReadonlyMap<HeaderPlace, readonly string[]> = new Map();
  // What one header is held back by may hold back the next: each round holds more of them, or is the last.
  for (;;) {
    const { found, judged } = judgeInOrder(asked, held, groups, moved, staying, positions, analysis);
    const next = findHeld(judged);
    if (next.size === held.size) return joinExposures(found.map((one) => ({ ...one, ...listMates(one, judged) })));
    held = next;
  }
}
