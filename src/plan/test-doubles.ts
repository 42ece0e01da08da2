import { splitPath } from '../contract/catalog.ts';
import type { Use } from './uses.ts';

/** Test doubles become another operation in step with the requests that they stand for. */

function isDoubleThatMoves({ reference, decision }: Use): boolean {
  return reference !== null && decision === 'move';
}

function nameOperation({ match }: Use): string {
  return `${match?.v1Method} ${match?.v1Path}`;
}

/** Will `use` be, or is it already, at the path with these segments? */
function isSamePath({ decision, match, path: { segments } }: Use, target: readonly string[]): boolean {
  if (decision === 'move' || decision === 'rewrite') return splitPath(match?.v1Path ?? '').join() === target.join();
  if (decision !== 'v1' || segments.length !== target.length) return false;
  return target.every((segment, index) => segment.startsWith('{') || segment === segments[index]);
}

/** Where two handlers would answer the same operation, the first would answer for both. */
function findRival(use: Use, uses: readonly Use[]): Use | undefined {
  if (use.reference?.isHandler !== true) return undefined;
  const { file } = use.reference.expression;
  return uses.find((other) => {
    if (other === use || other.reference?.isHandler !== true || other.reference.expression.file !== file) return false;
    const methods = other.url.methods ?? other.reference.methods ?? [];
    const isUpdate = other.decision === 'move' || methods.includes(use.match?.v1Method ?? '');
    return isUpdate && isSamePath(other, splitPath(use.match?.v1Path ?? ''));
  });
}

function explainStay(use: Use, uses: readonly Use[]): string | null {
  const rival = findRival(use, uses)?.reference?.expression;
  if (rival !== undefined)
    return `the handler at ${rival.file}:${rival.line} would answer ${nameOperation(use)} as well`;
  const [method] = use.url.methods ?? use.reference?.methods ?? [];
  const left = uses.find(
    ({ request, decision, match, url }) =>
      request !== null &&
      decision === 'manual' &&
      match?.legacyPath === use.match?.legacyPath &&
      (url.methods ?? request.methods ?? [method]).includes(method ?? ''),
  );
  return left?.request ? `its request at ${left.request.site.file}:${left.request.site.line} is left to you` : null;
}

export function keepDoublesInStep(uses: readonly Use[]): readonly Use[] {
  return uses.map((use) => {
    const reason = isDoubleThatMoves(use) ? explainStay(use, uses) : null;
    return reason === null ? use : { ...use, decision: 'manual', move: { ok: false, reason } };
  });
}
