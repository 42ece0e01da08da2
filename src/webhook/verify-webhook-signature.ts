import { timingSafeEqual } from 'node:crypto';
import { isUint8Array } from 'node:util/types';
import { signWebhook } from './sign-webhook.ts';

export type WebhookReason = 'missing' | 'multiple' | 'malformed' | 'mismatch' | 'bad-secret' | 'bad-payload-type';

export type WebhookVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: WebhookReason };

function refuse(reason: WebhookReason): WebhookVerdict {
  return { ok: false, reason };
}

/** The one header value, or why there is not one. Node joins a repeated custom header with a comma. */
function readHeader(header: string | readonly string[] | null | undefined): { readonly value: string } | WebhookReason {
  const values = header == null || typeof header === 'string' ? [header ?? undefined] : header;
  if (values.length > 1) return 'multiple';
  const value = values[0];
  if (value === undefined || value === '') return 'missing';
  if (typeof value !== 'string') return 'malformed';
  return value.includes(',') ? 'multiple' : { value };
}

/**
 * Is this delivery signed with `secret` (§5.1)? `payload` is the raw request body: a parsed and re-serialised body has
 * other bytes. `header` is the signature header as Node gives it, or `Headers.get`. Never throws. No timestamp is documented, so
 * a replayed delivery verifies again: guard against repeats by what the event says.
 */
export function verifyWebhookSignature(
  payload: Uint8Array,
  header: string | string[] | null | undefined,
  secret: string,
): WebhookVerdict {
  if (!isUint8Array(payload)) return refuse('bad-payload-type');
  if (typeof secret !== 'string' || secret === '') return refuse('bad-secret');
  const given = readHeader(header);
  if (typeof given === 'string') return refuse(given);
  // Checked as text first: Buffer.from(…, 'hex') stops at the first bad digit, so `<valid hex>zz` would pass.
  if (!/^[0-9a-f]{64}$/.test(given.value)) return refuse('malformed');
  const expected = Buffer.from(signWebhook(payload, secret), 'hex');
  return timingSafeEqual(Buffer.from(given.value, 'hex'), expected) ? { ok: true } : refuse('mismatch');
}
