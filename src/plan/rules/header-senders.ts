import { splitPath } from '../../contract/catalog.ts';
import { type Addressed, isRequest } from '../../model/analysis.ts';
import type { HeaderPlace } from '../../model/message.ts';
import { type Destination, listDestinations, type Staying } from '../destinations.ts';
import { isLoopback } from '../origins.ts';
import type { Use } from '../uses.ts';

/** Who sends a header, and where to: what holds it back. */

/** By what sends to it or stands for it. */
export function groupUses(uses: readonly Use[]): ReadonlyMap<Addressed, readonly Use[]> {
  const groups = new Map<Addressed, Use[]>();
  for (const use of uses) {
    const addressed = use.request ?? use.reference;
    if (addressed === null) continue;
    const group = groups.get(addressed);
    if (group === undefined) groups.set(addressed, [use]);
    else group.push(use);
  }
  return groups;
}

function describePlace(addressed: Addressed): string {
  const { file, line } = isRequest(addressed) ? addressed.site : addressed.expression;
  return `${file}:${line}`;
}

/** `/v1/agents` of whatever is below it, moved or not. */
export function nameFamily({ match, path }: Use): string {
  const segments = match?.v1Path ? splitPath(match.v1Path) : path.segments;
  return segments.slice(0, 2).join('/');
}

export interface Sender {
  readonly addressed: Addressed;
  readonly uses: readonly Use[];
  readonly to: ReadonlySet<Destination>;
}

export function listUses(senders: readonly Sender[], ...wanted: readonly Destination[]): readonly Use[] {
  return senders.filter(({ to }) => wanted.some((destination) => to.has(destination))).flatMap(({ uses }) => uses);
}

/** The base alone, where nothing is given, beside the paths of the same request. */
function isBareBase({ decision, path }: Use, all: readonly Use[]): boolean {
  if (decision !== 'unlisted' || path.segments.length > 0) return false;
  return all.some((other) => other.target.kind === 'platform' && other.path.segments.length > 0);
}

/** What nobody sends holds no header back; whoever calls it one day finds a note at its request that it has no path yet. */
function isIdle({ decision, url }: Use, { idleUrls }: HeaderPlace): boolean {
  return decision === 'unresolved' && idleUrls.includes(url);
}

/** Why the header cannot change: requests that stay, other hosts, and for a test double the request that it stands for. */
export function listObstacles(
  place: HeaderPlace,
  senders: readonly Sender[],
  left: ReadonlySet<string>,
): readonly string[] {
  const others = senders.flatMap(({ addressed, uses, to }) => {
    const stays = to.has('legacy') || to.has('later');
    const isOpen = stays && uses.every(({ decision }) => decision === 'unresolved');
    const there = isOpen ? 'whose path is not known' : 'stays on its legacy path';
    const isUnknown = uses.length > 0 && uses.every(({ target }) => target.kind === 'unknown');
    const away = isUnknown ? 'whose host is not known' : 'another host';
    const why = stays ? there : to.has('elsewhere') ? away : null;
    return why === null ? [] : [`${describePlace(addressed)} (${why})`];
  });
  const waiting = senders.filter(
    ({ addressed, uses }) => !isRequest(addressed) && uses.some((use) => left.has(nameFamily(use))),
  );
  const doubles = waiting.map(({ addressed }) => `${describePlace(addressed)} (whose request is left to you)`);
  return [...others, ...doubles, ...place.foreignUses];
}

/** A header of which only the file says whose it is: not where the file names other hosts, too. What is sent counts before what is said. */
export function isLikely(senders: readonly Sender[]): boolean {
  const real = senders.filter(({ addressed }) => isRequest(addressed));
  const telling = listUses(real, 'v1').length > 0 ? real : senders;
  // Of `fetch(request)` nobody knows where it goes: to the same host, as likely as not.
  const others = listUses(telling, 'elsewhere').filter(
    ({ target }) => target.kind !== 'unknown' && !('host' in target && isLoopback(target.host)),
  );
  return listUses(telling, 'v1').length > 0 && others.length === 0;
}

/** Those that send this header somewhere. */
export function listSenders(
  place: HeaderPlace,
  groups: ReadonlyMap<Addressed, readonly Use[]>,
  staying: Staying,
): readonly Sender[] {
  return place.requests.flatMap((addressed): readonly Sender[] => {
    const all = groups.get(addressed) ?? [];
    const asked = all.filter((use) => !place.otherUrls.includes(use.url) && !isIdle(use, place));
    const uses = asked.filter((use) => !isBareBase(use, asked));
    return all.length > 0 && uses.length === 0 ? [] : [{ addressed, uses, to: listDestinations(uses, staying) }];
  });
}
