import { Buffer } from 'node:buffer';
import { fileTexts } from './file-texts.ts';
import { readSource } from './read-file.ts';

/** What is beyond is read again each time. */
const MAX_KEPT_BYTES = 64_000_000;

/** Files that are searched for one thing after another: to open them takes longer than to search them. */
export class KeptTexts {
  readonly #kept = new Map<string, Buffer | null>();
  #room = MAX_KEPT_BYTES;

  /** The bytes of a source file, where searches are fast on them, valid until the next read; null where there are none. */
  read(path: string): Buffer | null {
    const known = this.#kept.get(path);
    if (known === null) return null;
    if (known !== undefined) return fileTexts.buffer.subarray(0, known.copy(fileTexts.buffer));
    const result = readSource(path);
    const bytes = result.kind === 'bytes' && !result.isTooLarge ? result.bytes : null;
    this.#keep(path, bytes);
    return bytes;
  }

  #keep(path: string, bytes: Buffer | null): void {
    if (bytes !== null && bytes.length > this.#room) return;
    this.#kept.set(path, bytes === null ? null : Buffer.from(bytes));
    this.#room -= bytes?.length ?? 0;
  }
}
