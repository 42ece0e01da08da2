import type { Analysis } from '../model/analysis.ts';
import type { Edit } from '../model/plan.ts';
import type { Positions } from './findings.ts';
import { staysAsExpected } from './match-patterns.ts';
import type { Use } from './uses.ts';

/**
 * `expect(client.url('voices')).toBe('http://test/voices')` where no request asks for voices, so that the program's text stays: what
 * the test expects of it stays, too, whomever its host stands for.
 */

/** `uses`, of which the addresses that tests expect of texts without `edits` want nothing; the same list where there is none. */
export function keepExpected(
  uses: readonly Use[],
  edits: Iterable<readonly Omit<Edit, 'finding'>[]>,
  { patterns }: Pick<Analysis, 'patterns'>,
  positions: Positions,
): readonly Use[] {
  const addresses = patterns.filter(({ isAddress }) => isAddress === true);
  if (addresses.length === 0) return uses;
  const changes = [...edits].flat();
  const kept = new Set(
    addresses
      .filter((pattern) => staysAsExpected(pattern, changes))
      .map(({ expression: { file, line, column } }) => `${file}:${positions.getOffset(file, line, column)}`),
  );
  const isKept = ({ reference, decision, place }: Use): boolean =>
    reference !== null && decision === 'rewrite' && place !== null && kept.has(`${place.file}:${place.start}`);
  if (!uses.some(isKept)) return uses;
  return uses.map((use) => (isKept(use) ? { ...use, decision: 'silent' } : use));
}
