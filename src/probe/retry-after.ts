/** Longest wait that a `Retry-After` is granted, and what stands in for one that makes no sense. Milliseconds. */
const MAX_WAIT = 30_000;
const DEFAULT_WAIT = 2_000;

/**
 * Milliseconds to wait for a `Retry-After` of seconds or an HTTP date; null when it asks for longer than a run would
 * wait, so waiting would be in vain.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  const text = (value ?? '').trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  if (!/^\d+$|GMT$/.test(text) || Number.isNaN(wait) || wait < 0) return DEFAULT_WAIT;
  return wait > MAX_WAIT ? null : wait;
}
