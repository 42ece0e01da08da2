import type { FileEdit } from '../../model/message.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import type { Module } from '../modules/module.ts';
import type { TextValue } from '../values/values.ts';

/** One way in which a request is sent, and the refusal to change it. */
export interface Emission {
  readonly sink: CallSite;
  readonly request: SentRequest;
  readonly text: TextValue;
  /** The call that the reader sees as the request. */
  readonly site: { readonly node: SyntaxNode; readonly module: Module };
}

/** Thrown where a change is not certain; its message is the reason. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}

export function inFile(module: Module, edit: TextEdit | null): readonly FileEdit[] {
  return edit === null ? [] : [{ file: module.path, ...edit }];
}
