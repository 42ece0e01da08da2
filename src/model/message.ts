import type { Addressed } from './analysis.ts';
import type { Span } from './location.ts';
import type { UrlValue } from './url-value.ts';

/** A change of a request's method and JSON body, as the plan wants it. */
export interface MessageChange {
  /** Upper case. */
  readonly method: string;
  /** The member that the new body sets. */
  readonly field: string;
  /** Names under which the old body may carry its value. */
  readonly from: readonly string[];
  /** `body`: the value is in the old body; `null`: the member is cleared; an expression: it stood in the path. */
  readonly value: 'body' | 'null' | { readonly source: string; readonly file: string };
}

/** A range of a file and its new text. */
export interface FileEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits that bring the change about, or the reason why a person must. */
export type MessageAnswer =
  | { readonly ok: true; readonly edits: readonly FileEdit[]; readonly extraMembers: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** An Authorization, or the secret of a key in a header of its own. */
export interface HeaderRival {
  /** `file:line` */
  readonly place: string;
  readonly isSecret: boolean;
  readonly requests: readonly Addressed[];
}

/** Other places that set a header of which one question asks whether it is set. */
export interface HeaderMates {
  /** `file:line (what it does)` */
  readonly questions: readonly string[];
  /** Where their names begin. */
  readonly others: readonly { readonly file: string; readonly start: number }[];
}

/** A type that calls the header of a literal by its name. */
export interface HeaderType {
  /** `file:line` */
  readonly place: string;
  /** What makes it name the other header, in the file of the literal; null where others may know the type. */
  readonly edit: { readonly start: number; readonly end: number; readonly text: string } | null;
}

/** A credential header where it is written, and the requests that send it. */
export interface HeaderPlace {
  /** Lower case: `x-api-key` or `authorization`. */
  readonly name: string;
  readonly file: string;
  /** The name with its quotes or brackets, and `Authorization` in the same form. */
  readonly key: { readonly start: number; readonly end: number; readonly text: string };
  /** The value with its casts. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value without them. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** Of `<key_id>:<secret>`, is the part in front of the colon all that is sent? */
  readonly isKeyIdOnly: boolean;
  /** How the value is written; an operand needs no parentheses beside `+`, a list is no single text. */
  readonly valueKind: 'string' | 'template' | 'operand' | 'expression' | 'list';
  /** Does it begin with `Bearer` already? */
  readonly hasScheme: boolean;
  /** The edit that takes the header away; null where it cannot be taken out of what surrounds it. */
  readonly removal: { readonly start: number; readonly end: number } | null;
  /** False: how it gets to the requests is not known, only that it is written beside them. */
  readonly isFollowed: boolean;
  /** Only the file says that it may be theirs. */
  readonly isLoose?: true;
  /** Only the name stands there: who sets the header is not known. */
  readonly isName?: true;
  /** An Authorization is certainly sent beside it. */
  readonly hasAuthorization: boolean;
  /** Set where that one does not say that it is of the same key. */
  readonly isOtherKey?: true;
  /** Set where the literal is declared to have it. */
  readonly type?: HeaderType;
  /** What else speaks for the caller in the same requests, written elsewhere. */
  readonly rivals: readonly HeaderRival[];
  /** Questions whether the header is set, and what takes it away: their name changes with it. */
  readonly guards: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** Set where such a question is asked of other headers, too, and they change together. */
  readonly askedWith?: HeaderMates;
  /** A literal key in the value: where it stands; the key itself is never handed on. */
  readonly literalKey: Span | null;
  /** Every literal that the value is put together from and that must be shown nowhere, whole key or not. */
  readonly keyTexts: readonly Span[];
  /** A variable that a browser gets to see: where it is read, and its name. */
  readonly browserKey: {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly name: string;
  } | null;
  /** The object also goes where no request of the project is seen. */
  readonly foreignUses: readonly string[];
  /** A test expects it by itself: of these requests it can be any. */
  readonly isExpectation?: true;
  /** Of an expectation that names the header of what a double was handed: it changes where all of these headers do. */
  readonly expected?: {
    readonly spelling: string;
    /** It is spelt as the code spells it. */
    readonly isExact: boolean;
    /** The value stands there; else the test asks for the name alone. */
    readonly isValue: boolean;
  };
  /** What sends it, and the test doubles that ask for it. */
  readonly requests: readonly Addressed[];
  /** URLs of these requests with which other headers are sent: each row of a table has its own. */
  readonly otherUrls: readonly UrlValue[];
  /** URLs of these requests that nobody gives a path: the methods of a wrapper that are not called. */
  readonly idleUrls: readonly UrlValue[];
}
