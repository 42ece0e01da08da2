/**
 * The hash by which GitHub recognises the line of an alert again (`primaryLocationLineHash`), computed as its upload
 * step computes it, which warns of any other value: the 100 UTF-16 units from the beginning of the line, without blanks
 * and tabs, every line end a line feed, as a polynomial in 37 modulo 2^64.
 */

const WINDOW = 100;
const BASE = 37;
const HALF = 0x1_0000_0000;
const END_OF_FILE = 65_535;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;

interface Units {
  readonly units: Uint16Array;
  /** Where each line begins in `units`. */
  readonly starts: readonly number[];
}

function readUnits(text: string): Units {
  const units = new Uint16Array(text.length + 1 + WINDOW);
  const starts = [0];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === BLANK || unit === TAB) continue;
    if (unit === LINE_FEED && text.charCodeAt(at - 1) === CARRIAGE_RETURN) continue;
    const isLineEnd = unit === LINE_FEED || unit === CARRIAGE_RETURN;
    units[length] = isLineEnd ? LINE_FEED : unit;
    length += 1;
    if (isLineEnd) starts.push(length);
  }
  units[length] = END_OF_FILE;
  return { units, starts };
}

/** 64 bits as two halves: a double holds 37 times one of them exactly. */
function hashWindow(units: Uint16Array, start: number): string {
  let high = 0;
  let low = 0;
  for (let at = start; at < start + WINDOW; at += 1) {
    const next = low * BASE + (units[at] ?? 0);
    low = next % HALF;
    high = (high * BASE + (next - low) / HALF) % HALF;
  }
  return high === 0 ? low.toString(16) : high.toString(16) + low.toString(16).padStart(8, '0');
}

/** For each line `<hash>:<n>`, the n-th line of the text with this hash. */
export function computeLineHashes(text: string): readonly string[] {
  const { units, starts } = readUnits(text);
  const counts = new Map<string, number>();
  return starts.map((start) => {
    const hash = hashWindow(units, start);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `${hash}:${count}`;
  });
}
