import { type ProbeResult, VERDICTS } from '../model/probe-result.ts';

/** A run in one line: how many of each verdict, and what was sent for it. */
export function describeCounts({ checked, accounting }: ProbeResult): string {
  const counts = VERDICTS.flatMap((verdict) => {
    const count = checked.filter((endpoint) => endpoint.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const { requestsSent, keylessUnsafe } = accounting;
  const found = counts.length === 0 ? 'no endpoint to ask for' : counts.join(', ');
  const requests = requestsSent === 1 ? '1 request' : `${requestsSent} requests`;
  return `${found}; ${requests}, ${keylessUnsafe} of them writes without key and body`;
}
