import { createHash } from 'node:crypto';
import { FINDING_KINDS, type FindingCode, type Level } from '../model/findings.ts';
import type { Region } from '../model/location.ts';
import type { BaselineMark, Report, ReportedFinding, ReportedProblem } from '../model/report.ts';
import { describeMove } from './describe.ts';

/** A finding or a file that was not analysed, as formats of other tools want both: with an id, a level and a place. */
export interface Issue extends Region {
  readonly id: string;
  readonly code: FindingCode;
  readonly level: Level;
  /** A few words: what it is about. */
  readonly subject: string;
  readonly message: string;
  readonly hint: string;
  readonly mark: BaselineMark | null;
  /** Null for a file that was not analysed. */
  readonly finding: ReportedFinding | null;
}

const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

function describeFinding(finding: ReportedFinding): Issue {
  const { id, code, level, file, line, column, endLine, endColumn, message, hint, baseline } = finding;
  const region = { file, line, column, endLine, endColumn };
  return { ...region, id, code, level, subject: describeMove(finding), message, hint, mark: baseline ?? null, finding };
}

function createIds(): (problem: ReportedProblem) => string {
  const seen = new Map<string, number>();
  return ({ code, file }) => {
    const subject = `${code}\0${file}`;
    const ordinal = seen.get(subject) ?? 0;
    seen.set(subject, ordinal + 1);
    return `VM-${createHash('sha256').update(`${subject}\0${ordinal}`).digest('hex').slice(0, 8)}`;
  };
}

/** A file whose edits failed was parsed and analysed all the same. */
const LATER = {
  edit: {
    title: 'The file could not be edited and is as it was.',
    help: 'Make its changes by hand; each is a finding.',
  },
  write: {
    title: 'The file could not be written and is as it was.',
    help: 'Mend what the message names and run again.',
  },
} as const;

function describeProblem(problem: ReportedProblem, id: string): Issue {
  const { code, file, line = 1, column = 1, message, stage } = problem;
  const { level = FINDING_KINDS[code].level } = problem;
  const { title, help } = stage === undefined ? FINDING_KINDS[code] : LATER[stage];
  const region = { file, line, column, endLine: line, endColumn: column };
  return {
    ...region,
    id,
    code,
    level,
    subject: title,
    message: `${title} ${message}`,
    hint: help,
    mark: null,
    finding: null,
  };
}

/** Everything a report has to say, problems of files first within a level, the worst level first. */
export function listIssues({ findings, errors }: Report): readonly Issue[] {
  const createId = createIds();
  const all = [
    ...errors.map((problem) => describeProblem(problem, createId(problem))),
    ...findings.map(describeFinding),
  ];
  return LEVELS.flatMap((level) => all.filter((issue) => issue.level === level));
}

/** What ignore comments hide: for formats that have a word for it. */
export function listSuppressed({ suppressed = [] }: Report): readonly Issue[] {
  return suppressed.map(describeFinding);
}

/** What a reader has to act on: all but what the baseline accepts. */
export function listOpenIssues(report: Report): readonly Issue[] {
  return listIssues(report).filter(({ mark }) => mark?.state !== 'accepted');
}

export function describeMark({ state, reason, owner, until }: BaselineMark): string {
  const who = owner === null ? '' : `, owner ${owner}`;
  const when = until === null ? '' : state === 'accepted' ? `, until ${until}` : `, expired on ${until}`;
  return `baseline: ${reason}${who}${when}`;
}

/** The message with what to do and the id that finds it again; one line is not promised. */
export function renderMessage({ id, message, hint, mark }: Issue): string {
  const said = message.includes(hint) ? message : `${message} ${hint}`;
  return `${said}${mark === null ? '' : ` (${describeMark(mark)})`} (${id})`;
}
