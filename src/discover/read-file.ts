import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { fileTexts } from './file-texts.ts';

/** `bytes` are valid until the next read. `link`: the name is a symbolic link now, whatever it was when listed. */
type ReadResult =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly isTooLarge: boolean }
  | { readonly kind: 'link' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'video' }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Not through links, and without waiting for a writer when a file turned into a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const MESSAGES: Readonly<Record<string, string>> = {
  EACCES: 'The file could not be read: permission denied.',
  EPERM: 'The file could not be read: permission denied.',
  EISDIR: 'The file could not be read: it is a folder now.',
  ERR_FS_FILE_TOO_LARGE: 'The file could not be read: it is larger than 2 GB.',
};

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Network file systems answer in parts, of this or a multiple of it. */
const BLOCK = 512;
const MAX_SINGLE = 32_768;

/** Is a short answer the whole rest of a file? To ask each file once more for nothing takes a seventh of the reading. */
function isWhole(count: number): boolean {
  return count < MAX_SINGLE && count % BLOCK !== 0;
}

function fillShared(path: string): number {
  const shared = fileTexts.buffer;
  const handle = openSync(path, FLAGS);
  try {
    let length = 0;
    while (length < shared.length) {
      const count = readSync(handle, shared, length, shared.length - length, null);
      length += count;
      if (count === 0 || isWhole(count)) break;
    }
    return length;
  } finally {
    closeSync(handle);
  }
}

function readBytes(path: string): ReadResult {
  const length = fillShared(path);
  const shared = fileTexts.buffer;
  if (length < shared.length) return { kind: 'bytes', bytes: shared.subarray(0, length), isTooLarge: false };
  return { kind: 'bytes', bytes: readFileSync(path), isTooLarge: true };
}

function describeEncoding(bytes: Buffer): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isUtf16 ? 'it is UTF-16, not UTF-8' : 'it is not UTF-8';
}

/** Video segments are called `.ts` too; their packets of 188 bytes all begin with the same byte. */
function isVideo(bytes: Buffer): boolean {
  return bytes.length > 188 && bytes[0] === 0x47 && bytes[188] === 0x47;
}

/** The bytes of a UTF-8 file, or why there are none. Never throws. */
export function readSource(path: string): ReadResult {
  try {
    const result = readBytes(path);
    if (result.kind !== 'bytes' || isUtf8(result.bytes)) return result;
    if (isVideo(result.bytes)) return { kind: 'video' };
    return { kind: 'unreadable', message: `The file could not be read: ${describeEncoding(result.bytes)}.` };
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
    if (code === 'ELOOP' || code === 'EMLINK') return { kind: 'link' }; // EMLINK is FreeBSD's word for it
    return { kind: 'unreadable', message: MESSAGES[code] ?? `The file could not be read (${code}).` };
  }
}
