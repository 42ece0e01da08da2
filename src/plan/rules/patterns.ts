import type { Catalog } from '../../contract/catalog.ts';
import { matchPathForMethods, type PathSegment } from '../../contract/match.ts';
import type { UrlPattern } from '../../model/analysis.ts';
import { parseOrigin } from '../bases.ts';
import type { FindingDraft } from '../findings.ts';

/** Regular expressions that match platform paths: a finding, never an edit (contract 6.8). */

/** Words, and what stands for one segment whatever it is. */
const PATH = /^(?::\d+)?((?:\/(?:[\w-]+|(?:\\[wdS]|\[[^\]]*\]|\.)[+*]|\([^()]*\)))+)/;

function readSegment(segment: string): readonly PathSegment[] {
  if (segment === '') return [];
  return [/^[\w-]+$/.test(segment) ? segment : null];
}

/** The first path segments that a pattern names behind one of the hosts. */
function readPath(text: string, host: string): readonly PathSegment[] | null {
  const at = text.toLowerCase().indexOf(host);
  if (at === -1) return null;
  const path = PATH.exec(text.slice(at + host.length))?.[1];
  return path === undefined ? null : path.split('/').flatMap(readSegment);
}

/** `*` and `**` in front of a path stand for the host. */
function readGlobPath(text: string): readonly PathSegment[] {
  return text.replace(/^\*+/, '').replace(/\?.*$/, '').split('/').flatMap(readSegment);
}

/** What the patterns are held against. */
export interface Known {
  /** The bases of the platform. */
  readonly hosts: readonly string[];
  /** The legacy paths that requests of the code send to it. */
  readonly sent: ReadonlySet<string | null>;
}

function listPaths(pattern: UrlPattern, { hosts }: Known): readonly (readonly PathSegment[])[] {
  if (pattern.isGlob === true) return [readGlobPath(pattern.text)];
  return hosts.flatMap((base) => {
    const host = parseOrigin(base)?.host;
    const path = host === undefined ? null : readPath(pattern.text, host);
    return path === null ? [] : [path];
  });
}

export function draftPattern(pattern: UrlPattern, known: Known, catalog: Catalog): FindingDraft | null {
  for (const path of listPaths(pattern, known)) {
    const [match] = matchPathForMethods(catalog, null, path);
    if (match === undefined || match.outcome !== 'rewrite') continue;
    // At any host the path may be the own server's.
    if (pattern.isGlob === true && !known.sent.has(match.legacyPath)) continue;
    return {
      code: 'legacy-path',
      fix: 'manual',
      region: pattern.expression,
      subject: pattern.text,
      legacyPaths: [match.legacyPath],
      v1Path: match.v1Path,
      v1Method: null,
      evidence: match.evidence,
      requests: [],
      trail: [],
      message: `This ${pattern.isGlob === true ? 'glob' : 'regular expression'} matches ${match.legacyPath}; it is not changed by itself.`,
      hint: `Let it match ${match.v1Path} as well, or instead.`,
    };
  }
  return null;
}
