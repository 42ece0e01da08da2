import { type Catalog, splitPath, startsWithSegments } from '../../contract/catalog.ts';
import type { Analysis } from '../../model/analysis.ts';
import { FINDING_KINDS } from '../../model/findings.ts';
import type { StreamReading } from '../../model/response.ts';
import { type FindingDraft, listRequests, type Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** The agent-builder stream taken as success on status 200, or read without checking for its error events (§4.1, §6.1). */

/** The streaming operation and its alias, whose exact path the reference leaves open. */
function isStream(use: Use, catalog: Catalog): boolean {
  if (use.target.kind !== 'platform' || use.path.unknown !== null) return false;
  if (use.decision !== 'rewrite' && use.decision !== 'v1') return false;
  const prefix = splitPath(catalog.versionPrefix);
  const all = [...use.target.implied, ...use.path.segments];
  const own = startsWithSegments(all, prefix) ? all.slice(prefix.length) : all;
  const prefixes = (catalog.aliases ?? []).flatMap(({ of, path }) => [of, path]);
  const isBuilder = prefixes.some((path) => splitPath(path).at(-1) === own[0]);
  return isBuilder && own.at(-1) === 'stream';
}

function explain({ how, words }: StreamReading): string | null {
  switch (how) {
    case 'unread':
      return 'The answer is not read, but an error event can follow status 200 (§4.1).';
    case 'status':
      return 'The status alone is looked at, but an error event can follow status 200 (§4.1).';
    case 'json':
      return 'The answer is read as one JSON text, but it is one JSON object per line, with no envelope (§4.1).';
    case 'events':
      if (words.includes('error') || words.includes('?')) return null;
      return words.includes('complete')
        ? 'The complete event is looked for, the error event is not: a failed build looks unfinished, or like success (§6.1).'
        : 'The stream is read without checking the type of its events: only complete is success, and error can follow (§6.1).';
  }
}

export function draftStreams(
  uses: readonly Use[],
  analysis: Analysis,
  catalog: Catalog,
  positions: Positions,
): readonly FindingDraft[] {
  return uses.flatMap((use): readonly FindingDraft[] => {
    const methods = use.url.methods === undefined ? (use.request?.methods ?? null) : use.url.methods;
    if (use.request === null || methods?.includes('POST') !== true || !isStream(use, catalog)) return [];
    const reading = analysis.readStream(use.url);
    const message = reading === null ? null : explain(reading);
    if (reading === null || message === null || !analysis.isInScope(reading.place.file)) return [];
    const { title, help, fix } = FINDING_KINDS['stream-unchecked'];
    return [
      {
        code: 'stream-unchecked',
        fix,
        region: positions.getRegion(reading.place.file, reading.place.start, reading.place.end),
        subject: '',
        legacyPaths: use.match === null ? [] : [use.match.legacyPath],
        v1Path: use.match?.v1Path ?? null,
        v1Method: null,
        evidence: 'documented',
        requests: listRequests([use]),
        trail: [],
        message: `${title} ${message}`,
        hint: help,
      },
    ];
  });
}
