import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FindingCode } from '../../src/model/findings.ts';
import { runCli } from '../cli/run-cli.ts';
import expected from './dialer.expected.json' with { type: 'json' };

/** The dialer against the list of its calls that was made by hand: before, during and after its migration. */

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const SCOPE = ['--base-url', expected.base, '--reporter', 'json'];

type Row = (typeof expected.rows)[number];

interface Finding {
  readonly code: FindingCode;
  readonly file: string;
  readonly line: number;
  readonly legacyPath: string | null;
  readonly legacyPaths?: readonly string[];
  readonly requests: readonly { readonly file: string; readonly line: number; readonly method: string | null }[];
}

interface Report {
  readonly findings: readonly Finding[];
  readonly changes: readonly { readonly file: string; readonly edits: number; readonly diff: string }[];
  readonly errors: readonly unknown[];
}

/** Which codes a row may carry; the app has no-equivalent rows of three kinds. */
const CODES: Readonly<Record<string, readonly FindingCode[]>> = {
  rewrite: ['legacy-path'],
  'post-call-llm': ['post-call-llm-helper'],
  agents2: ['agents2'],
  unlisted: ['unlisted-path'],
  unresolved: ['unresolved-url'],
  'no-equivalent': ['campaign-no-v1', 'web-call-no-v1', 'outbound-call-no-v1'],
  alreadyV1: [],
};

let app = '';

beforeAll(() => {
  app = realpathSync(mkdtempSync(join(tmpdir(), 'v1-dialer-')));
  cpSync(join(ROOT, expected.app), app, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
});

afterAll(() => rmSync(app, { recursive: true, force: true }));

/** The app's own tests, as its team runs them. */
function runAppTests(): { readonly passed: number; readonly failed: number } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)),
  );
  const output = execFileSync(process.execPath, [VITEST, 'run', '--reporter=json'], {
    cwd: app,
    env,
    encoding: 'utf8',
  });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(output);
  return { passed, failed };
}

async function runReport(...argv: readonly string[]): Promise<Report> {
  const { stdout, exitCode, stderr } = await runCli([...argv, ...SCOPE], app);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

function readLines(folder: string, file: string): readonly string[] {
  return readFileSync(join(folder, file), 'utf8').split('\n');
}

/** The row as the finding that says it would put it; what differs is what a failure shows. */
function describeRow({ file, line, legacyPath, kind, method, at }: Row): object {
  const request = kind === 'request' && at !== undefined ? { ...at, method } : null;
  return { place: `${file}:${line}`, legacyPath, request };
}

function says({ code, file, line, legacyPath, legacyPaths = [], requests }: Finding, row: Row): boolean {
  if (file !== row.file || line !== row.line || !CODES[row.outcome]?.includes(code)) return false;
  if (![legacyPath, ...legacyPaths].includes(row.legacyPath)) return false;
  const { at } = row;
  if (row.kind === 'reference' || at === undefined) return requests.length === 0;
  return requests.some((call) => call.file === at.file && call.line === at.line && call.method === row.method);
}

test('the tests of the app pass before', () => {
  expect(runAppTests()).toEqual({ passed: 19, failed: 0 });
});

describe('the report', () => {
  const toFind = expected.rows.filter(({ outcome }) => outcome !== 'alreadyV1');
  let report: Report;
  beforeAll(async () => {
    report = await runReport('--dry-run');
  });

  test('has a finding for every call and mention on the list', () => {
    const missing = toFind.filter((row) => !report.findings.some((finding) => says(finding, row)));
    expect(missing.map(describeRow)).toEqual([]);
  });

  test('has no finding beside the list', () => {
    const surplus = report.findings.filter((finding) => !toFind.some((row) => says(finding, row)));
    expect(surplus.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([]);
  });

  test('has one finding per text, and a request for every call on the list', () => {
    const calls = report.findings.flatMap(({ requests }) => requests);
    expect(calls).toHaveLength(toFind.filter(({ kind }) => kind === 'request').length);
    expect(report.errors).toEqual([]);
  });

  test('writes nothing', () => {
    for (const { file } of report.changes)
      expect(readLines(app, file)).toEqual(readLines(join(ROOT, expected.app), file));
  });
});

describe('the migrated app', () => {
  let report: Report;
  beforeAll(async () => {
    report = await runReport();
  });

  /** Lines of the original that a diff takes out. */
  function listRemovedLines(diff: string): readonly number[] {
    const removed: number[] = [];
    let line = 0;
    for (const text of diff.split('\n')) {
      const hunk = /^@@ -(\d+)/.exec(text);
      if (hunk !== null) line = Number(hunk[1]);
      else if (/^-(?!--)/.test(text)) {
        removed.push(line);
        line += 1;
      } else if (text.startsWith(' ')) line += 1;
    }
    return removed;
  }

  test('has one /v1 more on exactly the lines of the list, and moved helpers in their statements', () => {
    const linesOf = (wanted: string) => expected.rows.filter(({ outcome }) => outcome === wanted);
    const isMove = (file: string, line: number) =>
      linesOf('post-call-llm').some((row) => row.file === file && line >= row.line && line <= row.line + 6);
    const changed: string[] = [];
    for (const { file, diff } of report.changes) {
      const before = readLines(join(ROOT, expected.app), file);
      const after = readLines(app, file);
      for (const line of listRemovedLines(diff)) {
        if (isMove(file, line)) continue;
        changed.push(`${file}:${line}`);
        expect(after.some((text) => text !== before[line - 1] && text.replaceAll('/v1', '') === before[line - 1])).toBe(
          true,
        );
      }
    }
    const listed = linesOf('rewrite').map(({ file, line }) => `${file}:${line}`);
    expect(changed.sort()).toEqual([...new Set(listed)].sort());
  });

  test('has every text on the list of what must stay', () => {
    for (const { file, text } of [...expected.untouched, ...expected.docs]) {
      const count = (lines: readonly string[]) => lines.filter((line) => line.includes(text)).length;
      expect(count(readLines(app, file))).toBeGreaterThanOrEqual(1);
      expect(count(readLines(app, file))).toBe(count(readLines(join(ROOT, expected.app), file)));
    }
  });

  test('passes its tests', () => {
    expect(runAppTests()).toEqual({ passed: 19, failed: 0 });
  });

  test('is not changed by a second run', async () => {
    expect((await runReport()).changes).toEqual([]);
  });
});
