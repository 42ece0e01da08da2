import { createHash, createHmac } from 'node:crypto';
import type { Delivery } from './send-delivery.ts';
import { signWebhook } from './sign-webhook.ts';

/** What a receiver that accepts or refuses this delivery against the rules does wrong. */
export type FindingCode =
  | 'accepts-unsigned'
  | 'accepts-tampered'
  | 'accepts-truncating-hex'
  | 'accepts-malformed'
  | 'rejects-valid'
  | 'rejects-valid-raw-bytes';

export interface TestDelivery extends Delivery {
  readonly name: string;
  /** `trusted` must be answered 2xx, `hostile` 4xx; `advisory` is trusted too, but a refusal can have other grounds. */
  readonly kind: 'trusted' | 'hostile' | 'advisory';
  readonly code: FindingCode;
  /** The digest that only the two ends may know. */
  readonly digest: string;
}

interface Ingredients {
  readonly secret: string;
  readonly header: string;
  /** Makes each event another one, so that a receiver which remembers answers does not pass. */
  readonly random: () => string;
}

const JSON_TYPE = 'application/json';

function createBody(random: () => string): Buffer {
  // 1.0 and the large number do not survive JSON.parse and JSON.stringify: a receiver that signs what it parsed fails.
  const text = `{"event":"call.completed","id":"${random()}","data":{"text":"h\u00e9llo","ratio":1.0,"big":12345678901234567890}}`;
  return Buffer.from(text, 'utf8');
}

function flipBit(body: Uint8Array): Buffer {
  const copy = Buffer.from(body);
  const at = copy.indexOf('call') + 1;
  copy[at] = (copy[at] ?? 0) ^ 0x01;
  return copy;
}

function createTrusted({ secret, header, random }: Ingredients): readonly TestDelivery[] {
  const sign = (
    name: string,
    body: Uint8Array,
    more: Partial<Pick<TestDelivery, 'kind' | 'code' | 'dripped'>> & { type?: string } = {},
  ): TestDelivery => {
    const digest = signWebhook(body, secret);
    const headers = [['content-type', more.type ?? JSON_TYPE] as const, [header, digest] as const];
    return { name, kind: 'trusted', code: 'rejects-valid', ...more, headers, body, digest };
  };
  const repeated = createBody(random);
  const notUtf8 = Buffer.concat([Buffer.from(`{"id":"${random()}","text":"`), Buffer.of(0xff), Buffer.from('"}')]);
  const large = Buffer.from(JSON.stringify({ id: random(), text: 'x'.repeat(1024 * 1024) }));
  return [
    sign('valid again', createBody(random)),
    sign('valid, not UTF-8', notUtf8, { code: 'rejects-valid-raw-bytes' }),
    sign('valid, one byte at a time', createBody(random), { dripped: true }),
    sign('valid, type with charset', createBody(random), { type: `${JSON_TYPE}; charset=utf-8` }),
    sign('valid, 1 MiB', large, { kind: 'advisory' }),
    sign('valid, text/plain', createBody(random), { kind: 'advisory', type: 'text/plain' }),
    sign('valid, to be repeated', repeated),
    sign('valid, repeated', repeated, { kind: 'advisory' }),
  ];
}

function createHostile({ secret, header, random }: Ingredients): readonly TestDelivery[] {
  const body = createBody(random);
  const digest = signWebhook(body, secret);
  const pretty = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')), null, 2));
  const reparsed = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))));
  const hostile = (
    name: string,
    code: FindingCode,
    values: readonly string[],
    sent: Uint8Array = body,
  ): TestDelivery => {
    const signatures = values.map((value) => [header, value] as const);
    return { name, kind: 'hostile', code, headers: [['content-type', JSON_TYPE], ...signatures], body: sent, digest };
  };
  const other = createHash('sha256').update(random()).digest('hex');
  return [
    hostile('no signature', 'accepts-unsigned', []),
    hostile('a random digest', 'accepts-unsigned', [other]),
    hostile('not hex', 'accepts-unsigned', ['z'.repeat(64)]),
    hostile('signed with another secret', 'accepts-unsigned', [signWebhook(body, `${secret}x`)]),
    hostile('HMAC-SHA1', 'accepts-unsigned', [createHmac('sha1', secret).update(body).digest('hex')]),
    hostile('one bit of the body flipped', 'accepts-tampered', [digest], flipBit(body)),
    hostile('body parsed and written again', 'accepts-tampered', [digest], reparsed),
    hostile('body pretty-printed', 'accepts-tampered', [digest], pretty),
    hostile('empty body', 'accepts-tampered', [digest], Buffer.alloc(0)),
    hostile('digest with a tail', 'accepts-truncating-hex', [`${digest}zz`]),
    hostile('digest one digit short', 'accepts-truncating-hex', [digest.slice(0, -1)]),
    hostile('upper-case digest', 'accepts-malformed', [digest.toUpperCase()]),
    hostile('digest with a prefix', 'accepts-malformed', [`sha256=${digest}`]),
    hostile('two signatures', 'accepts-malformed', [other, digest]),
  ];
}

/** A valid delivery, the hostile ones, then more valid ones: the receiver must still work after an attack. */
export function createDeliveries(ingredients: Ingredients): readonly TestDelivery[] {
  const body = createBody(ingredients.random);
  const digest = signWebhook(body, ingredients.secret);
  const headers = [['content-type', JSON_TYPE] as const, [ingredients.header, digest] as const];
  const first: TestDelivery = { name: 'valid', kind: 'trusted', code: 'rejects-valid', headers, body, digest };
  return [first, ...createHostile(ingredients), ...createTrusted(ingredients)];
}
