import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** Bytes of a body, as sent and decoded. */
export const MAX_BODY = 8 * 1024 * 1024;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

type Decoded =
  | { readonly ok: true; readonly body: Uint8Array }
  | { readonly ok: false; readonly reason: 'too-large' | 'truncated' | 'coding' };

/**
 * `identity` was asked for, so a coding is rare; one is undone, with a cap on what comes out of it: 65 KB can hold 64 MiB.
 */
export async function decodeBody(bytes: Uint8Array, contentEncoding: string): Promise<Decoded> {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return { ok: true, body: bytes };
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode === undefined) return { ok: false, reason: 'coding' };
  try {
    return { ok: true, body: await decode(bytes, { maxOutputLength: MAX_BODY }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') return { ok: false, reason: 'too-large' };
    return { ok: false, reason: code === 'Z_BUF_ERROR' ? 'truncated' : 'coding' };
  }
}
