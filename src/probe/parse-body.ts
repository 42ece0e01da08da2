import { scanJson } from '../stream/scan-json.ts';
import { type Answer, getEssence, isJsonType } from './answer.ts';

/** Nesting of objects and arrays; JSON.parse itself fails with a stack overflow far beyond. */
const MAX_DEPTH = 64;

type ParsedBody =
  | { readonly ok: true; readonly value: unknown; readonly notes: readonly string[] }
  /** The body arrived whole and is wrong. */
  | { readonly ok: false; readonly reason: string; readonly isCut: false }
  /** The body ended with the connection, in the middle of a value. */
  | { readonly ok: false; readonly reason: 'truncated'; readonly isCut: true };

function fail(reason: string): ParsedBody {
  return { ok: false, reason, isCut: false };
}

/** A JSON body may leave the type out or say text: it is judged by its bytes then. HTML is never one. */
function checkType(answer: Answer, notes: string[]): string | null {
  const type = answer.headers['content-type'];
  const essence = getEssence(type);
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    return 'content-type: the charset is not utf-8';
  }
  if (isJsonType(essence)) return null;
  if (essence !== '' && essence !== 'text/plain') {
    const shown = essence === 'text/html' ? essence : 'another type';
    return `content-type: ${shown}, expected application/json`;
  }
  notes.push('the content type is not application/json');
  return null;
}

function decodeText(body: Uint8Array, notes: string[]): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (!text.startsWith('\ufeff')) return text;
    notes.push('the body begins with a byte order mark');
    return text.slice(1);
  } catch {
    return null;
  }
}

function parseText(text: string, answer: Answer, notes: readonly string[]): ParsedBody {
  const scan = scanJson(text, MAX_DEPTH);
  if (scan.depth > MAX_DEPTH) return fail(`body: nested deeper than ${MAX_DEPTH}`);
  try {
    return { ok: true, value: JSON.parse(text), notes };
  } catch {
    // Without a length or a last chunk nobody said that this is all of it.
    if (answer.framing === 'close' && scan.open) return { ok: false, reason: 'truncated', isCut: true };
    return fail('body: not valid JSON');
  }
}

/** Strict: UTF-8 without replacement characters, one JSON value, bounded depth. */
export function parseBody(answer: Answer): ParsedBody {
  const notes: string[] = [];
  if (answer.coding !== null) return fail(`body: ${answer.coding}`);
  const wrongType = checkType(answer, notes);
  if (wrongType !== null) return fail(wrongType);
  if (answer.body.length === 0) return fail('body: empty');
  const text = decodeText(answer.body, notes);
  if (text === null) return fail('body: not valid UTF-8');
  if (answer.framing === 'close') notes.push('the body ended with the connection');
  return parseText(text, answer, notes);
}
