import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FindingCode } from '../../src/model/findings.ts';
import type { Edit, Plan } from '../../src/model/plan.ts';
import type { Project, SourceFile } from '../../src/model/project.ts';

/** A tree of files on disk with the plan to put `/v1` before each path marked `¦` in them. */
export interface PlannedTree {
  readonly project: Project;
  readonly plan: Plan;
  readonly cwd: string;
  read(file: string): string;
}

const MARK = '¦';
const NONE = { total: 0, rewrite: 0, move: 0, manual: 0, noEquivalent: 0, unlisted: 0, unresolved: 0, alreadyV1: 0 };

export function unmark(marked: string): string {
  return marked.replaceAll(MARK, '');
}

/** The text that the edits should lead to. */
export function migrate(marked: string): string {
  return marked.replaceAll(MARK, '/v1');
}

export function planEdits(file: string, marked: string, transform: FindingCode = 'legacy-path'): readonly Edit[] {
  const starts = marked.split(MARK).slice(0, -1);
  let offset = 0;
  return starts.map((piece) => {
    offset += piece.length;
    return { file, start: offset, end: offset, text: '/v1', transform, finding: 'VM-00000000' };
  });
}

export function makePlan(edits: readonly Edit[]): Plan {
  return {
    bases: [],
    accounting: {
      files: { seen: 0, noCandidate: 0, analysed: 0, unparsed: 0, unreadable: 0 },
      requests: { ...NONE, suppressed: 0 },
      references: { total: 0, rewrite: 0, manual: 0 },
    },
    findings: [],
    suppressed: [],
    counted: { requests: [], references: [] },
    edits,
    companions: new Map(),
    errors: [],
    skipped: [],
    keyTexts: [],
    endpoints: [],
    notices: [],
  };
}

export function makeProject(cwd: string, sources: readonly SourceFile[], inScope = (_path: string) => true): Project {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return {
    cwd,
    seen: [...byPath.keys()],
    candidates: sources,
    skipped: [],
    problems: [],
    env: [],
    load: (path) => byPath.get(path),
    matters: () => true,
    resolve: (specifier) => ({ kind: 'external', name: specifier }),
    readData: () => undefined,
    readText: () => undefined,
    getPackageName: () => undefined,
    findPackageFolder: () => undefined,
    listLinkedPackages: () => [],
    findSettings: () => [],
    findMentions: () => [],
    findMentionsAround: () => [],
    findPages: () => [],
    refused: [],
    isInScope: inScope,
  };
}

export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-migrate-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the files (without their marks) to a new folder that goes away with the test. */
export function plantTree(marked: Readonly<Record<string, string>>): PlannedTree {
  const cwd = makeFolder();
  const sources = Object.entries(marked).map(([path, text]) => ({ path, text: unmark(text) }));
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const edits = Object.entries(marked).flatMap(([file, text]) => planEdits(file, text));
  return {
    project: makeProject(cwd, sources),
    plan: makePlan(edits),
    cwd,
    read: (file) => readFileSync(join(cwd, file), 'utf8'),
  };
}
