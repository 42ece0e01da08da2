/**
 * Is this the head of a stream (§4.1)? Status 200 and `application/x-ndjson`, parameters and case aside. Anything else
 * is not read as a stream: an error answer is a JSON object, and a 200 of another type is a violation.
 */
export function checkStreamResponse(
  status: number,
  contentType: string | undefined,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'status' | 'content-type' } {
  if (status !== 200) return { ok: false, reason: 'status' };
  const essence = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  return essence === 'application/x-ndjson' ? { ok: true } : { ok: false, reason: 'content-type' };
}
