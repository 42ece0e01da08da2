import type { CommentPlace, SourceComment } from './comment.ts';
import type { Comparison } from './comparison.ts';
import type { Location, Region, Span } from './location.ts';
import type { HeaderPlace, MessageAnswer, MessageChange } from './message.ts';
import type { EnvAssignment, FileProblem } from './project.ts';
import type { BodyReading, StreamReading } from './response.ts';
import type { Seam, UrlValue } from './url-value.ts';

/** One place in code that makes an HTTP request, to whatever host. */
export interface HttpRequest {
  /** The call that hands the path over: for a wrapper its caller, else the HTTP call itself. */
  readonly site: Location;
  readonly siteSpan: Span;
  /** The innermost function around the site; null at the top of a file. */
  readonly around?: Span | null;
  /** Library name: `fetch`, `axios`, `got`, ... */
  readonly client: string;
  /** Upper case; several when a condition decides; null when not statically known. */
  readonly methods: readonly string[] | null;
  /** Every URL that this place can send to; at least one. */
  readonly urls: readonly UrlValue[];
  /** The URL expression, as the reader sees it. */
  readonly expression: Region;
  /** Made by what a file of settings beside the given paths says, which is no source file. */
  readonly isSetting?: true;
  /** Set where nobody knows the client: other clients of the project send by its name what looks like this. */
  readonly isOfUnknownClient?: true;
}

/** Text that names an absolute URL without making a request: a mock, an assertion, a constant. */
export interface UrlReference {
  readonly expression: Region;
  readonly urls: readonly UrlValue[];
  /** The methods a test double answers; null: any, or not said. */
  readonly methods: readonly string[] | null;
  /** A test double that answers every request to its URL, so that a second one for the same is never asked. */
  readonly isHandler?: true;
  /** The places where the mock server is made and run that answers to it: whom it stands for is said by whom its address is given to. */
  readonly server?: readonly Region[];
  /** Written in the midst of a larger text: it says where the text goes as well, and is no place of its own. */
  readonly isEmbedded?: true;
  /** A request to another server has it in its own URL, for that server to ask for. */
  readonly isNested?: true;
  /** The program compares other addresses with it. */
  readonly isCompared?: true;
  /** The request that is signed with it: the server signs what it was asked for. */
  readonly signs?: HttpRequest;
  /** Where the file reads it under a name, or out of a table. */
  readonly standings?: readonly Span[];
  /** Texts with names beside it: those of `V1` in `url.replace(LEGACY, V1)`. */
  readonly beside?: readonly string[];
}

/** What is sent to a URL, or stands for it in a test. */
export type Addressed = HttpRequest | UrlReference;

export function isRequest(addressed: Addressed): addressed is HttpRequest {
  return 'site' in addressed;
}

/** An address that a test puts in the place of another. */
export interface MockedBase {
  readonly value: string;
  readonly url: UrlValue;
  /** Set where it stands for whatever a container gives by this name: for several servers at once, it may be. */
  readonly isProvided?: true;
}

