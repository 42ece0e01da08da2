import type { Catalog } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import { findNearest } from '../nearest.ts';
import type { KnownBase } from './bases.ts';
import { inferBases, nameBase } from './infer-bases.ts';
import { isOnPlatform, type Use } from './uses.ts';

/** A base that is mistyped finds nothing, which looks like a tree in which nothing is left. */

const MAX_LISTED = 3;

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

function listOthers(analysis: Analysis, known: readonly KnownBase[]): readonly string[] {
  return listNames(analysis).filter((name) => !known.some(({ base }) => base === name));
}

/** What the code asks for paths of the catalogue. */
function listAsked(analysis: Analysis, catalog: Catalog): readonly string[] {
  const { winner, contenders } = inferBases(analysis, catalog);
  return [...(winner === null ? [] : [winner.base]), ...contenders];
}

/** Does nothing go to the bases that are known, while another one is asked for paths of the platform, or named almost the same? */
export function asksOthersOnly(
  known: readonly KnownBase[],
  uses: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
): boolean {
  if (uses.some(isOnPlatform)) return false;
  const names = listOthers(analysis, known);
  return known.some(({ base }) => findSimilar(base, names) !== undefined) || listAsked(analysis, catalog).length > 0;
}

/** The bases that somebody named and nothing uses, with what may have been meant. Other bases in use excuse one. */
export function describeUnusedBases(
  known: readonly KnownBase[],
  uses: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
  baseFlag = '--base-url',
): readonly string[] {
  const namedBy = { flag: baseFlag, config: 'the config' } as const;
  const used = new Set(uses.flatMap(({ target }) => (target.kind === 'platform' ? [target.base] : [])));
  const unused = known.flatMap(({ base, source }) =>
    (source === 'flag' || source === 'config') && !used.has(base) ? [{ base, source }] : [],
  );
  if (unused.length === 0) return [];
  const names = listOthers(analysis, known);
  return unused.flatMap(({ base, source }) => {
    const similar = findSimilar(base, names);
    if (similar === undefined && used.size > 0) return [];
    const head = `no request goes to ${base}, which ${namedBy[source]} names`;
    if (similar !== undefined) return [`${head}. Did you mean ${similar}?`];
    const asked = listAsked(analysis, catalog).slice(0, MAX_LISTED);
    return [asked.length === 0 ? `${head}.` : `${head}. The code asks ${asked.join(', ')} for paths of the catalogue.`];
  });
}
