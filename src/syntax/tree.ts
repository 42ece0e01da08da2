import type { Node } from '@babel/types';

/** Any syntax node of a script. Babel's own types are used everywhere; only parse.ts names the parser. */
export type SyntaxNode = Node;

/** One script of a file (a whole file, or a script block or the markup of a component), with offsets of the file. */
export interface Script {
  readonly program: SyntaxNode;
  /** `script` for code, `markup` for the expressions of a component's markup, made into one program. */
  readonly kind: 'script' | 'markup';
  /** How many pieces of code it was made of. */
  readonly pieces: number;
}

/** A comment with its marks in `[start, end)`; `value` is what stands between them. */
export interface Comment {
  /** `markup`: `<!-- -->` of a component, outside its scripts. */
  readonly kind: 'line' | 'block' | 'markup';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface ParsedFile {
  readonly path: string;
  readonly scripts: readonly Script[];
  /** All comments in order of place; text in strings and templates that looks like one is none. */
  readonly comments: readonly Comment[];
}

export interface SyntaxFailure {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ParseResult =
  | { readonly ok: true; readonly file: ParsedFile }
  | { readonly ok: false; readonly failure: SyntaxFailure };
