import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrate } from '../../src/index.ts';
import type { Report } from '../../src/model/report.ts';
import type { GeneratedItem } from './build-item.ts';
import { findV1Url } from './endpoints.ts';
import type { GeneratedProject } from './render.ts';
import type { ProgramEvent, ProgramRun, ProgramRunner } from './run/program-pool.ts';

/** Runs a project, migrates it, runs it again and says whether the tool kept its promises. */

/** What can go wrong, worst first. */
export const CAUSES = [
  /** The generated program itself fails: a mistake of the generator. */
  'generator',
  /** The tool threw. */
  'crash',
  /** The migrated program fails. */
  'broken',
  /** Something changed that must not, or into something else than its v1 form. */
  'wrong',
  /** A second run changes something. */
  'unstable',
  /** The report's numbers do not add up. */
  'accounting',
  /** A request that had to move did not, and nothing says so. */
  'silent',
  /** A resolvable request was reported instead of moved. */
  'missed',
] as const;
export type Cause = (typeof CAUSES)[number];

export interface Failure {
  readonly cause: Cause;
  readonly detail: string;
  /** The choices behind the item. */
  readonly choices: string;
}

export interface Tally {
  /** Requests that had to move and were resolvable. */
  readonly resolvable: number;
  readonly moved: number;
  /** Requests that had to move and that the tool may report. */
  readonly free: number;
  readonly freeMoved: number;
}

export const NO_TALLY: Tally = { resolvable: 0, moved: 0, free: 0, freeMoved: 0 };

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    resolvable: a.resolvable + b.resolvable,
    moved: a.moved + b.moved,
    free: a.free + b.free,
    freeMoved: a.freeMoved + b.freeMoved,
  };
}

export interface Verdict {
  readonly failures: readonly Failure[];
  readonly tally: Tally;
  readonly before: ProgramRun;
  readonly after: ProgramRun | null;
  readonly report: Report | null;
}

type Texts = Readonly<Record<string, string>>;

function getTexts(project: GeneratedProject): Texts {
  return Object.fromEntries([...project.files].map(([path, { text }]) => [path, text]));
}

async function migrateTexts(
  project: GeneratedProject,
  cwd: string,
): Promise<{ readonly report: Report; readonly texts: Texts }> {
  const { report } = await migrate({
    cwd,
    baseUrls: project.baseUrls,
    gitignore: false,
    allowDirty: true,
    today: '2026-01-01',
  });
  const texts = Object.fromEntries(
    [...project.files.keys()].map((path) => [path, readFileSync(join(cwd, path), 'utf8')]),
  );
  return { report, texts };
}

