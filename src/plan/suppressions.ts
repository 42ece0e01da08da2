import type { Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { SourceComment } from '../model/comment.ts';
import { FINDING_KINDS } from '../model/findings.ts';
import type { Location } from '../model/location.ts';
import type { FindingDraft } from './findings.ts';
import { type IgnoreComments, type IgnoreEntry, readIgnoreComments } from './ignore-comments.ts';

/**
 * Which findings a comment hides: those on its line or in its file, and those of which every request is there, since the
 * text that a request sends may stand far from it.
 */
export class Suppressions {
  readonly #comments: IgnoreComments;
  readonly #used = new Set<IgnoreEntry>();
  /** Comments at some, but not all, of the requests that share a text. */
  readonly #partly = new Set<IgnoreEntry>();
  readonly #isInScope: Analysis['isInScope'];

  constructor(analysis: Pick<Analysis, 'comments' | 'getText' | 'isInScope'>) {
    this.#comments = readIgnoreComments(analysis.comments, (file) => analysis.getText(file));
    this.#isInScope = (file) => analysis.isInScope(file);
  }

  #find(code: FindingDraft['code'], { file, line }: Location): readonly IgnoreEntry[] {
    return this.#comments.entries.filter(
      (entry) => entry.code === code && entry.comment.file === file && (entry.line === null || entry.line === line),
    );
  }

  #listHiding(draft: FindingDraft) {
    const own = this.#find(draft.code, draft.region);
    const atRequests = draft.requests.map((request) => this.#find(draft.code, request));
    const isEach = atRequests.length > 0 && atRequests.every((entries) => entries.length > 0);
    return { found: own.length > 0 ? own : isEach ? atRequests.flat() : [], atRequests };
  }

  /** Would a comment hide it? Asked of what may not be a finding in the end. */
  hides(draft: FindingDraft): boolean {
    return this.#listHiding(draft).found.length > 0;
  }

  /** The comment that hides the finding; null when none does. */
  findComment(draft: FindingDraft): SourceComment | null {
    const { found, atRequests } = this.#listHiding(draft);
    for (const entry of found) this.#used.add(entry);
    if (found.length === 0) for (const entry of atRequests.flat()) this.#partly.add(entry);
    return found[0]?.comment ?? null;
  }

  #draft(comment: SourceComment, messages: readonly string[]): FindingDraft {
    return {
      code: 'unused-suppression',
      fix: 'manual',
      region: comment,
      subject: comment.text,
      legacyPaths: [],
      v1Path: null,
      v1Method: null,
      evidence: null,
      requests: [],
      trail: [],
      message: messages.join(' '),
      hint: FINDING_KINDS['unused-suppression'].help,
    };
  }

  /** A request that stays keeps its header, and then the header is no finding; without the comment both were one. */
  #goesWithPath({ code, comment }: IgnoreEntry): boolean {
    return code === 'api-key-header' && [...this.#used].some((used) => used.comment === comment && used.code !== code);
  }

  #explainUnused(entry: IgnoreEntry): string {
    const where = entry.line === null ? 'in this file' : `on line ${entry.line}`;
    if (!this.#partly.has(entry)) return `There is no ${entry.code} ${where} to ignore.`;
    return `It hides no ${entry.code}: other requests send the same text, so the comment belongs above the text.`;
  }

  #listDrafts(unused: readonly IgnoreEntry[], withMistakes: boolean): readonly FindingDraft[] {
    const byComment = new Map<SourceComment, string[]>();
    const add = (comment: SourceComment, message: string): void => {
      if (this.#isInScope(comment.file)) append(byComment, comment, message);
    };
    if (withMistakes) for (const { comment, message } of this.#comments.mistakes) add(comment, message);
    for (const entry of unused) add(entry.comment, this.#explainUnused(entry));
    return [...byComment].map(([comment, messages]) => this.#draft(comment, messages));
  }

  /**
   * A finding for each comment that hides nothing; to be asked when every other finding was. `canJudge`: is it known at
   * all where the platform is?
   */
  listUnused(canJudge: boolean): readonly FindingDraft[] {
    const isOwnCode = ({ code }: IgnoreEntry): boolean => code === 'unused-suppression';
    const isUnused = (entry: IgnoreEntry): boolean => canJudge && !this.#used.has(entry) && !this.#goesWithPath(entry);
    const first = this.#listDrafts(
      this.#comments.entries.filter((entry) => !isOwnCode(entry) && isUnused(entry)),
      true,
    );
    const shown = first.filter((draft) => this.findComment(draft) === null);
    const idle = this.#comments.entries.filter((entry) => isOwnCode(entry) && isUnused(entry));
    return [...shown, ...this.#listDrafts(idle, false)];
  }

  /** A comment that gives no reason still hides, because what it stands above must not be edited; it is said. */
  listNotices(): readonly string[] {
    return this.#comments.unexplained
      .filter(({ file }) => this.#isInScope(file))
      .map(({ file, line }) => `${file}:${line} ignores a finding without a reason; add "-- <reason>" to the comment`);
  }
}
