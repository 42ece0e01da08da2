import type { Catalog } from '../../contract/catalog.ts';
import { type Match, matchPathForMethods, type PathSegment } from '../../contract/match.ts';
import type { UrlPattern } from '../../model/analysis.ts';
import { FINDING_KINDS } from '../../model/findings.ts';
import { isTestFile } from '../../model/test-files.ts';
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

/** A class may hold a slash. */
function hideClasses(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]/g, '[]');
}

/** The first path segments that a pattern names behind one of the hosts. */
function readPath(text: string, host: string): readonly PathSegment[] | null {
  const at = text.toLowerCase().indexOf(host.toLowerCase());
  if (at === -1) return null;
  const path = PATH.exec(text.slice(at + host.length))?.[1];
  return path === undefined ? null : hideClasses(path).split('/').flatMap(readSegment);
}

/** `calls*` is meant for what follows the path: `?page=2`. */
function readGlobPath(text: string): readonly PathSegment[] {
  return text
    .replace(/\?.*$/, '')
    .replace(/(?<=[\w-])\*+$/, '')
    .split('/')
    .flatMap(readSegment);
}

/** What a glob names behind the host, for which `*` and `**` may stand. */
function readGlob(text: string, hosts: readonly string[]): NamedPath {
  const [first = '', ...rest] = text.replace(/^(?:\*+|https?|http\*):\/\/|^\*+\//, '').split('/');
  const isNamed = hosts.includes(first.toLowerCase());
  return { path: readGlobPath((isNamed ? rest : [first, ...rest]).join('/')), isNamed };
}

/** What the patterns are held against. */
interface Known {
  /** What stands for the platform in a text. */
  readonly hosts: readonly string[];
  /** The legacy paths that requests of the code send to it. */
  readonly sent: ReadonlySet<string | null>;
  /** What bases have of a path: `['api']`. */
  readonly prefixes: readonly (readonly string[])[];
}

/** The path, and what of it stands behind a base with a path of its own. */
function listBehindBases(path: readonly PathSegment[], { prefixes }: Known): readonly (readonly PathSegment[])[] {
  const behind = prefixes.filter((prefix) => prefix.every((segment, index) => path[index] === segment));
  return [path, ...behind.map((prefix) => path.slice(prefix.length))];
}

/** `voice.example` of `api.voice.example`: what a text may hold of the host without its beginning. */
function listEnds(host: string): readonly string[] {
  const labels = host.includes(':') || /^[\d.]+$/.test(host) ? [] : host.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

/** A test knows whose URL it looks at, and may name no more of the host than its last word, or its port. */
function listLastWords(host: string): readonly string[] {
  return /[.:]([\w-]+)$/.exec(host)?.slice(1) ?? [];
}

/** Does a pattern leave open what stands in front: nothing, `.*`, `(?:\w+\.)?`? Behind a slash or a word it is another host. */
function isOpenAt(text: string, index: number): boolean {
  return /(?:^|[*+?)])[.:]?$/.test(text.slice(0, index));
}

/** The path behind the end of a host: the host is not named as a whole, so that the path has to be one that is sent. */
function readBehindEnd(text: string, host: string, file: string): readonly NamedPath[] {
  const ends = isTestFile(file) ? [...listEnds(host), ...listLastWords(host)] : listEnds(host);
  return ends.flatMap((end): readonly NamedPath[] => {
    const index = text.toLowerCase().indexOf(end.toLowerCase());
    const path = index !== -1 && isOpenAt(text, index) ? readPath(text, end) : null;
    return path === null ? [] : [{ path, isNamed: false }];
  });
}

/**
 * The path of a plain text that begins with one of the hosts, or with the end of one. What begins with the whole host is a
 * reference in a test, which moves.
 */
function readSearched(text: string, hosts: readonly string[], file: string): readonly NamedPath[] {
  const [host = '', ...segments] = text.replace(/[?#].*$/, '').split('/');
  const isNamed = hosts.includes(host.toLowerCase());
  const isEnd = !isNamed && hosts.some((known) => listEnds(known).includes(host.toLowerCase()));
  return (isNamed && !isTestFile(file)) || isEnd
    ? [{ path: segments.filter((segment) => segment !== ''), isNamed }]
    : [];
}

/** The path that a request in a text sends to one of the hosts. */
function readCode(text: string, hosts: readonly string[]): readonly NamedPath[] {
  const [host = '', ...segments] = text.replace(/[?#].*$/, '').split('/');
  const isKnown = hosts.some((known) => known.toLowerCase() === host.toLowerCase());
  return isKnown ? [{ path: segments.flatMap(readSegment), isNamed: true }] : [];
}

/** What the path of a URL is compared with: a pattern or plain, behind a host or by itself. */
function readCompared(text: string, hosts: readonly string[]): readonly NamedPath[] {
  const plain = hideClasses(text).replace(/(?<![\\()])[?#].*$/, '');
  return listAlternatives(plain).flatMap((one): readonly NamedPath[] => {
    if (one.startsWith('/')) {
      const path = one.replace(/\$$/, '').split('/').flatMap(readSegment);
      // `startsWith('/calls/')` asks for what stands below it.
      return [{ path: /\w\/$/.test(one) ? [...path, null] : path, isNamed: false }];
    }
    return hosts.flatMap((host) => {
      const path = one.toLowerCase().startsWith(`${host.toLowerCase()}/`) ? readPath(one, host) : null;
      return path === null ? [] : [{ path, isNamed: true }];
    });
  });
}

/** More than these are not told apart. */
const MAX_ALTERNATIVES = 64;

/** A group of words: `(agents|calls)`, `(?:eu|us)`, `(?<family>agents)`. */
const WORDS = /\((?:\?:|\?<\w+>)?([\w./-]*(?:\|[\w./-]*)*)\)/;

/** A pattern for each of its words: `host/(agents|calls)` is `host/agents` and `host/calls`. */
function listAlternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let text = open.shift(); text !== undefined && done.length < MAX_ALTERNATIVES; text = open.shift()) {
    const group = WORDS.exec(text);
    if (group === null || open.length > MAX_ALTERNATIVES) done.push(...text.split(/\|(?![^([]*[)\]])/));
    else
      for (const word of (group[1] ?? '').split('|'))
        open.push(text.slice(0, group.index) + word + text.slice(group.index + group[0].length));
  }
  return done;
}

/** The paths that are sent and have as many segments as `/:resource/:id`; all of them where nothing is said of the path. */
function listSentLike(text: string, { sent }: Known): readonly NamedPath[] {
  const asked = text.split('/').length;
  const paths = Array.from(sent, (path) => path ?? '').sort((one, other) => one.length - other.length);
  return paths
    .map((path) => path.split('/'))
    .filter(({ length }) => text === '' || length === asked)
    .map((segments) => ({ path: segments.flatMap(readSegment), isNamed: false }));
}

function listPaths(
  { text, expression, isGlob, isSearch, isPath, isCode, isPiece }: UrlPattern,
  known: Known,
): readonly NamedPath[] {
  if (isPiece === true && /^(?:\/:|$)/.test(text)) return listSentLike(text, known);
  if (isCode === true) return readCode(text, known.hosts);
  if (isPath === true) return readCompared(text, known.hosts);
  if (isSearch === true) return readSearched(text, known.hosts, expression.file);
  if (isGlob === true) return [readGlob(text, known.hosts)];
  return listAlternatives(text).flatMap((one) =>
    known.hosts.flatMap((host) => {
      const path = readPath(one, host);
      return path === null ? readBehindEnd(one, host, expression.file) : [{ path, isNamed: true }];
    }),
  );
}

function nameKind({ isGlob, isSearch, isPath, isUnheld }: UrlPattern): string {
  if (isUnheld === true) return 'regular expression';
  if (isPath === true) return 'comparison of a path';
  if (isSearch === true) return 'search text';
  return isGlob === true ? 'glob' : 'regular expression';
}

interface Matched extends Pick<NamedPath, 'isNamed'> {
  readonly match: Match;
}

function describeMatching({ isGlob, isUnheld, text }: UrlPattern, isNamed: boolean, v1Path: string | null): string {
  if (isUnheld === true)
    return `It takes in ${v1Path} as well, so that it goes on matching: see whether it is to answer both.`;
  if (isNamed || isGlob !== true) return `Let it match ${v1Path} as well, or instead.`;
  if (/^\*{1,2}\//.test(text))
    return `Its wildcard takes in ${v1Path} as well, so that it goes on matching: see whether it is to answer both.`;
  return `See whether its wildcard takes in ${v1Path}; if not, let it match that as well, or instead.`;
}

function describe(
  pattern: UrlPattern,
  { match, isNamed }: Matched,
  legacyPaths: readonly string[],
): Pick<FindingDraft, 'message' | 'hint'> {
  const { legacyPath, v1Path } = match;
  if (pattern.isHandedOn === true)
    return {
      message: `This path of the own server is handed on to ${legacyPath} as it is; what asks for it is not changed by itself.`,
      hint: `Hand it on to ${v1Path}, with a rewrite of the path, or call it ${v1Path} here, in the pages and on the server in production.`,
    };
  if (pattern.isOwnServer === true)
    return {
      message: `This server stands in for the platform, whose requests ask for ${v1Path} from now on; it answers to ${legacyPaths.join(' and ')}, and is not changed by itself.`,
      hint: `Let it answer to ${v1Path} as well, or instead.`,
    };
  if (pattern.isPiece === true)
    return {
      message: `A path is taken apart by position here; the pieces of ${legacyPaths.join(' and ')} stand further back in ${v1Path}, and this is not changed by itself.`,
      hint: `Take the pieces where they stand in ${v1Path}.`,
    };
  if (pattern.isTypeKey === true)
    return {
      message: `This type knows ${legacyPaths.join(' and ')}, and not the paths that the requests move to.`,
      hint: `Make it anew of the description of v1, or add ${v1Path} to it.`,
    };
  if (pattern.isRecorded === true)
    return {
      message: `What this test compares with names ${legacyPaths.join(' and ')}, for which the code that it loads sends ${v1Path} from now on; data is not changed.`,
      hint: 'Run the test; if it fails, record the data anew.',
    };
  if (pattern.isLikely === true && pattern.follows !== undefined)
    return {
      message: `The message that this test expects names ${legacyPaths.join(' and ')}, and may be made of the text that becomes ${v1Path}; it is not changed by itself.`,
      hint: `Run the test, and write ${v1Path} here if it fails.`,
    };
  if (pattern.isLikely === true)
    return {
      message: `The code that this test loads sends ${v1Path} from now on; whether ${legacyPaths.join(' and ')} stands for that here is not known, so it is not changed by itself.`,
      hint: `Run the test, and write ${v1Path} here if it fails.`,
    };
  if (pattern.isCode === true)
    return {
      message: `The code in this text calls ${legacyPath}; it is not changed by itself.`,
      hint: `Write ${v1Path} in it, if it is run.`,
    };
  return {
    message: `This ${nameKind(pattern)} matches ${legacyPaths.join(' and ')}; it is not changed by itself.`,
    hint: describeMatching(pattern, isNamed, v1Path),
  };
}

/** Does a request send the path, or one that begins with it where that is asked? */
function isSent(legacyPath: string, { isBeginning }: UrlPattern, { sent }: Known): boolean {
  if (sent.has(legacyPath)) return true;
  return isBeginning === true && [...sent].some((path) => path?.startsWith(`${legacyPath}/`) === true);
}

export function draftPattern(pattern: UrlPattern, known: Known, catalog: Catalog): FindingDraft | null {
  const paths = listPaths(pattern, known).flatMap(({ path, isNamed }) =>
    listBehindBases(path, known).map((one) => ({ path: one, isNamed })),
  );
  const matches = paths.flatMap(({ path, isNamed }) => {
    const [match] = matchPathForMethods(catalog, null, path);
    // At any host the path may be the own server's.
    // What changes together with a text that changes need be sent by nobody else.
    const isTraced = pattern.follows !== undefined && pattern.isLikely !== true;
    const isEnough = (isNamed && pattern.isRecorded !== true) || isTraced;
    const isMeant = match?.outcome === 'rewrite' && (isEnough || isSent(match.legacyPath, pattern, known));
    return match !== undefined && isMeant ? [{ match, isNamed }] : [];
  });
  const [first] = matches;
  if (first === undefined) return null;
  const { match } = first;
  const legacyPaths = [...new Set(matches.map((one) => one.match.legacyPath))];
  return {
    code: 'legacy-path',
    fix: 'manual',
    region: pattern.comparedAt ?? pattern.expression,
    subject: pattern.text,
    legacyPaths,
    v1Path: match.v1Path,
    v1Method: null,
    evidence: match.evidence,
    requests: [],
    trail: [],
    ...describe(pattern, first, legacyPaths),
  };
}

/** The same of a text of a test that goes along with the requests that it stands for. */
export function draftFollowed(draft: FindingDraft): FindingDraft {
  const { legacyPaths, v1Path } = draft;
  return {
    ...draft,
    fix: 'auto',
    message: `${legacyPaths.join(' and ')} becomes ${v1Path} in what this test expects, as it does in the code that the test loads.`,
    hint: FINDING_KINDS['legacy-path'].help,
  };
}
