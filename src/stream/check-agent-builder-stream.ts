import { isUint8Array } from 'node:util/types';
import { DEFAULT_LIMITS, type StreamLimits, type StreamVerdict, type ViolationCode } from './events.ts';
import { EventJudge } from './judge-events.ts';
import { LineSplitter } from './split-lines.ts';

function violate(judge: EventJudge, code: ViolationCode): StreamVerdict {
  return { outcome: 'violation', code, events: judge.events, notes: [...judge.notes] };
}

/** The verdict at the end of the body; `reset` says that the transport was cut instead of ended. */
function concludeStream(judge: EventJudge, rest: Uint8Array, reset: boolean): StreamVerdict {
  // After a cut nobody knows whether the last line was whole, even when it parses.
  const cut = reset && judge.terminal === null;
  const code = cut ? 'truncated' : rest.length > 0 ? judge.judgeRest(rest) : null;
  if (code !== null) return violate(judge, code);
  if (judge.terminal === null) return violate(judge, 'no-terminal-event');
  if (reset) judge.notes.add('reset-after-terminal');
  const outcome = judge.terminal === 'complete' ? 'complete' : 'stream-error';
  return { outcome, code: null, events: judge.events, notes: [...judge.notes] };
}

/** A limit that is no number is none that was given. */
function completeLimits(limits: Partial<StreamLimits>): StreamLimits {
  const given = Object.entries(limits).filter(([, limit]) => typeof limit === 'number' && !Number.isNaN(limit));
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}

/**
 * Judges the body of `POST /v1/agent-builder/run/stream` (§4.1, §6.1): one JSON object a line, ended by one `complete`
 * or `error` event. The answer does not depend on how the bytes are cut into chunks, and memory is bounded by one line.
 *
 * An iterable that throws is a cut transport, so only a fault of ours rejects. Reading stops at the first violation, which closes the
 * iterable. `complete` says that the stream is whole, not that an agent was saved (§1).
 */
export async function checkAgentBuilderStream(
  chunks: AsyncIterable<Uint8Array>,
  limits: Partial<StreamLimits> = {},
): Promise<StreamVerdict> {
  const bounds = completeLimits(limits);
  const judge = new EventJudge(bounds);
  const splitter = new LineSplitter(bounds);
  let code: ViolationCode | null = null;
  let reset = false;
  let fault: unknown = null;
  const judgeChunk = (chunk: unknown): ViolationCode | null => {
    try {
      return isUint8Array(chunk) ? splitter.push(chunk, (line) => judge.judgeLine(line)) : 'bad-chunk-type';
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  try {
    for await (const chunk of chunks) {
      code = judgeChunk(chunk);
      if (code !== null) break;
    }
  } catch {
    // What the judge does wrong is no cut of the transport.
    if (fault !== null) throw fault;
    reset = true;
  }
  // A code stands even when closing the iterable failed afterwards.
  return code === null ? concludeStream(judge, splitter.rest, reset) : violate(judge, code);
}