function plant(project: GeneratedProject): string {
  const cwd = mkdtempSync(join(tmpdir(), 'v1-generated-'));
  for (const [path, { text }] of project.files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return cwd;
}

function expectedText(event: ProgramEvent, platform: readonly string[]): string | null {
  if (event.kind !== 'request') return null;
  const [method = '', url = ''] = event.text.split(' ');
  const v1 = findV1Url(url, platform);
  return v1 === null ? null : `${method} ${v1}`;
}

/** A whole URL means the platform wherever it is shown, and may become its v1 URL there. */
function shownText({ kind, text }: ProgramEvent, platform: readonly string[]): string | null {
  const [, before = '', host = '', path = ''] =
    kind === 'show' ? (/^(.*?)(https?:\/\/[^\s/?#]+)(\S*)$/.exec(text) ?? []) : [];
  if (host === '') return null;
  // The host stays as it is written, whatever its case and port.
  const { origin } = new URL(host);
  const v1 = findV1Url(origin + path, platform);
  return v1 === null ? null : before + host + v1.slice(origin.length);
}

/** Does the report speak of this item's code, or of the wrapper that it goes through? */
function isExplained(project: GeneratedProject, report: Report, item: GeneratedItem): boolean {
  const [service = ''] = item.owner.split('.');
  const owners = new Set<string | null>([item.owner, service]);
  const getOwner = (file: string, line: number) => project.files.get(file)?.owners[line - 1] ?? null;
  return report.findings.some((finding) => {
    const places = [finding, ...finding.requests, ...finding.trail];
    return places.some(({ file, line }) => owners.has(getOwner(file, line)));
  });
}

interface Comparison {
  readonly failures: readonly Failure[];
  readonly tally: Tally;
}

function compareEvents(project: GeneratedProject, before: ProgramRun, after: ProgramRun, report: Report): Comparison {
  const failures: Failure[] = [];
  const tally = { resolvable: 0, moved: 0, free: 0, freeMoved: 0 };
  const fail = (cause: Cause, detail: string, item?: GeneratedItem) =>
    failures.push({ cause, detail, choices: item?.choices ?? '' });
  for (const [index, event] of before.events.entries()) {
    const item = project.items.get(event.step);
    const now = after.events[index]?.text ?? '(nothing)';
    const expected = expectedText(event, project.platform);
    if (expected === null) {
      if (now !== event.text && now !== shownText(event, project.platform))
        fail('wrong', `${event.kind} ${event.text} became ${now}`, item);
      continue;
    }
    if (now !== expected && now !== event.text) fail('wrong', `${event.text} became ${now}, not ${expected}`, item);
    const hasMoved = now === expected;
    const isResolvable = item?.mustMove === true;
    tally[isResolvable ? 'resolvable' : 'free'] += 1;
    if (hasMoved) tally[isResolvable ? 'moved' : 'freeMoved'] += 1;
    if (hasMoved || now !== event.text || item === undefined) continue;
    if (!isExplained(project, report, item)) fail('silent', `${event.text} stays and no finding says so`, item);
    else if (isResolvable) fail('missed', `${event.text} stays`, item);
  }
  const { length } = before.events;
  if (after.error === null && after.events.length > length)
    fail('wrong', `${after.events.length - length} events more than before`);
  return { failures, tally };
}

/** Edits stay within their lines, and lines of look-alikes and imports have none. */
function checkLines(project: GeneratedProject, texts: Texts): readonly Failure[] {
  const failures: Failure[] = [];
  for (const [path, { text, owners }] of project.files) {
    const before = text.split('\n');
    const after = (texts[path] ?? '').split('\n');
    if (after.length !== before.length)
      failures.push({ cause: 'wrong', detail: `${path} has another number of lines`, choices: '' });
    for (const [index, line] of before.entries()) {
      if (line === after[index] || owners[index] !== null) continue;
      failures.push({ cause: 'wrong', detail: `${path}: ${line.trim()} became ${after[index]?.trim()}`, choices: '' });
    }
  }
  return failures;
}

function checkAccounting({ accounting }: Report): readonly Failure[] {
  const { total, ...buckets } = accounting.requests;
  const sum = Object.values(buckets).reduce((all, count) => all + count, 0);
  if (sum === total) return [];
  return [{ cause: 'accounting', detail: `${sum} requests in the buckets, ${total} in total`, choices: '' }];
}

/** The program and the migration know nothing of each other, so they run side by side. */
export async function judgeProject(project: GeneratedProject, runner: ProgramRunner): Promise<Verdict> {
  const { entry, env } = project;
  const original = getTexts(project);
  const running = runner.run({ files: original, entry, env });
  const cwd = plant(project);
  try {
    const { report, texts } = await migrateTexts(project, cwd);
    const before = await running;
    if (before.error !== null) return fail({ cause: 'generator', detail: before.error, choices: '' }, before);
    const rerunning = runner.run({ files: texts, entry, env });
    const isChanged = report.changes.length > 0;
    const second = isChanged ? await migrateTexts(project, cwd) : { texts, report };
    const after = await rerunning;
    const { failures, tally } = compareEvents(project, before, after, report);
    const broken: readonly Failure[] =
      after.error === null ? [] : [{ cause: 'broken', detail: after.error, choices: '' }];
    const all = [
      ...broken,
      ...failures,
      ...checkLines(project, texts),
      ...checkAccounting(report),
      ...checkStability(texts, second.texts, second.report),
    ];
    return { failures: all, tally, before, after, report };
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return fail({ cause: 'crash', detail, choices: '' }, await running);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function checkStability(first: Texts, second: Texts, report: Report): readonly Failure[] {
  const changed = Object.keys(first).filter((path) => first[path] !== second[path]);
  if (changed.length === 0) return [];
  const lines = report.changes.flatMap(({ diff }) => diff.split('\n').filter((line) => /^[-+] /.test(line)));
  return [{ cause: 'unstable', detail: `a second run changes a file\n${lines.join('\n')}`, choices: '' }];
}

function fail(failure: Failure, before: ProgramRun): Verdict {
  return { failures: [failure], tally: NO_TALLY, before, after: null, report: null };
}
