import { type Alias, type Catalog, splitPath, startsWithSegments } from '../../contract/catalog.ts';
import type { PathSegment } from '../../contract/match.ts';
import { FINDING_KINDS } from '../../model/findings.ts';
import { compareRegions, type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** One operation called under its own path and under its alias (§4.1): works, and hides that both are one. */

interface AliasUse {
  readonly use: Use;
  /** What follows the prefix. */
  readonly rest: string;
}

/** The path behind `prefix`, in its v1 form or the legacy one; null when it does not begin so. */
function cutPrefix(use: Use, prefix: string, catalog: Catalog): string | null {
  if (use.request === null || use.target.kind !== 'platform' || use.path.unknown !== null) return null;
  const path: readonly PathSegment[] = [...use.target.implied, ...use.path.segments];
  const v1 = splitPath(prefix);
  const version = splitPath(catalog.versionPrefix);
  const isVersioned = startsWithSegments(path, version);
  const wanted = isVersioned ? v1 : v1.slice(version.length);
  if (!startsWithSegments(path, wanted)) return null;
  return path
    .slice(wanted.length)
    .map((segment) => `/${segment ?? '{}'}`)
    .join('');
}

function listUses(uses: readonly Use[], prefix: string, catalog: Catalog): readonly AliasUse[] {
  return uses.flatMap((use) => {
    const rest = cutPrefix(use, prefix, catalog);
    return rest === null ? [] : [{ use, rest }];
  });
}

function findRegion({ use }: AliasUse, positions: Positions): FindingDraft['region'] | null {
  if (use.place === null) return use.request?.expression ?? null;
  return positions.getRegion(use.place.file, use.place.start, use.place.end);
}

function describeOther(others: readonly Use[]): string {
  const [first, ...rest] = listRequests(others);
  return `${first?.file}:${first?.line}${rest.length === 0 ? '' : ` and ${rest.length} more`}`;
}

function draftOne(
  alias: Alias,
  group: readonly AliasUse[],
  region: FindingDraft['region'],
  others: readonly Use[],
): FindingDraft {
  const [first] = group;
  const rest = first?.rest ?? '';
  return {
    code: 'mixed-alias',
    fix: 'manual',
    region,
    subject: '',
    legacyPaths: [],
    v1Path: `${alias.of}${rest}`,
    v1Method: null,
    evidence: 'documented',
    requests: listRequests(group.map(({ use }) => use)),
    trail: first?.use.url.trail ?? [],
    message: `${alias.path}${rest} is an alias of ${alias.of}${rest}, and the project calls both: ${alias.of} at ${describeOther(others)}.`,
    hint: FINDING_KINDS['mixed-alias'].help,
  };
}

function draftAlias(
  alias: Alias,
  uses: readonly Use[],
  catalog: Catalog,
  positions: Positions,
): readonly FindingDraft[] {
  const others = listUses(uses, alias.of, catalog).map(({ use }) => use);
  if (others.length === 0) return [];
  const groups = new Map<string, { readonly region: FindingDraft['region']; readonly group: AliasUse[] }>();
  for (const entry of listUses(uses, alias.path, catalog)) {
    const region = findRegion(entry, positions);
    if (region === null) continue;
    const key = `${region.file}:${region.line}:${region.column}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { region, group: [entry] });
    else known.group.push(entry);
  }
  return [...groups.values()]
    .sort((a, b) => compareRegions(a.region, b.region))
    .map(({ region, group }) => draftOne(alias, group, region, others));
}

/** One note for each place that calls an alias, when the project calls the same under its own path. */
export function draftMixedAliases(
  uses: readonly Use[],
  catalog: Catalog,
  positions: Positions,
): readonly FindingDraft[] {
  return (catalog.aliases ?? []).flatMap((alias) => draftAlias(alias, uses, catalog, positions));
}
