import type { Catalog } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import { findNearest } from '../nearest.ts';
import type { KnownBase } from './bases.ts';
import { inferBases, nameBase } from './infer-bases.ts';
import type { Use } from './uses.ts';

/** A base that is mistyped finds nothing, which looks like a tree in which nothing is left. */

const MAX_LISTED = 3;
const NAMED_BY = { flag: '--base-url', config: 'the config' } as const;

/** What a base is told apart by: the host, or the name of the variable. */
function getOwnPart(base: string): string {
  return base.replace(/^(?:https?:\/\/|env:)/, '');
}

function listNames({ requests, references }: Analysis): readonly string[] {
  const urls = [...requests, ...references].flatMap((place) => place.urls);
  return [...new Set(urls.flatMap((url) => nameBase(url) ?? []))];
}

function findSimilar(base: string, names: readonly string[]): string | undefined {
  const isVariable = base.startsWith('env:');
  const alike = names.filter((name) => name.startsWith('env:') === isVariable);
  const nearest = findNearest(getOwnPart(base), alike.map(getOwnPart));
  return alike.find((name) => getOwnPart(name) === nearest);
}

/** The bases that somebody named and nothing uses, with what may have been meant. Other bases in use excuse one. */
export function describeUnusedBases(
  known: readonly KnownBase[],
  uses: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
): readonly string[] {
  const used = new Set(uses.flatMap(({ target }) => (target.kind === 'platform' ? [target.base] : [])));
  const unused = known.flatMap(({ base, source }) =>
    (source === 'flag' || source === 'config') && !used.has(base) ? [{ base, source }] : [],
  );
  if (unused.length === 0) return [];
  const names = listNames(analysis).filter((name) => !known.some(({ base }) => base === name));
  return unused.flatMap(({ base, source }) => {
    const similar = findSimilar(base, names);
    if (similar === undefined && used.size > 0) return [];
    const head = `no request goes to ${base}, which ${NAMED_BY[source]} names`;
    if (similar !== undefined) return [`${head}. Did you mean ${similar}?`];
    const { winner, contenders } = inferBases(analysis, catalog);
    const asked = [...(winner === null ? [] : [winner.base]), ...contenders].slice(0, MAX_LISTED);
    return [asked.length === 0 ? `${head}.` : `${head}. The code asks ${asked.join(', ')} for paths of the catalogue.`];
  });
}
