import type { Exchange } from './answer.ts';
import type { Transport } from './send.ts';

const HOUR = 3_600_000;

function echoes(exchange: Exchange, secrets: readonly string[]): boolean {
  if (exchange.kind === 'failure') return false;
  const headers = Object.values(exchange.headers).join('\n');
  const body = Buffer.from(exchange.body.buffer, exchange.body.byteOffset, exchange.body.byteLength);
  return secrets.some((secret) => headers.includes(secret) || body.includes(secret));
}

function isClockOff(exchange: Exchange, now: Date): boolean {
  const date = exchange.kind === 'answer' ? Date.parse(exchange.headers.date ?? '') : Number.NaN;
  return Math.abs(date - now.getTime()) > HOUR;
}

/** Notes a credential that comes back and a clock that is off; neither changes a verdict. */
export function watchAnswers(
  transport: Transport,
  secrets: readonly string[],
  now: () => Date,
  notices: Set<string>,
): Transport {
  return async (wire, signal) => {
    const exchange = await transport(wire, signal);
    if (echoes(exchange, secrets)) notices.add('echoes-credential: an answer repeats the key; it was not printed');
    if (isClockOff(exchange, now()))
      notices.add('the clock of the server and the one of this machine are more than an hour apart');
    return exchange;
  };
}
