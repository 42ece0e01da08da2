import type { Addressed } from '../../model/analysis.ts';
import { findAround } from '../../syntax/enclosing.ts';
import { contains } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { WrittenHeader } from './written-header.ts';

/** Headers that statements or chained calls set one beside the other. */

/** The statement that a chain of calls stands in, and the block around it. */
const STATEMENT = /(?:Statement|Declaration)$/;
const BLOCK = /^(?:BlockStatement|Program)$/;

interface OwnHeader {
  readonly header: WrittenHeader;
  readonly requests: readonly Addressed[];
  /** Null in the middle of an expression. */
  readonly statement: SyntaxNode | null;
}

/** The Authorization that is set on the same requests in the same block, or in the same chain. */
export function findAuthorizationBeside<T extends OwnHeader>(own: T, set: readonly T[]): T | undefined {
  const { header, requests, statement } = own;
  const block = findAround(header.value, BLOCK);
  return set.find(
    (other) =>
      other.header.name === 'authorization' &&
      other.header.module === header.module &&
      requests.every((request) => other.requests.includes(request)) &&
      (statement === null
        ? other.statement === null && findAround(other.header.value, STATEMENT) === findAround(header.value, STATEMENT)
        : other.statement !== null) &&
      findAround(other.header.value, BLOCK) === block &&
      block !== undefined &&
      contains(block, other.header.value),
  );
}