/** A regular expression, its escapes of "/" and "." removed so that hosts and paths in it can be read; or a glob. */
export interface UrlPattern {
  readonly expression: Region;
  /** With the base in front that a test double has. */
  readonly text: string;
  /** Set for a glob without a host, such as a test double answers at whatever host it is. */
  readonly isGlob?: true;
  /** Set for a regular expression that finds its path anywhere in an address: behind a version as well. */
  readonly isUnheld?: true;
  /** Set for a plain text that others are searched for: `url.includes('api.voice.example/calls')`. */
  readonly isSearch?: true;
  /** Set for what the path of a URL is compared with: by itself, or behind the host that the same URL is compared with. */
  readonly isPath?: true;
  /** Where it is compared, if the text is a constant of another file that serves others as well. */
  readonly comparedAt?: Region;
  /** Set where the path is asked only whether it begins so: longer ones do, too. */
  readonly isBeginning?: true;
  /** Set for a text of a test of which nobody can tell whom it is meant for: it is worth a look where the code that it loads moves this path. */
  readonly isLikely?: true;
  /** Set for what a server answers to that no test starts, and whose address requests are sent to in the place of another. */
  readonly isOwnServer?: true;
  /** The ports of this server, where nothing but they says who asks it. */
  readonly ports?: readonly string[];
  /** The script that starts this server and gives its address to the code that it loads, in which variables of the environment. */
  readonly startedBy?: { readonly file: string; readonly variables: readonly string[] };
  /** Set for the keys of a type by which a client knows its paths, one after the other. */
  readonly isTypeKey?: true;
  /** Set for one of a list that a test expects: what its server was asked for, which is told by the request and not by those texts. */
  readonly isListed?: true;
  /** What a test expects of these texts: it changes with them, and only with them; or where they entered others on the way to it. */
  readonly follows?: readonly (Span & { readonly seams?: readonly Seam[] })[];
  /** Set for the path in an address that is expected: the host need not be one that stands for the platform. */
  readonly isAddress?: true;
  /** What a double asks of the host, be it only a part of it: nothing where it answers for all. */
  readonly hostPart?: string;
  /** The host of that URL, where the test says which requests it watches. */
  readonly host?: string;
  /** Set where it is compared with the path of a URL as it is sent, not with what a client or a wrapper is handed. */
  readonly isOfUrl?: true;
  /** Set for what a double of a package answers to: the path as its client is handed it, or the one that is sent. */
  readonly isOfDouble?: true;
  /** Set where the double holds it against the whole URL: one with a host is another. */
  readonly isOfWhole?: true;
  /** Set for a path in a message that is made of those texts alone: the same words are written nowhere else. */
  readonly isMade?: true;
  /** Set for the address of a request in code that stands in a text; without its scheme. */
  readonly isCode?: true;
  /** Set for what data of a test holds of the requests that were recorded: alternatives, with a host or without. */
  readonly isRecorded?: true;
  /** Set for a path of the own server that is handed on to this URL as it is. */
  readonly isHandedOn?: true;
  /** Set where a double takes the path apart, and one of its pieces by the position; without a text where it answers to any path. */
  readonly isPiece?: true;
}

/** A use of a literal that no listed request or reference explains. */
export interface ForeignUse extends Location {
  readonly text: string;
  /** A thrown message that no test of the project pins: it better stays as it is, but may change. */
  readonly isMessage: boolean;
  /** Texts of which one at least has to change with the literal: with all of them as they are, it has to stay, too. */
  readonly unless?: readonly number[];
  /** Set where what `unless` names is found by the text: that stays where this one does. */
  readonly isFinder?: true;
  /** Set where only a test minds, and the text is none of a test: where. */
  readonly test?: Location;
  /** A text that is no matter where a request sends it: whatever becomes of it, it is looked at by itself. */
  readonly unlessSent?: number;
  /** The places, `file:start`, where the text entered a larger one on its way to this use (see Seam), or ANYWHERE. */
  readonly entered: readonly string[];
  /** What it asks, where it does nothing else with the text and all that can be asked is known; null where it is not. */
  readonly findComparison?: () => Comparison | null;
}

/** Of a use that goes along with the request: wherever the URL gets the version, the use has to get it, too. */
export const ANYWHERE = '*';

/** Paths of the own server that a proxy hands on without their beginning. */
export interface ProxiedPath extends Location {
  /** What the proxy takes away. */
  readonly prefix: readonly string[];
  /** The folder of the files that speak to it; with a slash at its end, or empty. */
  readonly folder: string;
  /** Paths, `api/agents`, that the own server answers all the same. */
  readonly served?: ReadonlySet<string>;
  readonly target: UrlValue;
}

/** A path that is written in a file, whatever it is for; a word that a route is mounted by is one, too. */
export interface PathText {
  /** `.+` for what a template leaves open. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** TextOrigin.literal */
  readonly literal: number;
  /** `<a href="/calls">` */
  readonly isLink?: true;
}

/** A path in a table beside one that is sent. */
export interface RowBeside extends Location {
  readonly text: string;
  readonly literal: number;
}

