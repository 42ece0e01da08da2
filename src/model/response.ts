import type { Span } from './location.ts';

/** How code reads the JSON body of one request's answer, where that is certain. */
export interface BodyRead {
  /** The member that is read; `[]`: the body is gone through, or an element is taken, as of a list. */
  readonly name: string;
  /** The code asks whether the member is there, or whether it has a list, and so is prepared for other bodies. */
  readonly isGuard: boolean;
  /** It is read by code that serves other requests, too; the place is the request then. */
  readonly isShared: boolean;
  /** The name, or what stands for it. */
  readonly place: Span;
}

/** What becomes of the JSON body of one request's answer. */
export interface BodyReading {
  readonly reads: readonly BodyRead[];
  /** The body as a whole goes where nobody follows it: what is read there is not among the reads. */
  readonly isOpen: boolean;
}

/** How code reads a streamed answer. */
export interface StreamReading {
  /** The call that reads, or the request itself where nothing is read. */
  readonly place: Span;
  /** `unread`: nothing is looked at; `status`: only the status is; `json`: taken for one JSON text; `events`: lines or events are read. */
  readonly how: 'unread' | 'status' | 'json' | 'events';
  /** Texts that the reading code compares with or names: `complete`, `error`. */
  readonly words: readonly string[];
}
