import type { Catalog } from '../contract/catalog.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { CheckedEndpoint, LegacyComparison, ProbeResult, StopReason } from '../model/probe-result.ts';
import type { Address } from './address.ts';
import type { ApiKey } from './api-key.ts';
import { type Baseline, findBaseline } from './baseline.ts';
import { Breaker } from './breaker.ts';
import { checkRead } from './check-read.ts';
import { checkWrite } from './check-write.ts';
import { compareLegacy, findComparisonQuery } from './compare-legacy.ts';
import { type CompiledEndpoint, compilePlan } from './compile-plan.ts';
import { listRequests } from './list-requests.ts';
import type { Timing } from './options.ts';
import { conclude, type Outcome } from './outcome.ts';
import { createRun, type Run } from './run.ts';
import { runBuild } from './run-build.ts';
import type { StreamTransport, Transport } from './send.ts';
import { DEFAULT_TIMING, RunStopped, Session } from './session.ts';
import { watchAnswers } from './watch-answers.ts';

export interface ProbeParts {
  readonly address: Address;
  readonly key: ApiKey;
  readonly catalog: Catalog;
  readonly endpoints: readonly EndpointUse[];
  readonly transport: Transport;
  readonly openStream: StreamTransport;
  readonly stream?: boolean;
  readonly keylessWrites?: boolean;
  readonly legacy?: boolean;
  readonly timing?: Partial<Timing>;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => Date;
  /** At least 32 hex digits that nobody can foresee. */
  readonly createWord: () => string;
  /** Told before each endpoint: how many are done, of how many. */
  readonly onProgress?: ((done: number, total: number, endpoint: EndpointUse) => void) | undefined;
}

/** Reading first: it may show that authentication is off before anything that writes is asked. */
const ORDER: Readonly<Record<CompiledEndpoint['check']['kind'], number>> = {
  read: 0,
  build: 1,
  write: 2,
  'not-sent': 3,
};

interface Journey {
  readonly run: Run;
  readonly outcomes: Map<CompiledEndpoint, Outcome>;
  stopped: StopReason | null;
}

async function checkEndpoint(
  { use, check }: CompiledEndpoint,
  run: Run,
  baseline: Baseline,
  parts: ProbeParts,
  halted: string | null,
): Promise<Outcome & { readonly halts?: string }> {
  if (check.kind === 'not-sent') return conclude('not-sent', check.reason);
  if (check.kind === 'read') return checkRead(run, baseline, use.path, check.method, check.operation);
  if (check.kind === 'build') return runBuild(run.session, check.path, parts.openStream);
  return checkWrite(run, baseline, check.paths, use.path, { allowsWrites: parts.keylessWrites !== false, halted });
}

/** Checks one endpoint after the other until all are done or something ends the run. */
async function visitAll(journey: Journey, endpoints: readonly CompiledEndpoint[], parts: ProbeParts): Promise<void> {
  const { run, outcomes } = journey;
  // Nothing to ask for: then the key stays at home, too.
  if (endpoints.every(({ check }) => check.kind === 'not-sent')) return;
  const breaker = new Breaker();
  const baseline = await findBaseline(run);
  let halted: string | null = null;
  const ordered = [...endpoints].sort((a, b) => ORDER[a.check.kind] - ORDER[b.check.kind]);
  for (const [index, endpoint] of ordered.entries()) {
    parts.onProgress?.(index, ordered.length, endpoint.use);
    const outcome = await checkEndpoint(endpoint, run, baseline, parts, halted);
    outcomes.set(endpoint, outcome);
    halted = outcome.halts ?? halted;
    const reason = breaker.note(outcome);
    if (reason !== null && (outcome.stop !== undefined || index < ordered.length - 1)) throw new RunStopped(reason);
  }
}

async function compareAll(
  run: Run,
  endpoints: readonly CompiledEndpoint[],
  now: Date,
): Promise<readonly LegacyComparison[]> {
  const comparisons: LegacyComparison[] = [];
  for (const { use, check } of endpoints) {
    if (check.kind !== 'read' || check.method !== 'GET') continue;
    const comparison = await compareLegacy(run, use.path, findComparisonQuery(run.catalog, use.path), now);
    if (comparison !== null) comparisons.push(comparison);
  }
  return comparisons;
}

function toChecked(
  { use, check }: CompiledEndpoint,
  outcome: Outcome | undefined,
  stopped: StopReason | null,
): CheckedEndpoint {
  const skipped = check.kind === 'not-sent' ? conclude('not-sent', check.reason) : null;
  const { verdict, reason, status, notes } = outcome ?? skipped ?? conclude('unverified', stopped ?? 'not-reached');
  const usedAt = use.usedAt.map(({ file, line }) => `${file}:${line}`);
  return { method: use.method, path: use.path, verdict, reason, status, usedAt, notes };
}

/**
 * Asks the platform for every endpoint and says what that proves. Never throws for anything that the network or the
 * platform does; a run that ends early says so in `stopped` and keeps what it has.
 */
export async function runChecks(parts: ProbeParts): Promise<ProbeResult> {
  const { address, key, catalog, now, createWord, signal } = parts;
  const plan = compilePlan(parts.endpoints, { catalog, stream: parts.stream === true, createWord });
  const planned = listRequests(plan.endpoints, {
    catalog,
    keylessWrites: parts.keylessWrites !== false,
    legacy: parts.legacy === true,
  });
  const notices = new Set<string>();
  const transport = watchAnswers(parts.transport, key.secrets, now, notices);
  const timing = { ...DEFAULT_TIMING, ...parts.timing };
  const session = new Session({ address, key, permits: plan.permits, planned, transport, timing, signal, now });
  const journey: Journey = { run: createRun(session, catalog, createWord), outcomes: new Map(), stopped: null };
  let legacy: readonly LegacyComparison[] | null = null;
  try {
    await visitAll(journey, plan.endpoints, parts);
    if (parts.legacy === true) legacy = await compareAll(journey.run, plan.endpoints, now());
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    journey.stopped = error.reason;
    if (error.detail !== null) notices.add(error.detail);
  } finally {
    session.close();
  }
  return {
    schemaVersion: 1,
    command: 'probe',
    baseUrl: address.base,
    stopped: journey.stopped,
    checked: plan.endpoints.map((endpoint) => toChecked(endpoint, journey.outcomes.get(endpoint), journey.stopped)),
    ...(parts.legacy === true ? { legacy: legacy ?? [] } : {}),
    accounting: { requestsSent: session.requestsSent, keylessUnsafe: session.keylessUnsafe },
    notices: [...notices],
  };
}
