/** The event types that §6.1 shows; the list is not closed there, so another type is a note and not a violation. */
export const EVENT_TYPES = [
  'phase_start',
  'thinking_delta',
  'phase_complete',
  'building_event',
  'complete',
  'error',
] as const;

/** Members of an event that §6.1 shows as strings. */
export const STRING_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  phase_start: ['phase'],
  thinking_delta: ['delta', 'label', 'phase'],
};

/** The members of `complete.data` that §2.4 names as the final result. */
export const RESULT_MEMBERS = ['status', 'missingQuestions', 'evaluation', 'draftAgent'] as const;

/** Why a body is not an agent-builder stream. */
export type ViolationCode =
  | 'bad-chunk-type'
  | 'line-too-long'
  | 'total-too-large'
  | 'too-many-events'
  | 'too-many-blank-lines'
  | 'json-too-deep'
  | 'invalid-utf8'
  | 'invalid-json'
  | 'not-an-object'
  | 'no-type'
  | 'complete-without-data'
  | 'event-after-terminal'
  | 'no-terminal-event'
  | 'truncated';

export interface StreamVerdict {
  readonly outcome: 'complete' | 'stream-error' | 'violation';
  /** Null unless the outcome is `violation`. */
  readonly code: ViolationCode | null;
  /** Events read before the verdict fell. */
  readonly events: number;
  /** Things that are odd and not forbidden, each once, in the order of their first appearance. */
  readonly notes: readonly string[];
}

export interface StreamLimits {
  /** Bytes of one line without its LF. */
  readonly maxLine: number;
  /** Bytes of the whole body. */
  readonly maxTotal: number;
  readonly maxEvents: number;
  /** Nesting of objects and arrays in one line; the event itself is 1. */
  readonly maxDepth: number;
}

export const DEFAULT_LIMITS: StreamLimits = {
  maxLine: 1024 * 1024,
  maxTotal: 32 * 1024 * 1024,
  maxEvents: 100_000,
  maxDepth: 64,
};
