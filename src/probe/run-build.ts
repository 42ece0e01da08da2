import { checkAgentBuilderStream } from '../stream/check-agent-builder-stream.ts';
import { checkStreamResponse } from '../stream/check-stream-response.ts';
import { conclude, concludeOpen, type Outcome } from './outcome.ts';
import type { StreamTransport } from './send.ts';
import type { Session } from './session.ts';

/** A build may take minutes; the budget of the run ends it earlier. Milliseconds. */
const BUILD_DEADLINE = 600_000;

/** Reads what the checker reads, and remembers whether the transport was cut. */
async function* follow(chunks: AsyncIterable<Uint8Array>, cut: { reason: string | null }): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    cut.reason = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'truncated';
    throw error;
  }
}

/** One agent-builder run with a minimal valid input (§4.1: it changes no resource), judged by its bytes. */
export async function runBuild(session: Session, path: string, transport: StreamTransport): Promise<Outcome> {
  return session.start({ kind: 'build', method: 'POST', path }, BUILD_DEADLINE, async (wire, signal) => {
    const started = await transport(wire, signal);
    if ('kind' in started) return conclude('unverified', started.reason, started.status);
    const { head, chunks } = started;
    const { status } = head;
    const open = concludeOpen(head, session.address.origin);
    if (open !== null) return open;
    const form = checkStreamResponse(status, head.headers['content-type']);
    if (!form.ok && form.reason === 'content-type')
      return conclude('drift', 'content-type: expected application/x-ndjson', status);
    if (status === 403) return conclude('denied', 'forbidden', status);
    if (!form.ok) return conclude('unverified', `status-${status}`, status);
    const cut: { reason: string | null } = { reason: null };
    const verdict = await checkAgentBuilderStream(follow(chunks, cut));
    const notes = [`${verdict.events} events`, ...verdict.notes];
    if (verdict.outcome === 'complete') {
      return conclude('confirmed', 'complete', status, [
        ...notes,
        'complete does not mean that an agent was saved (§1)',
      ]);
    }
    // An error event is the documented way to fail (§4.1 rule 3): the operation is there.
    if (verdict.outcome === 'stream-error') return conclude('exists', 'stream-error', status, notes);
    if (verdict.code === 'truncated') return conclude('unverified', cut.reason ?? 'truncated', status, notes);
    return conclude('drift', `stream: ${verdict.code}`, status, notes);
  });
}
