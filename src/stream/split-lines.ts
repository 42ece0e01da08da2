import type { StreamLimits, ViolationCode } from './events.ts';

const LF = 0x0a;

/**
 * Cuts bytes into lines at LF and nothing else: CR, U+2028 and the like may stand inside JSON text.
 * A limit falls at the same byte however the body is cut into chunks, and at most one line is held.
 */
export class LineSplitter {
  readonly #limits: StreamLimits;
  #pending = new Uint8Array(4096);
  #length = 0;
  #total = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Hands each line that `chunk` completes to `judge`, without its LF, and stops at the first code. */
  push(chunk: Uint8Array, judge: (line: Uint8Array) => ViolationCode | null): ViolationCode | null {
    const room = this.#limits.maxTotal - this.#total;
    // The bytes within the total are judged before the total is: else the verdict would depend on the chunk's size.
    const allowed = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#total += allowed.length;
    let start = 0;
    for (let end = allowed.indexOf(LF); end !== -1; end = allowed.indexOf(LF, start)) {
      const line = this.#take(allowed.subarray(start, end));
      const code = line === null ? 'line-too-long' : judge(line);
      if (code !== null) return code;
      start = end + 1;
    }
    if (!this.#keep(allowed.subarray(start))) return 'line-too-long';
    return allowed === chunk ? null : 'total-too-large';
  }

  /** What stands behind the last LF. */
  get rest(): Uint8Array {
    return this.#pending.subarray(0, this.#length);
  }

  /** The kept bytes and `tail` as one line, or null when that is longer than a line may be. */
  #take(tail: Uint8Array): Uint8Array | null {
    if (this.#length === 0) return tail.length > this.#limits.maxLine ? null : tail;
    if (!this.#keep(tail)) return null;
    const line = this.#pending.subarray(0, this.#length);
    this.#length = 0;
    return line;
  }

  /** Copies, because a producer may fill the same chunk again. */
  #keep(bytes: Uint8Array): boolean {
    const length = this.#length + bytes.length;
    if (length > this.#limits.maxLine) return false;
    if (length > this.#pending.length) {
      const grown = new Uint8Array(Math.min(this.#limits.maxLine, Math.max(length, this.#pending.length * 2)));
      grown.set(this.rest);
      this.#pending = grown;
    }
    this.#pending.set(bytes, this.#length);
    this.#length = length;
    return true;
  }
}