/** What analyze hands on: all HTTP requests of the project and what it could not do. */
/** What callers put in the place where a text enters a URL. */
export interface SeamText {
  readonly literal: number;
  /** The whole text, where it is a name that others may ask for: `agents`. */
  readonly name: string | null;
}

export interface Analysis {
  readonly requests: readonly HttpRequest[];
  readonly references: readonly UrlReference[];
  readonly patterns: readonly UrlPattern[];
  readonly proxies: readonly ProxiedPath[];
  readonly headers: readonly HeaderPlace[];
  readonly env: readonly EnvAssignment[];
  /** Variables that files set to a path alone. */
  readonly ownPaths?: readonly EnvAssignment[];
  /** The package of a file by number (EnvPart.home); 0 for a file without a manifest above it. */
  numberPackage(file: string): number;
  /** Can files of the two packages run in one program? */
  canPackagesMeet(one: number, other: number): boolean;
  readonly mockedBases: readonly MockedBase[];
  /** What tests set variables of bases to. */
  readonly testSettings: readonly EnvAssignment[];
  /** The comments that name this tool: suppressions and markers, also those of files out of scope. */
  readonly comments: readonly SourceComment[];
  readonly analysedFiles: readonly string[];
  readonly problems: readonly FileProblem[];
  /** Bounds that were hit, in words. */
  readonly notices: readonly string[];
  /**
   * The uses of a literal (TextOrigin.literal) beside those whose references are `covered` (UrlValue.references):
   * a UI link, a route of the own server, a cache key.
   */
  findForeignUses(literal: number, covered: ReadonlySet<number>): readonly ForeignUse[];
  /** The paths in the tables that hold these literals (TextOrigin.literal), those themselves included. */
  listRowsBeside(literals: ReadonlySet<number>): readonly RowBeside[];
  /** The paths that are written in an analysed file. */
  listPathTexts(file: string): readonly PathText[];
  /** Does the text of a call, which enters it and then the URL by these seams, go to the URL alone? */
  isHandedAlone(site: Span, seams: readonly [Seam, Seam]): boolean;
  /** Does what a function of the project is handed at the seam go to this URL alone, and to what is logged or thrown? */
  isHandedToUrl(url: UrlValue, seam: Seam): boolean;
  /** What it takes to change method and JSON body of the request that sends `url`, one of its `urls`. */
  planMessage(url: UrlValue, change: MessageChange): MessageAnswer;
  /** The members of the JSON body that the request sends `url` with; null where they are not written in the code. */
  listBodyMembers(url: UrlValue): readonly string[] | null;
  /** What any caller puts in the place of the part of `url` with this index, as far as it is known text. */
  listHoleTexts(url: UrlValue, part: number): readonly string[];
  /** What is read of the JSON body of the answer to the request that sends `url`, as far as it can be followed. */
  readBody(url: UrlValue): BodyReading;
  /** How the streamed answer is read; null where that cannot be followed. */
  readStream(url: UrlValue): StreamReading | null;
  /**
   * The nearest line start, at or above the line of `offset`, where a comment can stand without changing what the code
   * means; null when there is none.
   */
  findCommentPlace(file: string, offset: number): CommentPlace | null;
  /** False for a file outside the given paths, to which an import led: it is read and never edited. */
  isInScope(file: string): boolean;
  /** May functions of this file be called by files that were not looked at, because nothing in them seemed to matter? */
  hasUnseenCallers(file: string): boolean;
  /** May who installs the package call the function around this place, or one that hands on to it what it is given? */
  isOffered(file: string, offset: number): boolean;
  /**
   * Is the function around this place, or one that it is called by, put where others than the project's files may call it? Where the
   * text is not known to be handed over, that asks for the function whose parameter stands there.
   */
  isGivenAway(file: string, offset: number, isHandedOver: boolean): boolean;
  /** The texts with which the paths begin that callers, but for tests, put in the place where a text enters a URL. */
  listSeamTexts(file: string, offset: number): readonly SeamText[];
  /** The files that a file imports, directly or by others, with itself. */
  listReached(file: string): ReadonlySet<string>;
  /** The text of an analysed file, to place an edit in it. */
  getText(file: string): string;
}
