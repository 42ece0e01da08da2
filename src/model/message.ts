import type { Region } from './location.ts';

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

/** A header that requests send, where it is written. */
export interface HeaderPlace {
  /** Lower case. */
  readonly name: string;
  readonly file: string;
  readonly key: Region;
  readonly keyStart: number;
}
