import type { Analysis, HttpRequest, PathText, UrlPattern } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import { flatMap } from '../model/flat-map.ts';
import type { Region, Span } from '../model/location.ts';
import { writePlainly } from '../model/plain-code.ts';
import type { Edit } from '../model/plan.ts';
import { isTestFile } from '../model/test-files.ts';
import type { FindingDraft, Positions } from './findings.ts';
import type { Judgement } from './judgement.ts';
import { isAskedLoosely, isAskedOfMore } from './loose-questions.ts';
import { isLoopback } from './origins.ts';
import { isUnknownBystander, listPlaced, type Placed } from './places.ts';
import { isBystander, isOnPlatform, type Use } from './uses.ts';

/**
 * `if (url.pathname === '/calls')` in the fake of a test, `toThrow('GET /calls failed')`: a path of a test without a host changes
 * where all that it can stand for changes: every request that the test leads to with such a path moves, and no other text of the
 * files that it loads is such a path.
 */

/** Stands for what a template leaves open. */
const OPEN = '.+';
/** `GET /calls`, `path:/calls` of fetch-mock */
const BEFORE_PATH = /^["'`]?(?:[A-Z]+[ :]|(?:path|express):)?/;
/** What is open in a text, as it is written: `${id}`, `:id`. */
const OPENING = /^(?:\$\{|:\w)/;
/** `pathname.replace(/^\/v1/, '')` */
const STRIPPING = /replace\(\s*(?:\/\^?\(?\\\/v\d|["'`]\/v\d)/;
/** `await import(path)`: nobody knows what is loaded. */
const OPAQUE = /\b(?:import|require)\(\s*(?:(?!["'`)])|`[^`]*\$\{)/;
/** `pathname.slice(7)` */
const COUNTING = /\.(?:slice|substring|substr)\(\s*(?:\d|[\w.]+\.length)/;
const PLAIN = /^(?:\/[\w.-]+)+\/?$/;
/** Of a table, letter for letter: `/agents/{id}`. */
const TEMPLATE = /^(?:\/(?:[\w.-]+|\{[\w.-]+\}|:\w+))+\/?$/;

interface Place {
  readonly start: number;
  readonly text: string;
  /** The slash in front is another text's. */
  readonly isBare?: true;
}

function takeFixed(text: string): string {
  return text.split(OPEN)[0] ?? '';
}

function nameFamily(path: string): string {
  return path.split('/')[1] ?? '';
}

interface WrittenPath extends PathText {
  readonly file: string;
  /** Is it itself something that a test compares paths with? */
  readonly isOfPattern: boolean;
}

interface Surroundings {
  /** Requests with a path of the family. */
  readonly near: readonly Use[];
  readonly written: readonly WrittenPath[];
  /** Nothing is asked of others that could be such a path. */
  readonly isClosed: boolean;
}

/** Which literals belong to requests, found once. */
interface Literals {
  /** Parts of URLs of the platform. */
  readonly platform: ReadonlySet<number>;
  /** Parts of any other URL. */
  readonly others: ReadonlySet<number>;
}

function listLiterals(uses: readonly Use[]): readonly number[] {
  return flatMap(uses, ({ url }) =>
    flatMap(url.parts, (part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : [])),
  );
}

/** Is it sent to somebody else? An address of a test's own machine stands for the platform. */
function isOfOthers(use: Use, placed: Placed): boolean {
  return !isOnPlatform(use) && (isBystander(use) || isUnknownBystander(use, placed));
}

/** Is it sent, or named, by code that the test loads, and with what this code gives? */
function isReached({ request, reference, url }: Use, reached: ReadonlySet<string>): boolean {
  const file = request?.site.file ?? reference?.expression.file ?? '';
  return reached.has(file) && url.trail.every((step) => reached.has(step.file));
}

/** Settings say the address of each server of a test: is the request one to another of them? */
function isOfOtherServer({ startedBy, isOwnServer }: UrlPattern, { request }: Use): boolean {
  if (startedBy === undefined || isOwnServer === true || request === null) return false;
  const names = request.urls.flatMap(({ parts: [part] }) => (part?.kind === 'env' ? [part.name] : []));
  return names.length > 0 && !names.some((name) => startedBy.variables.includes(name));
}

type Known = Pick<Analysis, 'patterns' | 'analysedFiles' | 'listReached' | 'listPathTexts' | 'isInScope' | 'getText'>;

export class FollowedTexts {
  readonly #uses: readonly Use[];
  readonly #analysis: Known;
  readonly #positions: Positions;
  readonly #judgement: Judgement;
  readonly #changes: readonly Omit<Edit, 'finding'>[];
  readonly #others: ReadonlySet<Use>;
  readonly #literals: Literals;
  readonly #looked = new Map<string, Surroundings>();
  readonly #reached = new Map<string, ReadonlySet<string>>();
  readonly #written = new Map<string, ReadonlyMap<string, readonly WrittenPath[]>>();
  /** Those that can go to the platform: a test may give them another base. */
  readonly #platform: ReadonlySet<HttpRequest>;

  constructor(uses: readonly Use[], analysis: Known, positions: Positions, judgement: Judgement) {
    this.#uses = uses;
    this.#analysis = analysis;
    this.#positions = positions;
    this.#judgement = judgement;
    this.#changes = [...judgement.edits.values()].flat();
    const placed = listPlaced(uses);
    this.#others = new Set(uses.filter((use) => isOfOthers(use, placed)));
    this.#platform = new Set(uses.filter(isOnPlatform).flatMap(({ request }) => request ?? []));
    this.#literals = {
      platform: new Set(listLiterals(uses.filter(isOnPlatform))),
      others: new Set(listLiterals([...this.#others])),
    };
  }

  /** The edit by which the text of a test goes along with what the draft of its pattern speaks of; null where that is not certain. */
  plan(pattern: UrlPattern, draft: FindingDraft): Omit<Edit, 'finding' | 'transform'> | null {
    const { file } = pattern.expression;
    const [legacyPath, ...others] = draft.legacyPaths;
    const isOfTest = pattern.isPath === true && isTestFile(file) && this.#analysis.isInScope(file);
    if (!isOfTest || draft.v1Path === null || legacyPath === undefined || others.length > 0) return null;
    if (!draft.v1Path.endsWith(legacyPath)) return null;
    const place = this.#findPlace(pattern);
    // Behind the path of a base it is for a person.
    if (place === null || nameFamily(place.text) !== nameFamily(legacyPath)) return null;
    const prefix = draft.v1Path.slice(0, -legacyPath.length);
    const canMove = pattern.isOfUrl === true || pattern.isOfDouble === true;
    const isCertain =
      pattern.follows === undefined
        ? canMove && this.#isPlain(file, place, prefix) && this.#allMove(pattern, legacyPath, place)
        : pattern.follows.every((span) => this.#isChanged(span, prefix)) &&
          (pattern.isLikely !== true || pattern.isMade === true);
    const text = place.isBare === true ? `${prefix.slice(1)}/` : prefix;
    return isCertain ? { file, start: place.start, end: place.start, text } : null;
  }

  /** Does the test neither know of the version already, nor count the characters of the path? */
  #isPlain(file: string, { start, text: path }: Place, prefix: string): boolean {
    const text = this.#analysis.getText(file);
    const plain = writePlainly(text);
    if (STRIPPING.test(plain) || text.includes(`${prefix}${path}`)) return false;
    return !(isAskedOfMore(text.slice(0, start)) && COUNTING.test(plain));
  }

  /** Where the path begins in its text, be it behind a method; null for a regular expression, a name, a text with escapes. */
  #findPlace({ expression, text, isAddress, follows }: UrlPattern): Place | null {
    const { start, end } = this.#getRange(expression);
    const written = this.#analysis.getText(expression.file).slice(start, end);
    const fixed = takeFixed(text);
    const [before = ''] = BEFORE_PATH.exec(written) ?? [];
    const path = written.slice(before.length, /^["'`]/.test(before) ? -1 : undefined);
    if (isAddress === true && `/${written}` === text && PLAIN.test(text)) return { start, text, isBare: true };
    const goesOn = text === fixed ? path === fixed : path.startsWith(fixed) && OPENING.test(path.slice(fixed.length));
    const isPlain = (follows === undefined ? PLAIN : TEMPLATE).test(fixed);
    return goesOn && isPlain ? { start: start + before.length, text: fixed } : null;
  }

  #getRange({ file, line, column, endLine, endColumn }: Region): { readonly start: number; readonly end: number } {
    const from = this.#positions.getOffset(file, line, column);
    return { start: from, end: this.#positions.getOffset(file, endLine, endColumn) };
  }

  /** Does the text get this prefix in front, be its slash in another text? */
  #isChanged({ file, start, end }: Span, prefix: string): boolean {
    const texts = [prefix, `${prefix.replace(/^\//, '')}/`];
    return this.#changes.some(
      (edit) => edit.file === file && start <= edit.start && edit.start <= end && texts.includes(edit.text),
    );
  }

  /** Do all requests that can be meant move, and is no other text such a path? */
  #allMove(pattern: UrlPattern, legacyPath: string, place: Place): boolean {
    const { file } = pattern.expression;
    if (pattern.host !== undefined) return this.#allSentMove(legacyPath, place, pattern);
    const { near, written, isClosed } = this.#look(pattern, nameFamily(legacyPath));
    const isOfMore = isAskedOfMore(this.#analysis.getText(file).slice(0, place.start));
    const meant = isOfMore ? near : near.filter(({ match }) => match?.legacyPath === legacyPath);
    if (!isClosed || meant.length === 0 || !meant.every((use) => this.#moves(use))) return false;
    if (!written.every((text) => text.isOfPattern || this.#isQuestion(text) || this.#isSent(text, pattern)))
      return false;
    return pattern.isOfUrl === true || this.#allChange(written, place.text);
  }

  /** The test watches the pages that send them, and need not load their code. */
  #allSentMove(legacyPath: string, { text }: Place, { isBeginning }: UrlPattern): boolean {
    const meant = this.#uses.filter((use) => {
      const path = use.request === null || !isOnPlatform(use) ? undefined : use.match?.legacyPath;
      return path === legacyPath || (isBeginning === true && path?.startsWith(text) === true);
    });
    return meant.length > 0 && meant.every((use) => this.#moves(use));
  }

  /** What the texts of a file can stand for that name a path of this family, found once. */
  #look(pattern: UrlPattern, family: string): Surroundings {
    const { startedBy, expression } = pattern;
    const { file } = expression;
    const key = `${family} ${file} ${startedBy?.variables.join(' ') ?? ''}`;
    const known = this.#looked.get(key);
    if (known !== undefined) return known;
    const reached = this.#listReached(file);
    const all = this.#uses.filter((use) => {
      const { request, match } = use;
      if (request === null || match === null || nameFamily(match.legacyPath) !== family) return false;
      if (isOfOtherServer(pattern, use)) return false;
      return isReached(use, reached) && (isOnPlatform(use) || this.#others.has(use));
    });
    // A test may have the code that it tests in itself.
    const ofCode = all.filter(({ request }) => request !== null && !isTestFile(request.site.file));
    const found = {
      near: ofCode.length > 0 ? ofCode : all,
      written: [...reached].flatMap((path) => this.#listWritten(path).get(family) ?? []),
      isClosed: reached.size > 0 && !this.#asksOthers(reached, family, pattern),
    };
    this.#looked.set(key, found);
    return found;
  }

  /** All that a test loads, and all that those load which load a helper of tests, or of a script; nothing where nobody knows that. */
  #listReached(file: string): ReadonlySet<string> {
    const known = this.#reached.get(file);
    if (known !== undefined) return known;
    const { analysedFiles, listReached, getText } = this.#analysis;
    const roots = analysedFiles.filter((other) => other === file || listReached(other).has(file));
    const isOpaque = roots.some((root) => OPAQUE.test(getText(root)));
    const found = new Set(isOpaque ? [] : roots.flatMap((root) => [...listReached(root)]));
    this.#reached.set(file, found);
    return found;
  }

  /** The paths that are written in a file, by their family. */
  #listWritten(file: string): ReadonlyMap<string, readonly WrittenPath[]> {
    const known = this.#written.get(file);
    if (known !== undefined) return known;
    const ranges = this.#analysis.patterns
      .filter(({ isPath, expression }) => isPath === true && expression.file === file)
      .map(({ expression }) => this.#getRange(expression));
    const found = new Map<string, WrittenPath[]>();
    for (const text of this.#analysis.listPathTexts(file)) {
      const isOfPattern = ranges.some(({ start, end }) => text.start <= end && start <= text.end);
      append(found, nameFamily(takeFixed(text.text)), { ...text, file, isOfPattern });
    }
    this.#written.set(file, found);
    return found;
  }

  /** Does any file of these ask somebody else for such a path, or for one that nobody knows, or name such an address of others? */
  #asksOthers(reached: ReadonlySet<string>, family: string, pattern: UrlPattern): boolean {
    return this.#uses.some((use) => {
      if (!isReached(use, reached) || isOfOtherServer(pattern, use)) return false;
      const { request, path, target } = use;
      if (isOnPlatform(use)) return path.unknown !== null;
      const [first = null] = path.segments;
      if (request === null) return target.kind === 'elsewhere' && first === family && !isLoopback(target.host);
      return (first === family || first === null) && !this.#platform.has(request);
    });
  }

  /** What a wrapper is handed has no version before the wrapper puts it in front: do the texts themselves change that can be meant? */
  #allChange(written: readonly WrittenPath[], path: string): boolean {
    const meant = written.filter(
      (text) => !isTestFile(text.file) && !text.isOfPattern && path.startsWith(takeFixed(text.text)),
    );
    return (
      meant.length > 0 &&
      meant.every(({ file, start, end }) =>
        this.#changes.some((edit) => edit.file === file && start <= edit.start && edit.start <= end),
      )
    );
  }

  #moves(use: Use): boolean {
    const { blocked, suppressed } = this.#judgement;
    return isOnPlatform(use) && use.decision === 'rewrite' && !blocked.has(use) && !suppressed.has(use);
  }

  #isQuestion({ file, start }: WrittenPath): boolean {
    return isAskedLoosely(this.#analysis.getText(file).slice(0, start));
  }

  #isSent({ literal, isLink }: WrittenPath, { isOfUrl }: UrlPattern): boolean {
    if (isOfUrl === true && isLink === true) return true;
    return this.#literals.platform.has(literal) && !this.#literals.others.has(literal);
  }
}
