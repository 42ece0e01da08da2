/**
 * The second net. The first is that nothing of a response is printed at all; this one hides the key should a host name,
 * a file name or a member name hold it, spelled in any way that a server or a tool is likely to spell it.
 */

const MASK = '[key]';

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

/** Percent signs for everything but letters and digits, as form and strict encoders write. */
function percentAll(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function escapeUnicode(text: string): string {
  return [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** Base64 of the text wherever it stands in a longer one: the characters that do not depend on what is around it. */
function listBase64(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    const skipped = [0, 2, 3][shift] ?? 0;
    const rest = (text.length + shift) % 3;
    return encoded.slice(skipped, rest === 0 ? undefined : rest === 1 ? -3 : -2);
  });
}

function listSpellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = listBase64(secret);
  return [
    secret,
    encodeURIComponent(secret),
    percentAll(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ k: secret }).toString().slice(2),
    escapeJson(secret),
    escapeJson(escapeJson(secret)),
    secret.replaceAll('/', '\\/'),
    escapeHtml(secret, '&#39;'),
    escapeHtml(secret, '&apos;'),
    bytes.toString('hex'),
    escapeUnicode(secret),
    [...secret].reverse().join(''),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** A part this long of a secret is hidden too: what a server cut short is still most of a key. */
const WINDOW = 12;

function listParts(secret: string): readonly string[] {
  const count = Math.max(0, secret.length - WINDOW + 1);
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + WINDOW));
}

/** Hides every spelling of the secrets, whatever their case. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const whole = secrets.flatMap(listSpellings);
  const spellings = [...new Set([...whole, ...whole.flatMap(listParts)])].filter((text) => text.length >= 5);
  // The longest first: the whole key before its secret.
  const sources = spellings
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const pattern = new RegExp(sources.join('|'), 'gi');
  return (text) => text.replace(pattern, MASK);
}
