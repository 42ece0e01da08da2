/** What a probe run says (contract 8). No value of any response stands in it: words of ours, member names, counts. */

/**
 * `confirmed`: exists, and answers as documented where an envelope is documented. `exists`: proven to exist, nothing more
 * could be checked. `drift`: exists and contradicts the documented envelope. `denied`: 403. `unverified`: no proof either
 * way. `not-sent`: left out on purpose.
 */
export const VERDICTS = ['confirmed', 'exists', 'absent', 'drift', 'denied', 'unverified', 'not-sent'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface CheckedEndpoint {
  /** Upper case; null when the code does not say. */
  readonly method: string | null;
  /** v1 form with `{names}`; an id that was used never stands here. */
  readonly path: string;
  readonly verdict: Verdict;
  /** One word, or for `drift` the member and what is wrong with it. */
  readonly reason: string;
  /** Of the answer that decided; null when there was none. */
  readonly status: number | null;
  /** `file:line`. */
  readonly usedAt: readonly string[];
  /** Odd and not forbidden: a clamped limit, a byte order mark, a redirect's host. */
  readonly notes: readonly string[];
}

/** Why a run ended early; every endpoint that was not reached has the same word as its reason. */
export type StopReason =
  | 'auth-off'
  | 'key-refused'
  | 'no-platform'
  | 'dns'
  | 'tls'
  | 'connect'
  | 'breaker'
  | 'budget'
  | 'request-cap'
  | 'interrupted';

/** A legacy path beside its v1 form, by shape (`--legacy`). */
export interface LegacyComparison {
  readonly path: string;
  readonly legacyPath: string;
  readonly outcome: 'same' | 'differs' | 'removed' | 'unverified';
  /** `$.items[].status: string, was number`: members and types only. */
  readonly differences: readonly string[];
  /** Members that changed between two answers of the same endpoint and were therefore not compared. */
  readonly ignored: readonly string[];
  /** What the headers of the legacy path announce. */
  readonly notes: readonly string[];
}

export interface ProbeResult {
  readonly schemaVersion: 1;
  readonly command: 'probe';
  readonly baseUrl: string;
  readonly stopped: StopReason | null;
  readonly checked: readonly CheckedEndpoint[];
  /** Present with `--legacy`. */
  readonly legacy?: readonly LegacyComparison[];
  readonly accounting: { readonly requestsSent: number; readonly keylessUnsafe: number };
  /** About the run as a whole: the proxy in between, a credential that came back. */
  readonly notices: readonly string[];
}
