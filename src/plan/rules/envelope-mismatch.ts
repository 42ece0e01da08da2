import { type Catalog, type Envelope, type Operation, splitPath } from '../../contract/catalog.ts';
import type { PathSegment } from '../../contract/match.ts';
import type { Analysis, HttpRequest } from '../../model/analysis.ts';
import { FINDING_KINDS } from '../../model/findings.ts';
import type { BodyRead, BodyReading } from '../../model/response.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** Lists that will be asked on v1, and whose answer is read as the v1 envelope does not have it (§8.1). */

/** What code takes from a list. */
const LIST_MEMBERS = new Set(
  'map filter forEach find findIndex some every reduce length slice sort flatMap at includes concat push join [] entries'.split(
    ' ',
  ),
);

/** Names that envelopes give to their records. */
const RECORD_MEMBERS = new Set(
  (
    'data items results records rows list docs entries result agents calls voices webhooks workflows leads numbers ' +
    'phoneNumbers phone_numbers batchCalls batch_calls knowledgeBases knowledge_bases languages llms transcribers'
  ).split(' '),
);

/** Names that envelopes give to their records and to what goes with them; other members may be there unseen. */
const ENVELOPE_MEMBERS = new Set([
  ...RECORD_MEMBERS,
  ...(
    'total totalItems total_items totalCount total_count page limit totalPages total_pages count meta pagination ' +
    'next nextPage next_page hasMore has_more cursor nextCursor next_cursor'
  ).split(' '),
]);

function goesToV1(use: Use): boolean {
  return use.target.kind === 'platform' && (use.decision === 'rewrite' || use.decision === 'v1');
}

/** The v1 path that a use will ask, segment by segment. */
function listSegments({ path, target, match }: Use): readonly PathSegment[] {
  const own = target.kind === 'platform' ? [...target.implied, ...path.segments] : path.segments;
  if (match === null || match.v1Path === null) return own;
  const added = splitPath(match.v1Path).length - own.length;
  return added >= 0 ? [...splitPath(match.v1Path).slice(0, added), ...own] : own;
}

function isSame(operation: Operation, segments: readonly PathSegment[]): boolean {
  const words = splitPath(operation.path);
  return (
    words.length === segments.length &&
    words.every((word, index) => (word.startsWith('{') ? true : word === segments[index]))
  );
}

function findList(use: Use, catalog: Catalog): Operation | null {
  const methods = use.url.methods === undefined ? (use.request?.methods ?? null) : use.url.methods;
  if (methods?.length !== 1 || methods[0] !== 'GET') return null;
  const segments = listSegments(use);
  // A literal path wins over one with a parameter: `/v1/voices/s2s` is no voice.
  const found = catalog.operations.filter((operation) => operation.method === 'GET' && isSame(operation, segments));
  return found.find(({ path }) => !path.includes('{')) ?? found[0] ?? null;
}

function listMembers({ records, paging, members }: Envelope): ReadonlySet<string> {
  const names = [...paging, ...Object.keys(members ?? {}), ...(records === null ? [] : [records])];
  return new Set(names.map((name) => name.split('.')[0] ?? name));
}

/** What is wrong with a read; null when the envelope has it, or may have it. */
function explain({ name, isGuard }: BodyRead, { path }: Operation, envelope: Envelope): string | null {
  const { records } = envelope;
  if (records === null) {
    if (!ENVELOPE_MEMBERS.has(name) || LIST_MEMBERS.has(name)) return null;
    return `GET ${path} answers with a JSON array (§8.1), which has no member \`${name}\`.`;
  }
  if (name === '[]' && isGuard)
    return `GET ${path} answers with an object (§8.1), which is no array: what is read only of an array is never read. The records are in \`${records}\`.`;
  if (LIST_MEMBERS.has(name)) {
    const what = name === '[]' ? 'Its elements are taken' : `\`${name}\` is read`;
    return `GET ${path} answers with an object (§8.1). ${what} as of a list, but the records are in \`${records}\`.`;
  }
  if (!ENVELOPE_MEMBERS.has(name) || listMembers(envelope).has(name)) return null;
  const paging =
    envelope.paging.length === 0 ? 'and it carries no paging' : `paging is in ${envelope.paging.join(', ')}`;
  return `GET ${path} answers with its records in \`${records}\`, ${paging} (§8.1); there is no member \`${name}\`.`;
}

