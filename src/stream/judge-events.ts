import { isJsonObject } from '../model/json-object.ts';
import { EVENT_TYPES, RESULT_MEMBERS, STRING_MEMBERS, type StreamLimits, type ViolationCode } from './events.ts';
import { scanJson } from './scan-json.ts';

/** A bound of our own on keep-alive noise; the reference says nothing of empty lines. */
const MAX_BLANK_LINES = 10_000;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR);
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return null;
  }
}

/** Strict UTF-8; `partial` lets a character that is cut at the end pass. Null when the bytes are not UTF-8. */
function decodeText(bytes: Uint8Array, partial: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial });
  } catch {
    return null;
  }
}

/** The state machine of §4.1 and §6.1: takes lines, remembers what came, and knows nothing of chunks. */
export class EventJudge {
  readonly notes = new Set<string>();
  events = 0;
  terminal: 'complete' | 'error' | null = null;
  readonly #limits: StreamLimits;
  #blankRun = 0;
  #isFirstLine = true;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** A line that an LF ended; the code of what is wrong with it, or null. */
  judgeLine(bytes: Uint8Array): ViolationCode | null {
    const line = this.#trimLine(bytes);
    if (line === null) return this.#blankRun > MAX_BLANK_LINES ? 'too-many-blank-lines' : null;
    if (this.terminal !== null) return 'event-after-terminal';
    const text = decodeText(line, false);
    return text === null ? 'invalid-utf8' : this.#judgeText(text);
  }

  /** What stood behind the last LF when the transport ended cleanly: a whole event, or the beginning of one. */
  judgeRest(bytes: Uint8Array): ViolationCode | null {
    const line = this.#trimLine(bytes);
    if (line === null) return null;
    if (this.terminal !== null) return 'event-after-terminal';
    if (this.#isBeginning(line)) return 'truncated';
    const text = decodeText(line, false);
    if (text === null) return 'invalid-utf8';
    const code = this.#judgeText(text);
    if (code === null) this.notes.add('unterminated-final-line');
    return code;
  }

  /** Can more bytes make these an event? A body can be cut anywhere, also inside a character. */
  #isBeginning(line: Uint8Array): boolean {
    const text = decodeText(line, true);
    if (text === null || !text.trimStart().startsWith('{')) return false;
    const scan = scanJson(text, this.#limits.maxDepth);
    return scan.open && scan.depth <= this.#limits.maxDepth;
  }

  /** Without the BOM of byte 0 and one CR; null for a blank line. */
  #trimLine(bytes: Uint8Array): Uint8Array | null {
    const hasBom = this.#isFirstLine && BOM.every((byte, index) => bytes[index] === byte);
    this.#isFirstLine = false;
    if (hasBom) this.notes.add('bom');
    const content = hasBom ? bytes.subarray(BOM.length) : bytes;
    const hasCr = content.at(-1) === CR;
    if (hasCr) this.notes.add('crlf');
    const line = hasCr ? content.subarray(0, -1) : content;
    if (!isBlank(line)) {
      this.#blankRun = 0;
      return line;
    }
    this.notes.add('blank-line');
    this.#blankRun += 1;
    return null;
  }

  #judgeText(text: string): ViolationCode | null {
    const scan = scanJson(text, this.#limits.maxDepth);
    if (scan.depth > this.#limits.maxDepth) return 'json-too-deep';
    const parsed = parseJson(text);
    if (parsed === null) return 'invalid-json';
    if (!isJsonObject(parsed.value)) return 'not-an-object';
    const event = parsed.value;
    // Own members only: `{"__proto__":{"type":"complete"}}` has no type.
    const type = Object.hasOwn(event, 'type') ? event.type : undefined;
    if (typeof type !== 'string') return 'no-type';
    if (this.events === this.#limits.maxEvents) return 'too-many-events';
    this.events += 1;
    if (scan.typeMembers > 1) this.notes.add('duplicate-type');
    return this.#judgeEvent(type, event);
  }

  #judgeEvent(type: string, event: Readonly<Record<string, unknown>>): ViolationCode | null {
    if (!EVENT_TYPES.some((known) => known === type)) this.notes.add('unknown-type');
    // A shown member may be absent (§6.1 calls them "shown", not required), but not of another type.
    for (const member of STRING_MEMBERS[type] ?? []) {
      if (Object.hasOwn(event, member) && typeof event[member] !== 'string') this.notes.add(`not-a-string:${member}`);
    }
    if (type === 'error') this.terminal = 'error';
    if (type !== 'complete') return null;
    const data = Object.hasOwn(event, 'data') ? event.data : undefined;
    if (!isJsonObject(data)) return 'complete-without-data';
    for (const member of RESULT_MEMBERS) {
      if (!Object.hasOwn(data, member)) this.notes.add(`missing-data-member:${member}`);
    }
    this.terminal = 'complete';
    return null;
  }
}
