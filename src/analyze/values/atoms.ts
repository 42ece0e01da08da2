import type { Location } from '../../model/location.ts';
import type { EnvPart, Seam, Taken, TextOrigin } from '../../model/url-value.ts';
import type { CallNode, FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';

/** What a text is made of: characters that remember where they stand, environment variables, and holes with a reason. */

/** The call that handed a text over to a wrapper or made an instance with it, and the argument that held it. */
export interface Handover {
  readonly call: CallNode;
  readonly argument: SyntaxNode;
  readonly module: Module;
  /** The argument, or the member of an object that is written in the call, where that is a text whatever comes. */
  readonly text?: SyntaxNode;
}

/** A parameter whose caller is not known yet: which function must be called for it to get a value. */
export interface OpenParam {
  readonly fn: FunctionNode;
  readonly module: Module;
}

export interface TextAtom {
  readonly kind: 'text';
  readonly text: string;
  readonly origin: TextOrigin | null;
  readonly via: Handover | null;
  /** A member has it for want of another: `if (!this.base) this.base = 'https://api.voice.example';` */
  readonly isDefault?: true;
  /** Where it enters larger texts, from the inside out. */
  readonly seams?: readonly Seam[];
  readonly taken?: readonly Taken[];
}

export interface EnvAtom extends EnvPart {
  /** The hosts that it falls back to where it is read: `process.env.URL || 'https://api.voice.example'`. */
  readonly defaults?: readonly string[];
  readonly via: Handover | null;
}

export interface HoleAtom {
  readonly kind: 'hole';
  readonly label: string;
  readonly reason: string;
  readonly location: Location;
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly open: OpenParam | null;
  /** Of a table, which the parameter says. */
  readonly isRow?: boolean;
  readonly via: Handover | null;
  readonly query: boolean;
  readonly seams?: readonly Seam[];
  readonly taken?: readonly Taken[];
}

export type Atom = TextAtom | EnvAtom | HoleAtom;
