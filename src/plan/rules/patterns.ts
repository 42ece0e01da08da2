import type { Catalog } from '../../contract/catalog.ts';
import { matchPathForMethods, type PathSegment } from '../../contract/match.ts';
import type { UrlPattern } from '../../model/analysis.ts';
import type { FindingDraft } from '../findings.ts';

/** Regular expressions and globs that match platform paths: a finding, never an edit (contract 6.8). */

/** Words, and what stands for one segment whatever it is. */
const PATH = /^(?::\d+)?((?:\/(?:[\w-]+|(?:\\[wdS]|\[[^\]]*\]|\.)[+*]|\([^()]*\)))+)/;

function readSegment(segment: string): readonly PathSegment[] {
  if (segment === '') return [];
  return [/^[\w-]+$/.test(segment) ? segment : null];
}

interface NamedPath {
  readonly path: readonly PathSegment[];
  /** Does the pattern name the host as well? */
  readonly isNamed: boolean;
}

/** The first path segments that a pattern names behind one of the hosts. */
function readPath(text: string, host: string): readonly PathSegment[] | null {
  const at = text.toLowerCase().indexOf(host.toLowerCase());
  if (at === -1) return null;
  const path = PATH.exec(text.slice(at + host.length))?.[1];
  return path === undefined ? null : path.split('/').flatMap(readSegment);
}

function readGlobPath(text: string): readonly PathSegment[] {
  return text.replace(/\?.*$/, '').split('/').flatMap(readSegment);
}

/** What a glob names behind the host, for which `*` and `**` may stand. */
function readGlob(text: string, hosts: readonly string[]): NamedPath {
  const [first = '', ...rest] = text.replace(/^\*+\//, '').split('/');
  const isNamed = hosts.includes(first.toLowerCase());
  return { path: readGlobPath((isNamed ? rest : [first, ...rest]).join('/')), isNamed };
}

/** What the patterns are held against. */
export interface Known {
  /** What stands for the platform in a text. */
  readonly hosts: readonly string[];
  /** The legacy paths that requests of the code send to it. */
  readonly sent: ReadonlySet<string | null>;
}

/** The path of a plain text that begins with one of the hosts. */
function readSearched(text: string, hosts: readonly string[]): readonly NamedPath[] {
  const [host = '', ...segments] = text.replace(/[?#].*$/, '').split('/');
  return hosts.includes(host.toLowerCase())
    ? [{ path: segments.filter((segment) => segment !== ''), isNamed: true }]
    : [];
}

function listPaths({ text, isGlob, isSearch }: UrlPattern, known: Known): readonly NamedPath[] {
  if (isSearch === true) return readSearched(text, known.hosts);
  if (isGlob === true) return [readGlob(text, known.hosts)];
  return known.hosts.flatMap((host) => {
    const path = readPath(text, host);
    return path === null ? [] : [{ path, isNamed: true }];
  });
}

function nameKind({ isGlob, isSearch }: UrlPattern): string {
  if (isSearch === true) return 'search text';
  return isGlob === true ? 'glob' : 'regular expression';
}

export function draftPattern(pattern: UrlPattern, known: Known, catalog: Catalog): FindingDraft | null {
  for (const { path, isNamed } of listPaths(pattern, known)) {
    const [match] = matchPathForMethods(catalog, null, path);
    if (match === undefined || match.outcome !== 'rewrite') continue;
    // At any host the path may be the own server's.
    if (!isNamed && !known.sent.has(match.legacyPath)) continue;
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
      message: `This ${nameKind(pattern)} matches ${match.legacyPath}; it is not changed by itself.`,
      hint: isNamed
        ? `Let it match ${match.v1Path} as well, or instead.`
        : `See whether its wildcard takes in ${match.v1Path}; if not, let it match that as well, or instead.`,
    };
  }
  return null;
}
