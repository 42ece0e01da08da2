/**
 * What a legacy path announces of its end: `Deprecation` (RFC 9745, a structured date), `Sunset` (RFC 8594) and `Link`. All
 * of it is advice; a missing header proves nothing. Notes of ours, no value is repeated.
 */
export function describeLegacyHeaders(
  headers: Readonly<Record<string, string>>,
  status: number,
  cutoff: string,
  now: Date,
): readonly string[] {
  const notes: string[] = [];
  const { deprecation, sunset, link } = headers;
  const since = /^@(-?\d{1,12})$/.exec(deprecation?.trim() ?? '')?.[1];
  if (deprecation !== undefined) {
    notes.push(since === undefined ? 'Deprecation: not the date form of RFC 9745' : 'Deprecation: announced');
  }
  const end = sunset === undefined ? Number.NaN : Date.parse(sunset);
  if (sunset !== undefined) notes.push(Number.isNaN(end) ? 'Sunset: not an HTTP date' : 'Sunset: announced');
  if (since !== undefined && end < Number(since) * 1000) notes.push('Sunset: earlier than Deprecation');
  if (/rel="?[^"]*successor-version/.test(link ?? '')) notes.push('Link: names a successor');
  const isOver = now.getTime() >= Date.parse(`${cutoff}T00:00:00Z`);
  if (isOver && status >= 200 && status < 300) notes.push(`still served after ${cutoff}`);
  return notes;
}
