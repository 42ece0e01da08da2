import type { StopReason, Verdict } from '../model/probe-result.ts';
import type { Exchange } from './answer.ts';

/** What one check found. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly status: number | null;
  readonly notes: readonly string[];
  /** Ends the run after this endpoint. */
  readonly stop?: StopReason;
}

export function conclude(
  verdict: Verdict,
  reason: string,
  status: number | null = null,
  notes: readonly string[] = [],
): Outcome {
  return { verdict, reason, status, notes };
}

/** Statuses that speak of the moment and not of the operation, as 429 does. */
export const PASSING: readonly number[] = [408, 425];

/** The reason of an answer that proves nothing, or null when its status is worth a look. */
function nameStatus(status: number): string | null {
  if (status === 429) return 'rate-limited';
  if (status >= 520 && status <= 530) return 'gateway';
  if (status >= 500 && status < 600) return 'server-error';
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401) return 'key-refused';
  return status === 407 ? 'proxy' : null;
}

/** Where a redirect leads, in words of ours: even the host is a value of the response. */
function describeRedirect(location: string | undefined, origin: string): readonly string[] {
  if (location === undefined || !URL.canParse(location, origin)) return [];
  const target = new URL(location, origin);
  if (target.origin === origin) return ['redirects to another path of the same host; redirects are not followed'];
  const isDowngrade = origin.startsWith('https:') && target.protocol === 'http:';
  const downgrade = isDowngrade ? ['SECURITY: redirects from https to http'] : [];
  return ['redirects to another host; the key was not sent there', ...downgrade];
}

/** Failures and statuses that leave a question open; null when the answer can be judged. */
export function concludeOpen(exchange: Exchange, origin: string): Outcome | null {
  if (exchange.kind === 'failure') {
    return conclude('unverified', exchange.reason, exchange.status, exchange.detail === null ? [] : [exchange.detail]);
  }
  const reason = nameStatus(exchange.status);
  if (reason === null) return null;
  const notes = reason === 'redirect' ? describeRedirect(exchange.headers.location, origin) : [];
  return conclude('unverified', reason, exchange.status, notes);
}
