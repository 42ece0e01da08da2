import { createDeliveries, type FindingCode, type TestDelivery } from './deliveries.ts';
import { type DeliveryAnswer, sendDelivery } from './send-delivery.ts';
import { SIGNATURE_HEADER } from './sign-webhook.ts';

interface ReceiverOptions {
  readonly secret: string;
  /** Default `x-service-signature`. */
  readonly header?: string;
  /** A new text each time: the ids of the events. */
  readonly random: () => string;
  /** Milliseconds for one delivery; default 10,000. */
  readonly timeout?: number;
}

export interface ReceiverFinding {
  readonly code: FindingCode | 'server-error' | 'no-answer' | 'unexpected-status' | 'leaks-expected-signature' | 'slow';
  readonly delivery: string;
  /** Null when nothing came back. */
  readonly status: number | null;
  readonly message: string;
}

export interface ReceiverReport {
  readonly ok: boolean;
  readonly sent: number;
  /** What the receiver wrongly accepts or rejects. */
  readonly findings: readonly ReceiverFinding[];
  /** What may be as it should be: a size limit, a content type that it does not read, a repeat that it takes. */
  readonly notes: readonly ReceiverFinding[];
}

const SLOW = 5_000;

const MESSAGES: Readonly<Record<ReceiverFinding['code'], string>> = {
  'accepts-unsigned': 'Accepted without a signature of the secret: anyone can send events.',
  'accepts-tampered': 'Accepted with a body that was not signed: the raw bytes are not what is verified.',
  'accepts-truncating-hex':
    'Accepted a digest of the wrong length: compare 64 lower-case hex digits, not what decodes.',
  'accepts-malformed': 'Accepted a header that is not exactly one lower-case hex digest (§5.1).',
  'rejects-valid': 'Refused a correctly signed delivery.',
  'rejects-valid-raw-bytes': 'Refused signed bytes that are not UTF-8: verify the raw body, before decoding it.',
  'server-error': 'Answered with a server error: an attacker can cause these at will.',
  'no-answer': 'No answer came.',
  'unexpected-status': 'Neither accepted (2xx) nor refused (4xx).',
  'leaks-expected-signature': 'The answer holds the digest that the receiver expected.',
  slow: 'The answer took longer than 5 seconds.',
};

function isWithin(status: number, hundred: number): boolean {
  return Math.floor(status / 100) === hundred;
}

/** The one thing that the status says is wrong, or null. */
function judgeStatus(delivery: TestDelivery, answer: DeliveryAnswer): ReceiverFinding['code'] | null {
  if (answer.status === null) return 'no-answer';
  const accepted = isWithin(answer.status, 2);
  if (delivery.kind === 'hostile') {
    if (accepted) return delivery.code;
    if (isWithin(answer.status, 4)) return null;
  } else {
    if (accepted) return null;
    if (isWithin(answer.status, 4)) return delivery.code;
  }
  return isWithin(answer.status, 5) ? 'server-error' : 'unexpected-status';
}

function judgeAnswer(delivery: TestDelivery, answer: DeliveryAnswer): readonly ReceiverFinding[] {
  const codes: ReceiverFinding['code'][] = [];
  const code = judgeStatus(delivery, answer);
  if (code !== null) codes.push(code);
  if (answer.status !== null && answer.body.includes(delivery.digest)) codes.push('leaks-expected-signature');
  if (answer.milliseconds > SLOW) codes.push('slow');
  return codes.map((each) => ({
    code: each,
    delivery: delivery.name,
    status: answer.status,
    message: answer.status === null ? `${MESSAGES[each]} (${answer.reason})` : MESSAGES[each],
  }));
}

/**
 * Sends valid and hostile deliveries one after another and says which the receiver answers wrongly. Bodies of answers
 * are never kept. Whether a repeat should be refused is not documented: no timestamp is signed (§5.1).
 */
export async function testReceiver(url: URL, options: ReceiverOptions): Promise<ReceiverReport> {
  const { secret, random, header = SIGNATURE_HEADER, timeout = 10_000 } = options;
  const deliveries = createDeliveries({ secret, header, random });
  const findings: ReceiverFinding[] = [];
  const notes: ReceiverFinding[] = [];
  let sent = 0;
  for (const delivery of deliveries) {
    const answer = await sendDelivery(url, delivery, timeout);
    sent += 1;
    const said = judgeAnswer(delivery, answer);
    (delivery.kind === 'advisory' ? notes : findings).push(...said);
    // Nobody is there: the other deliveries would say the same.
    if (answer.status === null && sent === 1) break;
  }
  return { ok: findings.length === 0, sent, findings, notes };
}
