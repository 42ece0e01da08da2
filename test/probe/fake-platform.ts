import { PLATFORM } from '../../src/contract/platform.ts';
import type { EndpointUse } from '../../src/model/plan.ts';
import type { ProbeResult } from '../../src/model/probe-result.ts';
import { parseAddress } from '../../src/probe/address.ts';
import type { Answer, Exchange } from '../../src/probe/answer.ts';
import { ApiKey } from '../../src/probe/api-key.ts';
import type { PassedRequest } from '../../src/probe/interlock.ts';
import type { Timing } from '../../src/probe/options.ts';
import { type ProbeParts, runChecks } from '../../src/probe/run-checks.ts';

export const KEY = 'key_canary:s3cr3t+Canary/Value=42';

/** No waiting: order and counts stay as they are. */
export const QUICK: Partial<Timing> = { gap: 0, unsafeGap: 0, retry: 0 };

export function answer(status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
    framing: 'length',
    coding: null,
  };
}

export function unauthorized(): Answer {
  return answer(401, { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' });
}

export function missing({ method, url }: Pick<PassedRequest, 'method' | 'url'>): Answer {
  return answer(404, { statusCode: 404, message: `Cannot ${method} ${url.pathname}${url.search}`, error: 'Not Found' });
}

export function use(method: string | null, path: string): EndpointUse {
  return { method, path, usedAt: [{ file: 'src/api.ts', line: 12, column: 3 }] };
}

export function hasKey({ headers }: PassedRequest): boolean {
  return 'authorization' in headers;
}

let words = 0;

/** Runs against a function instead of a network. */
export async function runFake(
  endpoints: readonly EndpointUse[],
  respond: (wire: PassedRequest) => Exchange,
  options: Partial<ProbeParts> = {},
): Promise<{ readonly result: ProbeResult; readonly sent: readonly PassedRequest[] }> {
  const sent: PassedRequest[] = [];
  const result = await runChecks({
    address: parseAddress('https://api.voice.example', '/v1'),
    key: ApiKey.parse(KEY),
    catalog: PLATFORM,
    endpoints,
    transport: async (wire) => {
      sent.push(wire);
      return respond(wire);
    },
    openStream: async () => ({ kind: 'failure', reason: 'network', detail: null, status: null }),
    now: () => new Date('2026-11-20T12:00:00Z'),
    createWord: () => {
      words += 1;
      return words.toString(16).padStart(16, '0').padEnd(32, 'f');
    },
    timing: QUICK,
    ...options,
  });
  return { result, sent };
}
