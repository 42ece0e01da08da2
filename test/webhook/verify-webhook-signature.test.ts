import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../../src/webhook/sign-webhook.ts';
import { verifyWebhookSignature } from '../../src/webhook/verify-webhook-signature.ts';
import { readVectors } from '../stream/read-vectors.ts';

const SECRET = 'whsec-test-0123';
const BODY = Buffer.from('{"event":"call.completed","ratio":1.0}');
const GOOD = signWebhook(BODY, SECRET);

describe('verifyWebhookSignature', () => {
  it('signs as §5.1 says', () => {
    expect(GOOD).toBe(createHmac('sha256', Buffer.from(SECRET, 'utf8')).update(BODY).digest('hex'));
    expect(GOOD).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['ASCII', BODY],
    ['UTF-8', Buffer.from('h\u00e9llo \ud83d\ude00')],
    ['nothing', Buffer.alloc(0)],
    ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0xfe, 0x7d)],
    ['a BOM', Buffer.from('\ufeff{}')],
    ['CRLF', Buffer.from('{\r\n}')],
    ['NUL', Buffer.of(0x61, 0, 0x62)],
    ['1 MiB', Buffer.alloc(1024 * 1024, 7)],
    ['a plain Uint8Array', new Uint8Array([1, 2, 3])],
  ])('trusts %s', (_name, body) => {
    expect(verifyWebhookSignature(body, signWebhook(body, SECRET), SECRET)).toEqual({ ok: true });
    expect(verifyWebhookSignature(body, [signWebhook(body, SECRET)], SECRET)).toEqual({ ok: true });
  });

  it.each([
    ['missing', undefined],
    ['missing', null],
    ['missing', ''],
    ['missing', []],
    ['malformed', '   '],
    ['malformed', GOOD.toUpperCase()],
    ['malformed', ` ${GOOD}`],
    ['malformed', `${GOOD}\n`],
    ['malformed', `sha256=${GOOD}`],
    ['malformed', `v1=${GOOD}`],
    ['malformed', `0x${GOOD}`],
    ['malformed', GOOD.slice(1)],
    ['malformed', `${GOOD}0`],
    ['malformed', GOOD + GOOD],
    ['malformed', `${GOOD}zz`],
    ['malformed', 'z'.repeat(64)],
    ['malformed', '\uff10'.repeat(64)],
    ['malformed', Buffer.from(GOOD, 'hex').toString('base64')],
    ['malformed', createHmac('sha1', SECRET).update(BODY).digest('hex')],
    ['mismatch', '0'.repeat(64)],
    ['mismatch', signWebhook(BODY, `${SECRET}\n`)],
    ['mismatch', signWebhook(Buffer.from(`${BODY}\n`), SECRET)],
    ['mismatch', signWebhook(Buffer.from(JSON.stringify(JSON.parse(BODY.toString()))), SECRET)],
    ['multiple', `${GOOD}, ${GOOD}`],
    ['multiple', [GOOD, GOOD]],
  ] as const)('says %s to %j', (reason, header) => {
    const value = typeof header === 'string' || header == null ? header : [...header];
    expect(verifyWebhookSignature(BODY, value, SECRET)).toEqual({ ok: false, reason });
  });

  it('refuses what is not bytes, and an empty secret', () => {
    // @ts-expect-error a parsed body is the common mistake
    expect(verifyWebhookSignature({ event: 'x' }, GOOD, SECRET)).toEqual({ ok: false, reason: 'bad-payload-type' });
    // @ts-expect-error a decoded body has lost its bytes
    expect(verifyWebhookSignature(BODY.toString(), GOOD, SECRET)).toEqual({ ok: false, reason: 'bad-payload-type' });
    expect(verifyWebhookSignature(BODY, GOOD, '')).toEqual({ ok: false, reason: 'bad-secret' });
  });

  it('trusts what was signed and nothing with one bit changed, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.string({ minLength: 1 }), fc.nat(), (body, secret, at) => {
        const digest = signWebhook(body, secret);
        expect(verifyWebhookSignature(body, digest, secret)).toEqual({ ok: true });
        const changed = Uint8Array.from(body);
        changed[at % body.length] = (changed[at % body.length] ?? 0) ^ (1 << (at % 8));
        expect(verifyWebhookSignature(changed, digest, secret)).toEqual({ ok: false, reason: 'mismatch' });
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: 'binary' }), (body, header) => {
        expect(verifyWebhookSignature(body, header, SECRET).ok).toBe(false);
      }),
    );
  });
});

describe('the shared vectors', () => {
  interface WebhookVector {
    readonly id: string;
    readonly bodyHex: string | null;
    readonly header: string | string[];
    readonly secret: string;
    readonly expect: string;
  }
  const vectors = readVectors<readonly WebhookVector[]>('webhook-cases.json');
  it.skipIf(vectors === null)('are there', () => expect(vectors?.length).toBeGreaterThan(20));
  it.each((vectors ?? []).map((vector) => [vector.id, vector] as const))('hold for %s', (_id, vector) => {
    // The vector without bytes stands for a parsed body; the cast puts it where a caller without types would.
    const body = vector.bodyHex === null ? ({} as Uint8Array) : Buffer.from(vector.bodyHex, 'hex');
    const verdict = verifyWebhookSignature(body, vector.header, vector.secret);
    expect(verdict.ok ? 'ok' : verdict.reason).toBe(vector.expect);
  });
});
