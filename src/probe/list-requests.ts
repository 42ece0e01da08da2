import { type Catalog, type Operation, splitPath } from '../contract/catalog.ts';
import { findOperation } from '../contract/match.ts';
import type { EndpointUse } from '../model/plan.ts';
import { listCandidates } from './baseline.ts';
import { findComparisonQuery, findLegacyPath, replaceFirst } from './compare-legacy.ts';
import { type CompiledEndpoint, isParameter, listSiblings } from './compile-plan.ts';
import { listImpostors, PAGE_CAP } from './judge-list.ts';
import { type PlannedRequest, RANDOM } from './planned-request.ts';
import { findList, getListQuery } from './record-ids.ts';

/** What a run will send for each endpoint, and what it may send in answer to answers (contract 8, `--plan`). */

interface ListOptions {
  readonly catalog: Catalog;
  readonly keylessWrites: boolean;
  readonly legacy: boolean;
}

/** A write is not sent where an Allow shows that it exists. */
const UNPROVEN = 'unless an Allow proves it';

interface Rest extends Partial<Omit<PlannedRequest, 'kind' | 'method' | 'path' | 'query'>> {
  readonly query?: Readonly<Record<string, string>>;
}

function plan(
  kind: PlannedRequest['kind'],
  method: PlannedRequest['method'],
  path: string,
  { query = {}, ...rest }: Rest = {},
): PlannedRequest {
  const text = new URLSearchParams(query).toString();
  return { kind, method, path, query: text, times: 1, isControl: false, when: null, ...rest };
}

/** The reads that give a path its ids. */
function listIdReads(catalog: Catalog, template: string): readonly PlannedRequest[] {
  const segments = splitPath(template);
  return segments.flatMap((segment, index) => {
    const list = isParameter(segment) ? findList(catalog, `/${segments.slice(0, index).join('/')}`) : null;
    if (list === null) return [];
    return [plan('keyed', 'GET', list.path, { query: getListQuery(list.envelope).query, when: 'for an id' })];
  });
}

/** What the answer of a documented list leads to: further pages, and is it really this list that answers? */
function listListReads(catalog: Catalog, { path, envelope }: Operation): readonly PlannedRequest[] {
  if (envelope === undefined) return [];
  const impostors = listImpostors(catalog, path, RANDOM).map((stray) =>
    plan('keyed', 'GET', stray, { when: 'after 200' }),
  );
  if (!envelope.acceptsPage) return impostors;
  const { query } = getListQuery(envelope);
  const pages = Array.from({ length: PAGE_CAP - 1 }, (_, index) =>
    plan('keyed', 'GET', path, { query: { ...query, page: String(index + 2) }, when: 'if there may be more pages' }),
  );
  return [...impostors, ...pages];
}

function listMissReads(path: string, siblings: readonly string[]): readonly PlannedRequest[] {
  const rest = { times: 2, when: 'after 404' };
  return [
    ...[...siblings, `${path}/${RANDOM}`].map((control) => plan('keyless', 'GET', control, { ...rest })),
    plan('keyless', 'GET', path, rest),
  ];
}

function listGet(use: EndpointUse, operation: Operation | null, { catalog }: ListOptions): readonly PlannedRequest[] {
  const { path } = use;
  const query = operation?.envelope === undefined ? {} : getListQuery(operation.envelope).query;
  const siblings = listSiblings(path, path, catalog.versionPrefix, RANDOM);
  const controls = siblings.map((sibling, index) => {
    const isFirst = index === 0;
    const when =
      isFirst && operation?.envelope === undefined ? 'after 2xx or 4xx' : isFirst ? 'after 4xx' : 'after 404';
    return plan('keyed', 'GET', sibling, { when });
  });
  return [
    plan('keyed', 'GET', path, { query }),
    ...listIdReads(catalog, path),
    ...(operation === null ? [] : listListReads(catalog, operation)),
    ...controls,
    plan('keyed', 'GET', path, { when: Object.keys(query).length > 0 ? 'after 400, 404 or 422' : 'again after 404' }),
    ...listMissReads(path, siblings),
  ];
}

