import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAgentBuilderStream } from '../../src/stream/check-agent-builder-stream.ts';
import type { StreamVerdict } from '../../src/stream/events.ts';
import { STREAM_CASES, type StreamCase } from './cases.ts';
import { readVectors } from './read-vectors.ts';

interface StreamVector {
  readonly id: string;
  /** Left out of the file for the long ones; our own cases hold their like. */
  readonly bytesHex?: string;
  readonly options: { readonly maxLine?: number; readonly maxTotal?: number };
  readonly transportEnd: 'clean' | 'reset';
  readonly expect: StreamVerdict;
}

async function* feed(bytes: Uint8Array, cuts: readonly number[], reset = false): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
  if (reset) throw Object.assign(new Error('terminated'), { code: 'ECONNRESET' });
}

function check(test: StreamCase, cuts: readonly number[] = []): Promise<StreamVerdict> {
  return checkAgentBuilderStream(feed(test.bytes, cuts, test.reset), test.limits);
}

const everyByte = (length: number): number[] =>
  Array.from({ length: Math.max(0, length - 1) }, (_, index) => index + 1);

describe('checkAgentBuilderStream', () => {
  it.each(STREAM_CASES.map((test) => [test.id, test] as const))('judges %s', async (_id, test) => {
    expect(await check(test)).toEqual(test.expect);
    if (test.bytes.length <= 20_000) expect(await check(test, everyByte(test.bytes.length))).toEqual(test.expect);
  });

  it('answers the same however the body is cut into chunks', async () => {
    const body = fc.oneof(
      fc.constantFrom(...STREAM_CASES),
      // Lines of noise between events, so that a cut can fall anywhere in anything.
      fc
        .array(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{"type":"error"}')), { maxLength: 6 })
        .map(
          (parts): StreamCase => ({
            id: 'noise',
            bytes: Buffer.from(parts.join('\n')),
            limits: { maxLine: 64, maxTotal: 200, maxEvents: 3, maxDepth: 4 },
            expect: { outcome: 'violation', code: null, events: 0, notes: [] },
          }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(), { maxLength: 40 }), async (test, seeds) => {
        const cuts = seeds.map((seed) => seed % (test.bytes.length + 1)).sort((a, b) => a - b);
        expect(await check(test, cuts)).toEqual(await check(test));
      }),
      { numRuns: 300 },
    );
  });

  it('closes the source at the first violation and holds no more than one line', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.alloc(65_536, 0x61);
      } finally {
        closed = true;
      }
    }
    expect((await checkAgentBuilderStream(endless())).code).toBe('line-too-long');
    expect(closed).toBe(true);
  });

  it('keeps its verdict when closing the source fails', async () => {
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: Buffer.from('nonsense\n') }),
        return: async () => {
          throw new Error('cannot close');
        },
      }),
    };
    expect(await checkAgentBuilderStream(source)).toMatchObject({ outcome: 'violation', code: 'invalid-json' });
  });

  it('copies: a source may fill one buffer again and again', async () => {
    const body = Buffer.from('{"type":"phase_complete"}\n{"type":"error"}\n');
    async function* reuse(): AsyncGenerator<Uint8Array> {
      const buffer = Buffer.alloc(1);
      for (const byte of body) {
        buffer[0] = byte;
        yield buffer;
      }
    }
    expect(await checkAgentBuilderStream(reuse())).toMatchObject({ outcome: 'stream-error', events: 2 });
  });

  it('takes a limit that is not given for the usual one', async () => {
    const body = Buffer.from('{"type":"phase_complete"}\n{"type":"error"}\n');
    async function* bytewise(): AsyncGenerator<Uint8Array> {
      for (const byte of body) yield Buffer.of(byte);
    }
    const limits = { maxLine: undefined, maxTotal: Number.NaN } as unknown as { maxLine: number };
    expect(await checkAgentBuilderStream(bytewise(), limits)).toMatchObject({ outcome: 'stream-error', events: 2 });
  });

  it('refuses decoded text: its bytes are gone', async () => {
    // @ts-expect-error a string is what a stream with an encoding yields
    const verdict = await checkAgentBuilderStream(['{"type":"error"}\n']);
    expect(verdict.code).toBe('bad-chunk-type');
  });
});

describe('the shared vectors', () => {
  const vectors = readVectors<readonly StreamVector[]>('ndjson-cases.json');
  const withBytes = (vectors ?? []).filter((vector) => vector.bytesHex !== undefined);
  it.skipIf(vectors === null)('are there', () => expect(withBytes.length).toBeGreaterThan(20));
  it.each(withBytes.map((vector) => [vector.id, vector] as const))('judges %s', async (_id, vector) => {
    const bytes = Buffer.from(vector.bytesHex ?? '', 'hex');
    const test: StreamCase = {
      id: vector.id,
      bytes,
      limits: vector.options,
      reset: vector.transportEnd === 'reset',
      expect: vector.expect,
    };
    expect(await check(test)).toEqual(vector.expect);
    expect(await check(test, everyByte(bytes.length))).toEqual(vector.expect);
  });
});
