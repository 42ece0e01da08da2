import type { Region } from './location.ts';

/** What makes a comment one of ours. */
export const TOOL_NAME = 'v1-migrate';

/** The beginning of every comment by which a user accepts a finding. */
export const IGNORE_MARK = `${TOOL_NAME}-ignore`;

/** The beginning of every comment above work that is left for a person. */
export const MARKER_MARK = `TODO(${TOOL_NAME})`;

/** A comment of a source file that names this tool; never text in a string or template. */
export interface SourceComment extends Region {
  /** `markup`: `<!-- -->` of a component. */
  readonly kind: 'line' | 'block' | 'markup';
  /** What stands between its marks. */
  readonly text: string;
  /** Offsets, marks included. */
  readonly start: number;
  readonly end: number;
}

/** The start of a line where a comment can stand, and how it is written there. */
export interface CommentPlace {
  readonly offset: number;
  readonly indent: string;
  /** `jsx`: among the children of an element, where `//` would be text. */
  readonly style: 'line' | 'jsx';
  readonly eol: '\n' | '\r\n';
}