function listHead({ path }: EndpointUse, { catalog }: ListOptions): readonly PlannedRequest[] {
  const [control = path] = listSiblings(path, path, catalog.versionPrefix, RANDOM);
  return [
    plan('keyed', 'HEAD', path),
    ...listIdReads(catalog, path),
    plan('keyed', 'HEAD', control, { when: 'if it is answered' }),
  ];
}

function listWrite(
  method: 'POST' | 'PATCH',
  template: string,
  { catalog, keylessWrites }: ListOptions,
): readonly PlannedRequest[] {
  const target = `/${splitPath(template)
    .map((segment) => (isParameter(segment) ? RANDOM : segment))
    .join('/')}`;
  const siblings = listSiblings(target, template, catalog.versionPrefix, RANDOM);
  const controls = [...siblings, `${target}/${RANDOM}`];
  const when = `if its Allow names ${method}`;
  const proofs = (kind: 'keyed' | 'keyless', asked: 'OPTIONS' | 'GET') =>
    [...controls, target].map((path) => plan(kind, asked, path, { when }));
  const isDocumented = findOperation(catalog, 'GET', template)?.path === template;
  const withKey = isDocumented
    ? []
    : [plan('keyed', 'GET', target, { when: 'if it is refused without' }), ...proofs('keyed', 'GET')];
  const [first = target] = siblings;
  const writes = [
    ...controls.map((path) => plan('keyless-write', method, path, { times: 2, isControl: true, when: UNPROVEN })),
    plan('keyless', 'GET', first, { when: 'if these are refused' }),
    plan('keyless-write', method, target, { times: 2, when: 'unless they are of no use' }),
  ];
  return [
    plan('keyless', 'OPTIONS', target),
    ...proofs('keyless', 'OPTIONS'),
    plan('keyless', 'GET', target),
    ...proofs('keyless', 'GET'),
    ...withKey,
    ...(keylessWrites ? writes : []),
  ];
}

/** V1, L1, L2, V2; the first is the one that was read before, unless its id was a random one. */
function listTwin({ path }: EndpointUse, { catalog }: ListOptions): readonly PlannedRequest[] {
  const legacy = findLegacyPath(catalog, path);
  if (legacy === null) return [];
  const query = findComparisonQuery(catalog, path);
  return [
    plan('keyed', 'GET', legacy, { query }),
    plan('keyed', 'GET', replaceFirst(legacy, RANDOM), { when: 'after 404' }),
    plan('keyed', 'GET', legacy, { query, when: 'again after 200' }),
    plan('keyed', 'GET', path, { query, times: 2, when: 'again' }),
  ];
}

/** Asked before everything else: does the key work, and is it needed? */
export function listBaselineRequests(catalog: Catalog): readonly PlannedRequest[] {
  const candidates = listCandidates(catalog);
  const controls = new Set(candidates.flatMap((path) => listSiblings(path, path, catalog.versionPrefix, RANDOM)));
  return [
    ...candidates.map((path, index) =>
      plan('keyed', 'GET', path, { when: index === 0 ? null : 'if those before it are of no use' }),
    ),
    ...[...controls].map((path) => plan('keyed', 'GET', path, { when: 'after 403 or 404' })),
    ...candidates.map((path) => plan('keyless', 'GET', path, { when: 'if it was read above' })),
  ];
}

/** The first is the one that the endpoint is named after, unless it is a write. */
export function listEndpointRequests(
  { use, check }: CompiledEndpoint,
  options: ListOptions,
): readonly PlannedRequest[] {
  if (check.kind === 'not-sent') return [];
  if (check.kind === 'build') return [plan('build', 'POST', check.path)];
  if (check.kind === 'write') return listWrite(check.paths.method, use.path, options);
  if (check.method === 'HEAD') return listHead(use, options);
  const own = listGet(use, check.operation, options);
  return options.legacy ? [...own, ...listTwin(use, options)] : own;
}

/** Everything that a run over these endpoints may send. */
export function listRequests(endpoints: readonly CompiledEndpoint[], options: ListOptions): readonly PlannedRequest[] {
  const own = endpoints.flatMap((endpoint) => listEndpointRequests(endpoint, options));
  return own.length === 0 ? [] : [...listBaselineRequests(options.catalog), ...own];
}
