import { setTimeout as delay } from 'node:timers/promises';
import { type Deadline, openDeadline } from '../deadline.ts';
import type { StopReason } from '../model/probe-result.ts';
import type { Address } from './address.ts';
import type { Exchange } from './answer.ts';
import type { ApiKey } from './api-key.ts';
import { type Permits, type ProbeRequest, passInterlock } from './interlock.ts';
import type { Timing } from './options.ts';
import { checkPlanned, type PlannedRequest } from './planned-request.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Transport } from './send.ts';

export const DEFAULT_TIMING: Timing = {
  request: 10_000,
  budget: 120_000,
  gap: 20,
  unsafeGap: 150,
  retry: 300,
  maxRequests: 400,
  maxWait: 60_000,
};

/** Ends the run; every endpoint that was not reached gets the reason. */
export class RunStopped extends Error {
  override name = 'RunStopped';
  readonly reason: StopReason;
  /** More of it, for people. */
  readonly detail: string | null;

  constructor(reason: StopReason, detail: string | null = null) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

interface SessionParts {
  readonly address: Address;
  readonly key: ApiKey;
  readonly permits: Permits;
  /** Nothing else is sent. */
  readonly planned: readonly PlannedRequest[];
  readonly transport: Transport;
  readonly timing: Timing;
  readonly signal: AbortSignal | undefined;
  readonly now: () => Date;
}

function isUnsafe({ kind }: ProbeRequest): boolean {
  return kind === 'keyless-write';
}

/** How often an exchange may be tried again: reading is safe to repeat, writing is repeated after 429 only. */
function countRetries(request: ProbeRequest, exchange: Exchange): number {
  if (exchange.kind === 'answer') return !isUnsafe(request) && exchange.status >= 500 && exchange.status < 600 ? 2 : 0;
  if (isUnsafe(request)) return 0;
  if (exchange.reason === 'dns') return exchange.detail === 'the name server did not answer' ? 2 : 0;
  return exchange.reason === 'reset' || exchange.reason === 'timeout' ? 1 : 0;
}

/** All requests of a run: one after the other, paced, counted, bounded. */
export class Session {
  readonly #parts: SessionParts;
  readonly #budget: Deadline;
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastUnsafe = Number.NEGATIVE_INFINITY;
  #waited = 0;
  requestsSent = 0;
  keylessUnsafe = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#budget = openDeadline(parts.timing.budget, parts.signal);
  }

  /** No more requests: lets go of the budget's timer. */
  close(): void {
    this.#budget.close();
  }

  get address(): Address {
    return this.#parts.address;
  }

  /** Throws when the run is over. */
  checkStopped(): void {
    if (this.#parts.signal?.aborted === true) throw new RunStopped('interrupted');
    if (this.#budget.signal.aborted) throw new RunStopped('budget');
    if (this.requestsSent >= this.#parts.timing.maxRequests) throw new RunStopped('request-cap');
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: this.#budget.signal }).catch(() => {});
    this.checkStopped();
  }

  async #keepPace(request: ProbeRequest): Promise<void> {
    const { gap, unsafeGap } = this.#parts.timing;
    const next = this.#lastStart + gap;
    const due = isUnsafe(request) ? Math.max(next, this.#lastUnsafe + unsafeGap) : next;
    await this.#pause(due - performance.now());
  }

  /** Paces, counts and passes the interlock; `send` gets the request and the signal that ends it. */
  async start<T>(
    request: ProbeRequest,
    deadline: number,
    send: (wire: ReturnType<typeof passInterlock>, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { permits, planned, address, key } = this.#parts;
    checkPlanned(request, planned);
    const wire = passInterlock(request, permits, address, key);
    await this.#keepPace(request);
    this.#lastStart = performance.now();
    if (isUnsafe(request)) this.#lastUnsafe = this.#lastStart;
    this.requestsSent += 1;
    if (isUnsafe(request)) this.keylessUnsafe += 1;
    const limit = openDeadline(deadline, this.#budget.signal);
    const result = await send(wire, limit.signal).finally(() => limit.close());
    if (this.#parts.signal?.aborted === true) throw new RunStopped('interrupted');
    if (this.#budget.signal.aborted) throw new RunStopped('budget');
    return result;
  }

  /** Waits as a 429 asks, once; false when there is no point in it. */
  async #waitFor(exchange: Exchange): Promise<boolean> {
    if (exchange.kind !== 'answer' || exchange.status !== 429) return false;
    const wait = parseRetryAfter(exchange.headers['retry-after'], this.#parts.now());
    if (wait === null || this.#waited + wait > this.#parts.timing.maxWait) return false;
    this.#waited += wait;
    await this.#pause(wait);
    return true;
  }

  /** One answer or the reason that there is none, after the retries that are safe. Throws RunStopped. */
  async exchange(request: ProbeRequest): Promise<Exchange> {
    const { timing, transport } = this.#parts;
    let exchange = await this.start(request, timing.request, transport);
    if (await this.#waitFor(exchange)) exchange = await this.start(request, timing.request, transport);
    for (let attempt = 0; attempt < countRetries(request, exchange); attempt += 1) {
      await this.#pause(timing.retry * 2 ** attempt);
      exchange = await this.start(request, timing.request, transport);
    }
    return exchange;
  }
}