function draft(use: Use, read: BodyRead, message: string, operation: Operation, positions: Positions): FindingDraft {
  const { records } = operation.envelope ?? { records: null };
  const where = records === null ? 'The array is the body itself' : `Read the records from \`${records}\``;
  return {
    code: 'envelope-mismatch',
    fix: FINDING_KINDS['envelope-mismatch'].fix,
    region: positions.getRegion(read.place.file, read.place.start, read.place.end),
    subject: '',
    legacyPaths: use.match === null ? [] : [use.match.legacyPath],
    v1Path: operation.path,
    v1Method: null,
    evidence: 'documented',
    requests: listRequests([use]),
    trail: [],
    message,
    hint: `${where}; §8.1 lists what the envelope holds. Check it with: npx v1-migrate probe.`,
  };
}

/** A list that a use asks on v1, with its envelope; null for everything else. */
function findEnvelope(
  use: Use,
  catalog: Catalog,
): { readonly operation: Operation; readonly envelope: Envelope } | null {
  const operation = goesToV1(use) ? findList(use, catalog) : null;
  return operation?.envelope === undefined ? null : { operation, envelope: operation.envelope };
}

/** Does code that reads so know where the records of this list are? */
function findsRecords({ name }: BodyRead, { records }: Envelope): boolean {
  return records === null ? LIST_MEMBERS.has(name) : name === records.split('.')[0];
}

/**
 * The reads that can be wrong. `body.items ?? body`, `Array.isArray(body) ? body : []` are written for more than one
 * envelope: that is one question, which is wrong where none of its answers is the v1 envelope, and nobody else sees the body.
 */
function listWrongReads(
  { reads, isOpen }: BodyReading,
  lists: readonly { readonly envelope: Envelope }[],
): readonly BodyRead[] {
  const guards = reads.filter(({ name, isGuard }) => isGuard && (ENVELOPE_MEMBERS.has(name) || LIST_MEMBERS.has(name)));
  const [guard] = guards
    .filter(({ name }) => RECORD_MEMBERS.has(name) || LIST_MEMBERS.has(name))
    .sort((a, b) => a.place.start - b.place.start);
  if (guards.length === 0) return reads.filter(({ isShared }) => !isShared);
  const isMet = lists.some(({ envelope }) => reads.some((read) => findsRecords(read, envelope)));
  return isMet || isOpen || guard === undefined ? [] : [guard];
}

/** The reads of one request that none of the lists it can ask has. `next` of an answer before may be asked as well. */
function draftRequest(
  all: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
  positions: Positions,
): readonly FindingDraft[] {
  const uses = all.filter(({ path, target }) => path.unknown === null && target.kind !== 'unknown');
  const [first] = uses;
  const lists = uses.flatMap((use) => findEnvelope(use, catalog) ?? []);
  const [list] = lists;
  if (first === undefined || list === undefined || lists.length < uses.length) return [];
  const reads = listWrongReads(analysis.readBody(first.url), lists);
  return reads.flatMap((read) => {
    const messages = lists.map(({ operation, envelope }) => explain(read, operation, envelope));
    const [message] = messages;
    const isWrong = messages.every((text) => text !== null) && analysis.isInScope(read.place.file);
    return isWrong && message ? [draft(first, read, message, list.operation, positions)] : [];
  });
}

export function draftEnvelopes(
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
  analysis: Analysis,
  catalog: Catalog,
  positions: Positions,
): readonly FindingDraft[] {
  return [...byRequest.values()].flatMap((uses) => draftRequest(uses, analysis, catalog, positions));
}
