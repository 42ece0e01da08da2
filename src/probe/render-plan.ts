import type { Catalog } from '../contract/catalog.ts';
import type { EndpointUse } from '../model/plan.ts';
import { type CompiledEndpoint, compilePlan } from './compile-plan.ts';
import { listBaselineRequests, listEndpointRequests } from './list-requests.ts';
import { type PlannedRequest, RANDOM } from './planned-request.ts';
import { DEFAULT_TIMING } from './session.ts';

interface PlanOptions {
  readonly catalog: Catalog;
  readonly stream: boolean;
  readonly keylessWrites: boolean;
  readonly legacy: boolean;
}

function hasKey({ kind }: PlannedRequest): boolean {
  return kind === 'keyed' || kind === 'build';
}

function renderRequest({ method, path, query }: PlannedRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}

function renderLine(request: PlannedRequest): string {
  const { times, isControl, when } = request;
  const words = [
    renderRequest(request),
    ...(isControl ? ['control'] : []),
    ...(times === 2 ? ['twice'] : []),
    hasKey(request) ? 'with the key' : 'without key',
    ...(when === null ? [] : [when]),
  ];
  return `  ${words.join(', ')}`;
}

function renderEndpoint({ use, check }: CompiledEndpoint, requests: readonly PlannedRequest[]): readonly string[] {
  const head = `${use.method ?? '?'} ${use.path}`;
  if (check.kind === 'not-sent') return [`${head}: not sent (${check.reason})`];
  if (check.kind === 'build') return [`${head}: 1 run with the key and a minimal valid body`];
  if (check.kind === 'write') return [`${head}: without key, cookie and body`, ...requests.map(renderLine)];
  const [own, ...rest] = requests;
  return [`${own === undefined ? head : renderRequest(own)}: with the key`, ...rest.map(renderLine)];
}

function sum(requests: readonly PlannedRequest[]): number {
  return requests.reduce((total, { times }) => total + times, 0);
}

/** Bounds, for the list names what may follow, too. */
function renderBounds(requests: readonly PlannedRequest[]): readonly string[] {
  return [
    '',
    `At most ${sum(requests)} requests, ${sum(requests.filter(hasKey))} of them with the key; a run ends after ${DEFAULT_TIMING.maxRequests}.`,
    `Lines without a condition are sent unless the run ends early; the same GET with the key once. ${RANDOM} is what no`,
    'platform has, {id} the id of a record or a random one. Sent again: reads after 5xx twice, after a reset or a timeout once,',
    'everything but a build after 429 once.',
  ];
}

/** The requests of a run: the list that the run itself is held to. */
export function renderPlan(endpoints: readonly EndpointUse[], options: PlanOptions): readonly string[] {
  const { catalog, stream } = options;
  const compiled = compilePlan(endpoints, { catalog, stream, createWord: () => '0'.repeat(32) }).endpoints;
  const groups = compiled.map((endpoint) => ({ endpoint, requests: listEndpointRequests(endpoint, options) }));
  const lines = groups.flatMap(({ endpoint, requests }) => renderEndpoint(endpoint, requests));
  const own = groups.flatMap(({ requests }) => requests);
  if (own.length === 0) return lines;
  const baseline = listBaselineRequests(catalog);
  return ['Before all others:', ...baseline.map(renderLine), ...lines, ...renderBounds([...baseline, ...own])];
}
